from __future__ import annotations

import json

import pytest

from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.ir import program as ir
from sqlang.ir.moments import CONTEXT_MOMENTS, Moment
from sqlang.ir.problems import Problem
from sqlang.ir.validation import validate
from sqlang.vocabulary import BUILTIN_ATTRIBUTES
from tests.ir.documents import (
    Json,
    attribute,
    call,
    changed,
    codes,
    context,
    draw,
    number,
    plus,
    problems,
    reference,
)

SET = "blocks.1.0.Set.1"
COST = "stages.5.kind.Step.cost"
SERVE = "stages.5.kind.Step.serve.By"
FLOW = "blocks.4.2.Run"
CLOSED = {"arrival": {"Closed": 1}, "arrivals": None}


def problem(changes: dict[str, Json]) -> Problem:
    """The only problem of a document, its message complete."""
    (found,) = problems(changed(changes))
    CATALOGUE[found.code].template.format(**found.values)
    return found


def sentence(found: Problem) -> str:
    return CATALOGUE[found.code].template.format(**found.values)


@pytest.mark.parametrize(
    ("code", "changes", "where", "node"),
    [
        ("SQ703", {"init": 7}, "init", ir.Program),
        ("SQ703", {"turn": 7}, "turn", ir.Program),
        ("SQ703", {"session": 7}, "session", ir.Program),
        ("SQ703", {"blocks.2.0.Loop": 7}, "session: blocks[2][0]", ir.Loop),
        ("SQ703", {"blocks.3.1.Hold.body": 7}, "session: blocks[3][1]", ir.Hold),
        ("SQ703", {"blocks.3.3.Branch.1": 7}, "session: blocks[3][3]", ir.Branch),
        ("SQ703", {"blocks.3.3.Branch.2": 7}, "session: blocks[3][3]", ir.Branch),
        ("SQ704", {"blocks.0.0.Set.0": 13}, "`init`: blocks[0][0]", ir.Set),
        ("SQ704", {"blocks.4.7.Choose.var": 13}, "session: blocks[4][7]", ir.Choose),
        ("SQ704", {SET: attribute(13)}, "`turn`: blocks[1][0], set", ir.Attribute),
        ("SQ704", {COST: draw(attribute(13))}, "stage `engine`, cost", ir.Attribute),
        ("SQ704", {"slot_think": 13}, "slot_think", ir.BuiltinSlots),
        ("SQ704", {"hidden": [13]}, "hidden", ir.Program),
        ("SQ705", {"blocks.4.6.Observe.0": 1}, "session: blocks[4][6]", ir.Observe),
        ("SQ706", {"pools.1.spill.to": 5}, "pool `kv`", ir.Spill),
        ("SQ706", {"stages.5.kind.Step.memory": 5}, "stage `engine`", ir.Stage),
        ("SQ707", {"pools.1.spill.via": 6}, "pool `kv`", ir.Spill),
        ("SQ707", {"pools.0.admit_via": 6}, "pool `slots`", ir.Pool),
        ("SQ709", {"blocks.4.7.Choose.key": []}, "session: blocks[4][7]", ir.Choose),
    ],
)
def test_an_index_beyond_its_table(
    code: str, changes: dict[str, Json], where: str, node: type[ir.Node]
) -> None:
    found = problem(changes)
    assert (found.code, found.where, type(found.node)) == (code, where, node)


@pytest.mark.parametrize("block", ["init", "turn"])
def test_init_and_turn_only_set_and_observe(block: str) -> None:
    """The reference takes such an IR and fails internally in the run (WL-6)."""
    number = ["init", "turn"].index(block)
    found = problem({f"blocks.{number}": ["End"]})
    assert (found.code, found.where, found.node) == (
        "SQ441",
        f"`{block}`: blocks[{number}][0]",
        ir.End(),
    )
    assert sentence(found) == f"the `{block}` block holds only `set` and `observe`"


def test_an_index_is_told_with_the_length_of_its_table() -> None:
    assert problem({SET: attribute(13)}).values == {"index": "13", "count": "13"}
    assert problem({"blocks.2.0.Loop": 9}).values == {"index": "9", "count": "7"}
    assert problem({"pools.1.spill.via": 8}).values == {"index": "8", "count": "6"}


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("blocks.3.1.Hold.pools.0.0", "session: blocks[3][1], hold"),
        ("blocks.3.1.Hold.lease.0", "session: blocks[3][1], lease"),
        ("blocks.4.0.Run.growing", "session: blocks[4][0], growing"),
        ("blocks.4.3.Grow.0", "session: blocks[4][3], grow"),
        ("blocks.4.4.Drop", "session: blocks[4][4], drop"),
        ("blocks.4.5.Load.0", "session: blocks[4][5], load"),
        ("blocks.4.9.Release", "session: blocks[4][9], release"),
    ],
)
@pytest.mark.parametrize("bad", [(5, 1), (4, 2), (0, 0), (0, 6), (2**64 - 1, 1), (1, 2**64 - 1)])
def test_a_reference_beyond_the_pools(path: str, where: str, bad: tuple[int, int]) -> None:
    found = problem({path: reference(*bad)})
    assert (found.code, found.where, found.node) == ("SQ708", where, ir.Reference(*bad, None))
    assert found.values == {
        "kind": "pool",
        "base": str(bad[0]),
        "count": str(bad[1]),
        "total": "5",
    }


@pytest.mark.parametrize("path", ["blocks.4.0.Run.stage", "blocks.4.2.Run.also.0"])
def test_a_reference_beyond_the_stages(path: str) -> None:
    found = problem({path: reference(5, 2)})
    assert (found.code, found.values["kind"], found.values["total"]) == ("SQ708", "stage", "6")


def test_references_within_expressions_are_looked_at() -> None:
    nested = call("Used", {"Pool": reference(3, 2, call("Busy", {"Stage": reference(6)}))})
    assert problem({COST: plus(number(1), nested)}).node == ir.Reference(6, 1, None)


HOLD = "blocks.3.1.Hold"
PLACES = {
    Moment.SESSION: [
        SET,
        "blocks.3.0.Set.1.Binary.1.Call.1.0.Pool.index",
        "blocks.4.6.Observe.1",
        *(f"{HOLD}.{part}" for part in ("cache", "lease.0.index", "lease.1", "pools.0.0.index")),
        *(f"blocks.3.2.Run.{part}" for part in ("work", "stage.index")),
        "blocks.4.0.Run.growing.index",
        "blocks.4.2.Run.also.0.index",
        "blocks.3.3.Branch.0",
        "blocks.4.3.Grow.0.index",
        "blocks.4.3.Grow.1",
        "blocks.4.4.Drop.index",
        "blocks.4.5.Load.0.index",
        "blocks.4.5.Load.1",
        "blocks.4.9.Release.index",
        "blocks.4.7.Choose.count",
        "blocks.4.7.Choose.key.0",
    ],
    Moment.ADMIT: [f"{HOLD}.pools.0.1", f"{HOLD}.pools.1.2", f"{HOLD}.reuse", "pools.0.queue"],
    Moment.EVICT: ["pools.1.evict.By.1", "pools.1.spill.work", "pools.1.spill.when"],
    Moment.BUDGET: ["stages.5.kind.Step.budget", "stages.5.kind.Step.chunk"],
    Moment.STEP: [COST],
    Moment.SERVE: [f"{SERVE}.0"],
}
PS: dict[str, Json] = {FLOW + ".also": [], "share": None}  # else its capacity is a number (FLW-2)


@pytest.mark.parametrize(
    ("path", "moment"), [(path, moment) for moment, paths in PLACES.items() for path in paths]
)
def test_context_variables_exist_at_their_moments_only(path: str, moment: Moment) -> None:
    for variable, moments in CONTEXT_MOMENTS.items():
        found = problems(changed({path: context(variable.value)}))
        if moment in moments:
            assert found == ()
        else:
            (wrong,) = found
            assert (wrong.code, wrong.node) == ("SQ601", ir.Context(variable))
            assert wrong.values == {"name": variable.word, "moment": moment.value}


def test_context_variables_of_a_capacity() -> None:
    for variable, moments in CONTEXT_MOMENTS.items():
        found = codes(changed({**PS, "stages.2.kind.Ps": context(variable.value)}))
        assert found == ([] if Moment.PS in moments else ["SQ601"])


def test_context_variables_of_a_renewal() -> None:
    assert codes(changed({"arrival": {"Renewal": context("Size")}})) == ["SQ601"]
    assert codes(changed({"arrival": {"Renewal": context("Now")}})) == ["SQ606"]


def test_an_index_is_of_the_moment_of_its_expression() -> None:
    used = call("Used", {"Pool": reference(3, 2, context("Ntok"))})
    assert codes(changed({COST: used})) == []
    assert codes(changed({SET: used})) == ["SQ601"]


@pytest.mark.parametrize(
    "path", [path for moment in PLACES if moment is not Moment.SESSION for path in PLACES[moment]]
)
def test_hidden_attributes_are_for_the_session_alone(path: str) -> None:
    found = problem({path: attribute(4)})
    assert (found.code, found.node, found.values["name"]) == ("SQ602", ir.Attribute(4), "out")
    assert codes(changed({path: draw(attribute(4))}))[0] == "SQ602"
    index = call("Used", {"Pool": reference(3, 2, attribute(4))})
    assert codes(changed({path: index})) == ["SQ602"]


@pytest.mark.parametrize("path", PLACES[Moment.SESSION])
def test_the_session_reads_hidden_attributes(path: str) -> None:
    assert codes(changed({path: attribute(4)})) == []


def test_a_hidden_attribute_in_a_capacity() -> None:
    assert codes(changed({**PS, "stages.2.kind.Ps": attribute(4)})) == ["SQ602"]


def test_the_message_tells_name_and_moment() -> None:
    assert sentence(problem({SET: context("Queued")})) == (
        "`waiting` does not exist in a statement of a session"
    )
    assert sentence(problem({COST: attribute(4)})) == (
        "`out` is hidden from the scheduler, so the cost of an iteration cannot read it"
    )


def test_what_the_scheduler_sets_cannot_be_hidden() -> None:
    found = problem({"hidden": [4, 8]})
    assert (found.code, found.values, found.where) == ("SQ603", {"name": "computed"}, "hidden")
    assert codes(changed({"hidden": [0], "blocks.3.1.Hold.reuse": None})) == ["SQ603"]
    assert codes(changed({"hidden": [4], "slot_computed": 4})) == ["SQ603"]


def test_an_attribute_is_hidden_once() -> None:
    found = problem({"hidden": [4, 5, 4]})
    assert (found.code, found.values) == ("SQ604", {"name": "out"})


def test_a_serving_key_does_not_draw() -> None:
    found = problem({f"{SERVE}.1": plus(number(1), draw(number(2)))})
    assert (found.code, found.where) == ("SQ605", "stage `engine`, serve")
    assert found.node == ir.Sample(ir.Distribution.EXP, (ir.Number(2.0),))
    index = call("Used", {"Pool": reference(3, 2, draw(number(2)))})
    assert codes(changed({f"{SERVE}.1": index})) == ["SQ605"]


@pytest.mark.parametrize("path", ["pools.0.queue", COST, SET, "pools.1.evict.By.0"])
def test_draws_are_allowed_elsewhere(path: str) -> None:
    assert codes(changed({path: draw(number(2))})) == []


@pytest.mark.parametrize(
    ("gap", "name", "node"),
    [
        (attribute(1), "serial", ir.Attribute),
        (attribute(4), "out", ir.Attribute),
        (context("Now"), "now", ir.Context),
        (call("CachedIn", {"Pool": reference(3, 2, attribute(1))}), "cachedin", ir.Call),
        (call("BudgetLeft", {"Stage": reference(0)}), "budget_left", ir.Call),
        (call("Abs", {"Pool": reference(1)}), "kv", ir.PoolArgument),
        (call("Abs", {"Stage": reference(5)}), "engine", ir.StageArgument),
        (draw(plus(number(1), attribute(9))), "x", ir.Attribute),
    ],
)
def test_a_renewal_reads_nothing_of_the_run(gap: Json, name: str, node: type[ir.Node]) -> None:
    found = problem({"arrival": {"Renewal": gap}})
    assert (found.code, found.values, found.where) == ("SQ606", {"name": name}, "arrival, renewal")
    assert type(found.node) is node


def test_a_renewal_may_draw_and_calculate() -> None:
    pure = ["Min", "Max", "Abs", "Floor", "Ceil", "Sqrt", "Exp", "Ln", "Pow"]
    for function in pure:
        gap = {"Cond": [number(1), call(function, {"Expr": draw(number(2))}), number(3)]}
        assert codes(changed({"arrival": {"Renewal": gap}})) == []


def test_the_limit_of_arrivals() -> None:
    assert problem({"arrivals": 0}).code == "SQ607"
    assert codes(changed({"arrival": {"Poisson": 1}})) == []
    others: list[Json] = ["None", {"Closed": 1}, {"Batch": 1}, {"Sessions": []}]
    for arrival in others:
        found = problem({"arrival": arrival})
        assert (found.code, found.where) == ("SQ608", "run, arrivals")
        assert codes(changed({"arrival": arrival, "arrivals": 0})) == ["SQ607"]
        assert codes(changed({"arrival": arrival, "arrivals": None})) == []


@pytest.mark.parametrize(
    ("warmup", "horizon"), [(-1, 20), (20, 20), (21, 20), (0, 0), (-2, -1), (-0.5, 1)]
)
def test_the_window_of_a_run(warmup: float, horizon: float) -> None:
    found = problem({"warmup": warmup, "horizon": horizon})
    assert (found.code, found.where) == ("SQ609", "run")
    assert found.values == {"warmup": str(warmup), "horizon": str(horizon)}


def test_a_run_over_several_stages_needs_share() -> None:
    found = problem({"share": None})
    assert (found.code, found.where) == ("SQ611", "session: blocks[4][2]")
    assert isinstance(found.node, ir.Run)
    assert found.related == (ir.Reference(3, 2, ir.Number(1.0)),)


def test_share_needs_a_run_over_several_stages() -> None:
    assert problem({FLOW + ".also": []}).code == "SQ612"


def test_a_flow_in_a_block_nobody_enters_counts() -> None:
    flow = {
        "Run": {"stage": reference(2), "mode": "Plain", "work": number(1), "also": [reference(3)]}
    }
    assert codes(changed({FLOW + ".also": [], "blocks.6": [flow]})) == []


@pytest.mark.parametrize(
    "kind",
    [
        {"Fifo": 1},
        "Delay",
        {"Ps": plus(number(1), number(1))},
        {"Ps": number(0)},
        {"Ps": number(-1)},
        {"Ps": {"Num": "-inf"}},
        {"Ps": attribute(9)},
    ],
)
def test_a_shared_stage_has_a_constant_capacity(kind: Json) -> None:
    found = problem({"stages.4.kind": kind})
    assert (found.code, found.values, found.where) == ("SQ613", {"stage": "b"}, "stage `b`")
    assert found.node == ir.Reference(3, 2, ir.Number(1.0))
    assert [type(node) for node in found.related] == [ir.Stage]


def test_an_infinite_capacity_may_be_shared() -> None:
    assert codes(changed({"stages.4.kind": {"Ps": {"Num": "inf"}}})) == []


def test_a_family_is_told_of_once() -> None:
    fifo = {"Fifo": 1}
    assert codes(changed({"stages.3.kind": fifo, "stages.4.kind": fifo})) == ["SQ613"]
    assert codes(changed({f"stages.{i}.kind": fifo for i in (2, 3, 4)})) == ["SQ613", "SQ613"]


def test_members_beyond_the_reference_are_not_shared() -> None:
    assert codes(changed({FLOW + ".also.0.count": 1, "stages.4.kind": {"Fifo": 1}})) == []


@pytest.mark.parametrize(
    ("changes", "node"),
    [
        ({FLOW + ".mode": "Prefill"}, ir.Run),
        ({FLOW + ".growing": reference(1)}, ir.Reference),
        ({"blocks.4.0.Run.stage": reference(4), "blocks.4.0.Run.growing": None}, ir.Run),
        ({"blocks.4.0.Run.stage": reference(1, 2, number(0))}, ir.Reference),
    ],
)
def test_a_run_on_a_shared_stage_is_plain(changes: dict[str, Json], node: type[ir.Node]) -> None:
    found = problem(changes)
    assert (found.code, type(found.node)) == ("SQ614", node)


def test_a_plain_run_on_a_shared_stage() -> None:
    assert codes(changed({"blocks.3.2.Run.stage": reference(3, 2, number(0))})) == []


def test_a_run_names_a_family_once() -> None:
    again = reference(3, 2, number(0))
    found = problem({FLOW + ".also": [reference(3, 2, number(1)), again]})
    assert (found.code, found.values, found.where) == (
        "SQ615",
        {"stage": "b"},
        "session: blocks[4][2]",
    )
    assert found.node == ir.Reference(3, 2, ir.Number(0.0))
    assert found.related == (ir.Reference(3, 2, ir.Number(1.0)),)
    assert codes(changed({FLOW + ".also": [reference(2)]})) == ["SQ615"]


def test_the_members_of_a_family_are_looked_at_once_but_for_their_joints() -> None:
    key = {"By": [context("Ntok")]}
    assert codes(changed({"pools.3.evict": key, "pools.4.evict": key})) == ["SQ601"]
    assert codes(changed({"pools.3.admit_via": 9, "pools.4.admit_via": 9})) == ["SQ707", "SQ707"]
    assert codes(changed({"pools.2.evict": key, "pools.3.evict": key})) == ["SQ601", "SQ601"]


@pytest.mark.parametrize("values", ["attrs", "turns"])
def test_the_slots_of_sessions(values: str) -> None:
    session = {"attrs": [], values: [[13, 1.0]] if values == "attrs" else [[[13, 1.0]]]}
    found = problem({"arrivals": None, "arrival": {"Sessions": [{"attrs": []}, session]}})
    assert (found.code, found.where) == ("SQ704", "arrival, Sessions[1]")
    assert isinstance(found.node, ir.SessionValues)


@pytest.mark.parametrize(
    "changes",
    [
        {SET: call("Min")},
        {SET: call("Used", {"Expr": number(1)})},
        {SET: {"Sample": ["Uniform", []]}},
        {"blocks.4.0.Run.mode": "Plain"},
        {"blocks.3.2.Run.mode": "Decode"},
        {"blocks.4.4": {"Release": reference(2)}},
        {"blocks.3.1.Hold.lease.0": reference(2)},
        {"pools.1.block": 0},
        {"stages.0.kind.Fifo": 0},
        {"blocks.5.0": {"Loop": 2}},
        {"pools.1.evict.By": []},
        {"blocks.3.1.Hold.pools": []},
        {"blocks.4.4.Drop": reference(3, 2)},
        {**CLOSED, "arrival": {"Poisson": -1}},
    ],
)
def test_what_json_is_not_checked_for(changes: dict[str, Json]) -> None:
    assert codes(changed(changes)) == []


def test_every_mistake_is_told() -> None:
    found = problems(changed({SET: plus(context("Size"), context("Age")), "warmup": 30}))
    assert [p.code for p in found] == ["SQ601", "SQ601", "SQ609"]
    assert [p.values.get("name") for p in found[:2]] == ["size", "age"]


def test_a_lowered_program_is_held_to_the_window_too() -> None:
    empty = ir.Program(
        attributes=tuple(word.name for word in BUILTIN_ATTRIBUTES),
        observes=(),
        pools=(),
        stages=(),
        arrival=ir.NoArrivals(),
        trace=None,
        trace_ordered=False,
        init=0,
        turn=1,
        session=2,
        blocks=((), (), ()),
        horizon=float("inf"),
        warmup=0.0,
        seed=0,
        arrivals=None,
        slots=ir.BuiltinSlots(),
        hidden=(),
        share=None,
    )
    (found,) = validate(empty)
    assert (found.code, found.values["horizon"]) == ("SQ609", "inf")


def test_problems_are_values_for_every_template() -> None:
    wrong = changed({"init": 7, SET: attribute(99), "hidden": [8], "warmup": 30, "arrivals": 0})
    for found in problems(json.dumps(wrong)):
        assert "{" not in sentence(found)
