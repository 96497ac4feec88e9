from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pyserq
import pytest

from sqlang.ir import program as ir
from sqlang.ir.node import fields_of
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.conformance.vectors import difference
from tests.ir.documents import EVERYTHING, Json, changed
from tests.ir.reference import next_version

SPECIFICATION = Path(__file__).parents[2] / "docs/spec/03-ir.md"


def program(changes: dict[str, Json]) -> ir.Program:
    return from_json(json.dumps(changed(changes)))


def test_the_example_of_the_specification() -> None:
    text = SPECIFICATION.read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert example is not None
    assert difference(json.loads(to_json(from_json(example[1]))), json.loads(example[1])) is None


def test_the_layout_is_that_of_the_reference() -> None:
    document = changed({"pools.1.queue": None, "pools.2.cap": 1e-7, "pools.3.name": "é\n"})
    theirs = pyserq.Program.from_json(json.dumps(next_version(document))).to_json()
    ours = to_json(from_json(json.dumps(document)))
    assert ours.replace('"version": 8', '"version": 9') == theirs


def test_fields_that_may_be_omitted_are() -> None:
    written = json.loads(
        to_json(program({"arrivals": None, "share": None, "blocks.4.2.Run.also": []}))
    )
    assert EVERYTHING.keys() - written.keys() == {"arrivals", "share"}
    assert list(written["blocks"][4][2]["Run"]) == ["stage", "mode", "work", "growing"]
    sessions = {"Sessions": [{"attrs": [], "turns": []}, {"attrs": [], "turns": [[]]}]}
    written = json.loads(to_json(program({"arrivals": None, "arrival": sessions})))
    assert written["arrival"] == {"Sessions": [{"attrs": []}, {"attrs": [], "turns": [[]]}]}


def test_floats_have_a_fraction_and_integers_none() -> None:
    written = to_json(program({"horizon": 20, "pools.0.cap": 2}), compact=True)
    assert '"horizon":20.0,' in written
    assert '"cap":2.0,' in written
    assert '"seed":1,' in written


def test_infinity_has_a_word_in_expressions_and_capacities_only() -> None:
    pool = ir.Pool(
        "p", -math.inf, math.inf, ir.EvictLru(), ir.Preempt.NONE, ir.Number(math.inf), None, None
    )
    valid = program({})
    fields = {name: getattr(valid, name) for name in fields_of(ir.Program)}
    infinite = ir.Program(**{**fields, "pools": (pool,), "arrival": ir.Poisson(math.inf)})
    written = json.loads(to_json(infinite))
    assert written["arrival"] == {"Poisson": None}
    assert written["pools"][0] == {
        "name": "p",
        "cap": "-inf",
        "block": None,
        "evict": "Lru",
        "preempt": "None",
        "queue": {"Num": "inf"},
        "spill": None,
        "admit_via": None,
    }


def test_what_is_no_number_is_not_written() -> None:
    valid = program({})
    fields = {name: getattr(valid, name) for name in fields_of(ir.Program)}
    with pytest.raises(ValueError, match="NaN"):
        to_json(ir.Program(**{**fields, "horizon": math.nan}))
