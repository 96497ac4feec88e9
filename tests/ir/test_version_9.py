"""IR version 9, the reference's, is read and written; every program of the suite goes both ways."""

from __future__ import annotations

import json
import re
from typing import Final

import pyserq
import pytest

from sqlang.ir import program as ir
from sqlang.ir.reading import from_json
from sqlang.ir.version_9 import pools_in_drawn_order
from sqlang.ir.writing import to_json
from tests.conformance import vectors
from tests.ir.documents import EVERYTHING, Json, changed, codes, context, number, problems
from tests.ir.reference import next_version

PROGRAMS: Final = [(kind, name) for kind in ("accept", "run") for name in vectors.names(kind)]
ORDERED_BY_DRAW: Final = [("accept", "049-queue-key-may-draw")]
FAILS_INTERNALLY: Final = "142-step-victim-in-iteration"
"""The reference does, at this one (STEP-16) and where the wording of an error is free."""


def lowered(kind: str, name: str) -> ir.Program:
    program = vectors.analyzed(kind, name).program
    assert program is not None
    return program


def compiled(kind: str, name: str) -> str:
    """What the reference makes of a program."""
    written: str
    sets = vectors.expectation(kind, name).get("sets", {})
    path = vectors.program_path(kind, name)
    if vectors.expectation(kind, name).get("as_text"):
        written = pyserq.compile(source=path.read_text(encoding="utf-8"), sets=sets).to_json()
    else:
        written = pyserq.compile(str(path), sets=sets).to_json()
    return written


@pytest.mark.parametrize(("kind", "name"), PROGRAMS)
def test_what_is_written_is_read_again(kind: str, name: str) -> None:
    program = lowered(kind, name)
    written = to_json(program, version=9)
    assert json.loads(written) == next_version(json.loads(to_json(program)))
    assert from_json(written) == program


@pytest.mark.parametrize(("kind", "name"), PROGRAMS)
def test_what_the_reference_compiles_is_what_we_lower(kind: str, name: str) -> None:
    if (kind, name) in ORDERED_BY_DRAW:
        pytest.skip("the reference refuses its text (DIF-6)")
    assert from_json(compiled(kind, name)) == lowered(kind, name)


@pytest.mark.parametrize(("kind", "name"), PROGRAMS)
def test_the_reference_accepts_what_is_written(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = lowered(kind, name)
    monkeypatch.chdir(vectors.program_path(kind, name).parent)
    if (kind, name) in ORDERED_BY_DRAW:
        assert [pool.name for pool in pools_in_drawn_order(program)] == ["kv"]
        with pytest.raises(ValueError, match="may not draw"):
            pyserq.Program.from_json(to_json(program, version=9))
        return
    assert pools_in_drawn_order(program) == []
    theirs = pyserq.Program.from_json(to_json(program, version=9)).to_json()
    assert vectors.difference(json.loads(theirs), json.loads(compiled(kind, name))) is None


@pytest.mark.parametrize("name", vectors.names("run"))
def test_the_reference_runs_what_is_written_to_the_recorded_report(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = vectors.expectation("run", name)
    if recorded.get("run_error_wording") == "free" or name == FAILS_INTERNALLY:
        pytest.skip("the reference fails internally")
    monkeypatch.chdir(vectors.program_path("run", name).parent)
    program = pyserq.Program.from_json(to_json(lowered("run", name), version=9))
    if "run_error" in recorded:
        with pytest.raises(ValueError, match=re.escape(recorded["run_error"])):
            pyserq.run(program)
        return
    report = pyserq.run(program)
    assert "report_json" not in recorded or report.json() == recorded["report_json"]
    assert list(report.observes) == list(recorded["samples"])


def in_version_9(changes: dict[str, Json]) -> Json:
    return changed({"version": 9, "pools.0.queue": [number(1)], "pools.1.queue": None, **changes})


def test_a_queue_of_one_key_is_that_key() -> None:
    program = from_json(json.dumps(in_version_9({"pools.0.queue": [context("Now")]})))
    assert program.pools[0].queue == ir.Context(ir.ContextVariable.NOW)


@pytest.mark.parametrize("keys", [2, 3])
def test_a_queue_of_several_keys_cannot_be_said_in_version_8(keys: int) -> None:
    (problem,) = problems(in_version_9({"pools.1.queue": [number(1)] * keys}))
    reason = f"a `queue` of {keys} keys cannot be said in version 8"
    assert (problem.code, problem.where) == ("SQ701", "pools[1].queue")
    assert problem.values == {"version": "9", "reason": reason}


def test_waited_cannot_be_said_in_version_8() -> None:
    document = in_version_9(
        {"pools.0.queue": [context("Waited")], "blocks.0.0.Set.1": context("Waited")}
    )
    assert [(each.code, each.where) for each in problems(document)] == [
        ("SQ701", "pools[0].queue[0].Ctx"),
        ("SQ701", "blocks[0][0].Set[1].Ctx"),
    ]
    assert problems(document)[0].values["reason"] == (
        "the variable `Waited` cannot be said in version 8"
    )


@pytest.mark.parametrize("queue", [[], number(1), "Fifo", 1])
def test_a_queue_without_keys_is_of_no_shape(queue: Json) -> None:
    assert codes(in_version_9({"pools.0.queue": queue})) == ["SQ702"]


def test_what_is_of_version_9_is_validated_as_version_8() -> None:
    assert codes(in_version_9({})) == []
    assert codes(in_version_9({"pools.0.queue": [context("Ntok")]})) == ["SQ601"]
    assert codes(in_version_9({"warmup": 30.0})) == ["SQ609"]


def test_version_8_has_neither_lists_of_keys_nor_waited() -> None:
    assert codes(changed({"pools.0.queue": [number(1)]})) == ["SQ702"]
    assert codes(changed({"pools.0.queue": context("Waited")})) == ["SQ702"]


def test_no_other_version_is_written() -> None:
    with pytest.raises(ValueError, match="IR version 7 cannot be written"):
        to_json(from_json(json.dumps(EVERYTHING)), version=7)
