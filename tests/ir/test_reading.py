from __future__ import annotations

import json
import math

import pytest

from sqlang.ir import program as ir
from sqlang.ir.problems import IrError
from sqlang.ir.reading import from_json
from tests.ir.documents import (
    EVERYTHING,
    Json,
    changed,
    codes,
    number,
    problems,
    reference,
    without,
)

DEEP = 100_000  # far beyond Python's stack


def refusal(document: Json) -> tuple[str, str, str]:
    """The code, the place and the reason of the only problem."""
    (problem,) = problems(document)
    return problem.code, problem.where, problem.values.get("reason", "")


def replaced(old: str, new: str) -> str:
    """The document's text with one part of it replaced."""
    text = json.dumps(EVERYTHING)
    assert old in text
    return text.replace(old, new, 1)


def test_a_valid_document_is_read() -> None:
    program = from_json(json.dumps(EVERYTHING))
    assert program.attributes[9:] == ("x", "y", "z", "j")
    assert program.pools[1].spill == ir.Spill(
        2,
        0,
        ir.Context(ir.ContextVariable.SIZE),
        ir.Binary(ir.BinaryOperator.GT, ir.Context(ir.ContextVariable.AGE), ir.Number(1.0)),
    )
    assert program.pools[2].cap == math.inf
    assert program.blocks[2] == (ir.Loop(3),)


@pytest.mark.parametrize("version", [7, 10, 0, -1, 2**63])
def test_another_version_is_refused_before_anything_else(version: int) -> None:
    (problem,) = problems({"version": version, "pools": 3})
    assert (problem.code, problem.where) == ("SQ701", "version")
    assert problem.values == {"version": str(version), "reason": "versions 8 and 9 are read"}


@pytest.mark.parametrize("version", ["8", 8.0, True, None, [8]])
def test_a_version_that_is_no_integer_is_a_wrong_type(version: Json) -> None:
    assert refusal(changed({"version": version}))[:2] == ("SQ702", "version")


@pytest.mark.parametrize("text", ["", "x", "{", '{"version": 8', "[] []", "{'version': 8}"])
def test_text_that_is_not_json_is_refused_with_its_position(text: str) -> None:
    code, where, _ = refusal(text)
    assert (code, where[:6]) == ("SQ702", "line 1")


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(IrError) as refused:
        from_json(b'{"version": 8, "attrs": ["\xff"]}')
    (problem,) = refused.value.problems
    assert (problem.code, problem.where) == ("SQ702", "byte 26")


@pytest.mark.parametrize("value", ["null", "[]", "8", '"IR"'])
def test_a_program_is_an_object(value: str) -> None:
    assert refusal(value)[:2] == ("SQ702", "program")


OPTIONAL = ["trace", "arrivals", "pools.0.block", "pools.0.queue", "pools.0.spill"]
OPTIONAL += ["pools.0.admit_via", "blocks.4.3.Grow.0.index", "stages.5.kind.Step.memory"]
OPTIONAL += ["blocks.3.1.Hold.reuse", "blocks.3.1.Hold.cache", "blocks.3.1.Hold.lease"]
OPTIONAL += ["blocks.4.0.Run.growing"]
UNSHARED: dict[str, Json] = {"blocks.4.2.Run.also": []}


@pytest.mark.parametrize("path", OPTIONAL)
def test_an_optional_field_may_be_missing_or_null(path: str) -> None:
    absent, null = without(path), changed({path: None})
    assert codes(absent) == []
    assert from_json(json.dumps(absent)) == from_json(json.dumps(null))


def test_share_may_be_missing_or_null_where_nothing_is_shared() -> None:
    for document in (changed({**UNSHARED, "share": None}), changed(UNSHARED)):
        assert codes(document) == ([] if document["share"] is None else ["SQ612"])
        document.pop("share")
        assert codes(document) == []


REQUIRED = sorted(EVERYTHING.keys() - {"trace", "arrivals", "share"})
REQUIRED += [f"pools.1.{name}" for name in ("name", "cap", "evict", "preempt")]
REQUIRED += [f"pools.1.spill.{name}" for name in ("to", "via", "work", "when")]
REQUIRED += ["stages.0.name", "stages.0.kind"]
REQUIRED += [f"stages.5.kind.Step.{name}" for name in ("budget", "cost", "chunk", "serve")]
REQUIRED += [f"blocks.4.4.Drop.{name}" for name in ("base", "count")]
REQUIRED += ["blocks.3.1.Hold.pools", "blocks.3.1.Hold.body"]
REQUIRED += [f"blocks.4.0.Run.{name}" for name in ("stage", "mode", "work")]
REQUIRED += [f"blocks.4.7.Choose.{name}" for name in ("var", "count", "key")]


@pytest.mark.parametrize("path", REQUIRED)
def test_any_other_field_is_required(path: str) -> None:
    code, _, reason = refusal(without(path))
    assert (code, reason.split(" lacks ")[1]) == ("SQ702", f"the field `{path.rpartition('.')[2]}`")


def test_lists_that_may_be_omitted_may_not_be_null() -> None:
    program = from_json(json.dumps(changed({**UNSHARED, "share": None})))
    run = program.blocks[4][2]
    assert isinstance(run, ir.Run)
    assert run.also == ()
    assert refusal(changed({"blocks.4.2.Run.also": None}))[1] == "blocks[4][2].Run.also"
    sessions: Json = {"Sessions": [{"attrs": [], "turns": None}]}
    where = "arrival.Sessions[0].turns"
    assert refusal(changed({"arrival": sessions, "arrivals": None}))[1] == where


def test_unknown_fields_are_ignored_whatever_is_in_them() -> None:
    for extra in ('"zzz": 1e999', '"zzz": {"a": 1, "a": 2}', '"zzz": 1, "zzz": 2'):
        assert codes(replaced('"seed": 1', f'"seed": 1, {extra}')) == []
    nested = '"zzz": ' + "[" * 20_000 + "]" * 20_000
    assert codes(replaced('"seed": 1', f'"seed": 1, {nested}')) == []


def test_a_field_given_twice_is_refused() -> None:
    code, where, reason = refusal(replaced('"seed": 1', '"seed": 1, "seed": 1'))
    assert (code, where, reason) == ("SQ702", "seed", "`seed` is given twice")
    twice = replaced('"base": 3', '"base": 3, "base": 3')
    assert refusal(twice)[1] == "blocks[3][0].Set[1].Binary[1].Call[1][0].Pool.base"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seed", -1),
        ("seed", 1.0),
        ("seed", 2**64),
        ("seed", "1"),
        ("seed", True),
        ("init", 0.5),
        ("horizon", "inf"),
        ("horizon", None),
        ("horizon", True),
        ("trace_ordered", 0),
        ("trace", 1),
        ("attrs", "cached"),
        ("attrs", [1]),
        ("observes", {}),
        ("blocks", [[[]]]),
        ("pools.0", []),
        ("pools.0.name", None),
        ("pools.0.cap", None),
        ("pools.0.cap", "1"),
        ("pools.0.cap", "nan"),
        ("pools.1.block", "inf"),
        ("pools.1.queue", [{"Num": 1.0}]),
        ("pools.1.evict", "Fifo"),
        ("pools.1.evict", {"Lru": []}),
        ("pools.1.evict", {"By": {"Num": 1.0}}),
        ("pools.1.preempt", "Fifo"),
        ("pools.1.preempt", {"Lifo": None}),
        ("stages.0.kind", "Fifo"),
        ("stages.0.kind", {"Fifo": 1.5}),
        ("stages.0.kind", {"Delay": None}),
        ("stages.0.kind", {"Fifo": 1, "Delay": None}),
        ("stages.5.kind.Step.serve", "Admission"),
        ("arrival", None),
        ("arrival", "Poisson"),
        ("arrival", {"Poisson": None}),
        ("arrival", {"Poisson": "inf"}),
        ("arrival", {"Batch": 1.0}),
        ("arrival", {"Sessions": [{"attrs": [[1]]}]}),
        ("arrival", {"Sessions": [{"attrs": [[1, "inf"]]}]}),
        ("share", "None"),
        ("hidden", None),
        ("blocks.5.0", "Stop"),
        ("blocks.5.0", {"End": None}),
        ("blocks.5.0", "Drop"),
        ("blocks.5.0", {}),
        ("blocks.2.0", {"Loop": [3]}),
        ("blocks.4.0.Run.mode", "Cached"),
        ("blocks.3.1.Hold.pools.0", [reference(0), number(1)]),
        ("blocks.3.1.Hold.lease", [reference(0)]),
        ("blocks.3.3.Branch", [number(1), 5]),
        ("blocks.4.4.Drop", [1, 1, None]),
        ("blocks.1.0.Set.1", "Num"),
        ("blocks.1.0.Set.1", {"Number": 1}),
        ("blocks.1.0.Set.1", {"Num": None}),
        ("blocks.1.0.Set.1", {"Attr": -1}),
        ("blocks.1.0.Set.1", {"Ctx": "Waiting"}),
        ("blocks.1.0.Set.1", {"Ctx": "Waited"}),
        ("blocks.1.0.Set.1", {"Sample": ["Normal", []]}),
        ("blocks.1.0.Set.1", {"Sample": ["Exp"]}),
        ("blocks.1.0.Set.1", {"Call": ["Blocksize", []]}),
        ("blocks.1.0.Set.1", {"Call": ["Abs", [number(1)]]}),
        ("blocks.1.0.Set.1", {"Call": ["Used", [{"Pool": 1}]]}),
        ("blocks.1.0.Set.1", {"Unary": ["Plus", number(1)]}),
        ("blocks.1.0.Set.1", {"Binary": ["Add", number(1)]}),
        ("blocks.1.0.Set.1", {"Cond": [number(1), number(1)]}),
    ],
)
def test_a_wrong_type_or_variant_is_refused_at_its_path(path: str, value: Json) -> None:
    code, where, reason = refusal(changed({path: value}))
    head, *steps = path.split(".")
    expected = head + "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in steps)
    assert code == "SQ702"
    assert where.startswith(expected)
    assert f"`{where}`" in reason


def test_a_refusal_says_what_stands_there() -> None:
    assert refusal(changed({"pools.0.cap": None}))[2] == (
        '`pools[0].cap` should be a number, `"inf"` or `"-inf"`, not `null`'
    )
    assert refusal(changed({"blocks.1.0.Set.1": {"Ctx": "Waited"}}))[2] == (
        '`blocks[1][0].Set[1].Ctx` is `"Waited"`, which is no context variable'
    )
    assert refusal(changed({"blocks.4.0.Run.mode": "x" * 99}))[2] == (
        "`blocks[4][0].Run.mode` is a long string, which is no mode"
    )


def test_numbers_beyond_the_largest_are_refused() -> None:
    for spelled in ("1e999", "-1e999", "1" + "0" * 400):
        code, where, _ = refusal(replaced('"horizon": 20.0', f'"horizon": {spelled}'))
        assert (code, where) == ("SQ702", "horizon")


def test_integers_are_accepted_for_floats() -> None:
    program = from_json(replaced('"horizon": 20.0', '"horizon": 1' + "0" * 30))
    assert (program.horizon, type(program.horizon)) == (1e30, float)


def test_the_sign_of_zero_is_kept() -> None:
    for spelled in ("-0", "-0.0"):
        program = from_json(replaced('"warmup": 1.0', f'"warmup": {spelled}'))
        assert math.copysign(1, program.warmup) == -1
    assert refusal(replaced('"seed": 1', '"seed": -0'))[1] == "seed"


def test_the_order_of_fields_is_free() -> None:
    backwards = json.dumps(dict(reversed(EVERYTHING.items())))
    assert from_json(backwards) == from_json(json.dumps(EVERYTHING))


def nested(levels: int, innermost: str = '{"Num": 1.0}') -> Json:
    text = '{"Unary": ["Neg", ' * (levels - 1) + innermost + "]}" * (levels - 1)
    return replaced('{"Set": [10, {"Num": 2.0}]}', f'{{"Set": [10, {text}]}}')


def test_an_expression_has_a_greatest_depth() -> None:
    assert codes(nested(ir.EXPRESSION_DEPTH)) == []
    (problem,) = problems(nested(ir.EXPRESSION_DEPTH + 1))
    assert (problem.code, problem.where) == ("SQ006", "`turn`: blocks[1][0], set")
    assert isinstance(problem.node, ir.Unary)


def test_any_depth_is_refused_without_recursion() -> None:
    assert codes(nested(DEEP)) == ["SQ006"]
    assert codes(nested(DEEP // 10, '{"Nun": 1.0}')) == ["SQ702"]
    assert codes("[" * DEEP) == ["SQ702"]
    assert codes("[" * DEEP + "]" * DEEP) == ["SQ702"]
