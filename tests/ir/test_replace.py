from __future__ import annotations

import json

import pytest

from sqlang.ir.reading import from_json
from sqlang.ir.replace import replace
from sqlang.ir.validation import validate
from tests.ir.documents import EVERYTHING, Json, changed

PROGRAM = from_json(json.dumps(EVERYTHING))


@pytest.mark.parametrize(
    "settings",
    [
        {"horizon": 99.0},
        {"warmup": 0.0},
        {"seed": 0},
        {"arrivals": 7},
        {"trace": "chat.jsonl"},
        {"horizon": 5.0, "warmup": 4.0, "seed": 9},
    ],
)
def test_settings_are_replaced_and_nothing_else(settings: dict[str, Json]) -> None:
    assert replace(PROGRAM, **settings) == from_json(json.dumps(changed(settings)))


def test_nothing_given_changes_nothing() -> None:
    assert replace(PROGRAM) == PROGRAM


def test_nodes_stay_the_same_objects() -> None:
    later = replace(PROGRAM, seed=2)
    assert later.blocks is PROGRAM.blocks
    assert later.pools is PROGRAM.pools


def test_the_result_may_be_invalid() -> None:
    assert [p.code for p in validate(replace(PROGRAM, horizon=0.5))] == ["SQ609"]
    assert [p.code for p in validate(replace(PROGRAM, arrivals=0))] == ["SQ607"]
