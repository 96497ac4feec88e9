"""Ours refuses what the reference refuses, for the same reason, but where the editions differ."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.ir.documents import (
    EVERYTHING,
    Json,
    attribute,
    call,
    changed,
    codes,
    context,
    number,
    plus,
    reference,
)
from tests.ir.mutations import mutate, places
from tests.ir.reference import reference_code

HERE = Path(__file__).parent
VECTORS = sorted((HERE.parent / "conformance/accept").glob("*.ir.json"))
DOCUMENTS = [*VECTORS, HERE / "everything.ir.json"]
MUTATIONS = 40
RECORDS = {"Step", "spill", "Hold", "Run", "Choose", "Drop", "Release", "Pool", "Stage"}
RECORDS |= {"stage", "growing"}


def first_code(document: Json) -> str | None:
    return next(iter(codes(document)), None)


def differs_by_design(document: Json) -> bool:
    """Whether a document uses something that the reference or its edition treats differently."""
    for container, key in places(document):
        value = container[key]
        if key == "queue" and "Sample" in json.dumps(value):
            return True  # DIF-6: a queue key may draw
        if value == "Waited":
            return True  # DIF-5
        if isinstance(value, dict) and list(value.values()) == [None]:
            return True  # the reference takes `{"End": null}` for "End" (IR-1)
        if isinstance(container, dict) and isinstance(value, list) and key in RECORDS:
            return True  # the reference takes a list of its fields for a record (IR-1)
        if key == "count" and isinstance(value, int) and value >= 2**63:
            return True  # the reference's sum of `base` and `count` overflows (IR-42)
        if key == "trace" and value is not None:
            return True  # the reference opens it
        if key == "version" and isinstance(value, int) and (value == 9 or not 0 <= value < 2**32):
            return True  # we read 9 too; the reference does not count the others (IR-60)
    return "SQ441" in codes(document)  # the reference takes it and fails internally in the run


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name.removesuffix(".ir.json"))
def test_damaged_documents_are_refused_as_the_reference_does(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    random = Random(path.name)
    for _ in range(MUTATIONS):
        damaged = mutate(document, random)
        if not differs_by_design(damaged):
            assert (first_code(damaged), damaged) == (reference_code(damaged), damaged)


CONTEXT = ["Now", "Size", "Age", "Last", "Queued", "N", "Nres", "Ndec", "Kvb", "Kvp", "Ntok"]
CONTEXT += ["Npre", "Attn", "Decoding", "Admission", "Remaining"]
EXPRESSIONS = ["blocks.0.0.Set.1", "blocks.3.1.Hold.pools.0.0.index", "blocks.3.1.Hold.pools.1.2"]
EXPRESSIONS += ["blocks.3.1.Hold.reuse", "blocks.3.1.Hold.cache", "blocks.3.1.Hold.lease.1"]
EXPRESSIONS += ["pools.0.queue", "pools.1.evict.By.0", "pools.1.spill.work", "pools.1.spill.when"]
EXPRESSIONS += [f"stages.5.kind.Step.{name}" for name in ("budget", "chunk", "cost", "serve.By.0")]
EXPRESSIONS += ["arrival.Renewal"]


@pytest.mark.parametrize("path", EXPRESSIONS)
def test_moments_are_those_of_the_reference(path: str) -> None:
    for name in CONTEXT:
        document = changed({path: context(name)})
        assert (name, first_code(document)) == (name, reference_code(document))
    hidden = changed({path: call("Used", {"Pool": reference(3, 2, attribute(4))})})
    assert first_code(hidden) == reference_code(hidden)


MISTAKES: list[dict[str, Json]] = [
    {"blocks.2.0.Loop": 70},
    {"blocks.4.3.Grow.1": plus(context("Size"), attribute(100))},
    {"blocks.4.4.Drop.base": 70},
    {"blocks.4.6.Observe": [100, attribute(101)]},
    {"blocks.4.7.Choose": {"var": 100, "count": context("Age"), "key": []}},
    {"init": 71},
    {"session": 71},
    {"stages.3.kind": {"Fifo": 1}},
    {"blocks.4.2.Run.mode": "Decode"},
    {"pools.0.admit_via": 57},
    {"pools.1.queue": context("Nres")},
    {"pools.1.evict.By.0": attribute(4)},
    {"pools.1.spill.to": 55},
    {"pools.1.spill.via": 56},
    {"pools.1.spill.work": attribute(100)},
    {"pools.1.spill.when": context("N")},
    {"stages.5.kind.Step.budget": attribute(100)},
    {"stages.5.kind.Step.chunk": context("Npre")},
    {"stages.5.kind.Step.cost": attribute(5)},
    {"stages.5.kind.Step.serve.By.0": plus({"Sample": ["Exp", [number(1)]]}, number(1))},
    {"stages.5.kind.Step.serve.By.1": attribute(4)},
    {"stages.5.kind.Step.memory": 58},
    {"arrival": {"Renewal": attribute(1)}},
    {"arrivals": 0},
    {"arrival": {"Sessions": [{"attrs": [[135, 1.0]]}]}, "arrivals": None},
    {"slot_think": 130},
    {"hidden": [4, 5, 5]},
    {"warmup": 30.0},
]


@pytest.mark.parametrize("position", range(len(MISTAKES)))
def test_the_first_of_two_mistakes_is_that_of_the_reference(position: int) -> None:
    """They are listed in the order of validation, so each wins over all after it (ORD-5)."""
    alone = first_code(changed(MISTAKES[position]))
    for later in MISTAKES[position + 1 :]:
        both = changed({**later, **MISTAKES[position]})
        assert (first_code(both), later) == (alone, later)
        assert (reference_code(both), later) == (alone, later)


HOLD = [reference(100, 1, attribute(101)), attribute(102), attribute(103), attribute(104)]


@pytest.mark.parametrize("kept", range(len(HOLD) + 3))
def test_a_hold_is_looked_at_in_the_order_of_its_text(kept: int) -> None:
    """The first `kept` parts are right, the others wrong."""
    pool, units, reserve, reuse = (
        wrong if position >= kept else right
        for position, (wrong, right) in enumerate(
            zip(HOLD, [reference(0), number(1), None, None], strict=True)
        )
    )
    hold = {
        "pools": [[pool, units, reserve]],
        "reuse": reuse,
        "cache": attribute(105) if kept < 5 else None,
        "lease": [reference(106), context("Size")] if kept < 6 else None,
        "body": 77,
    }
    document = changed({"blocks.3.1.Hold": hold})
    expected = ["SQ708", "SQ704", "SQ704", "SQ704", "SQ704", "SQ708", "SQ703"][kept]
    assert (first_code(document), reference_code(document)) == (expected, expected)


def test_everything_is_accepted_by_the_reference() -> None:
    assert reference_code(EVERYTHING) is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"blocks.5.0": {"End": None}}, "SQ702"),
        ({"blocks.4.4.Drop": [1, 1, None]}, "SQ702"),
        ({"blocks.4.4.Drop.count": 2**64 - 1}, "SQ708"),
    ],
)
def test_what_the_reference_takes_and_the_specification_refuses(
    changes: dict[str, Json], code: str
) -> None:
    document = changed(changes)
    assert (first_code(document), reference_code(document)) == (code, None)
