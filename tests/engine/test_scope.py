"""What waits for later is refused, never run wrongly."""

from __future__ import annotations

import json

import pytest

from sqlang.engine import RunError, run, unsupported
from sqlang.ir.problems import IrError
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import lowered

SIMPLE = "workload { arrive batch(1); } session { end; }"


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ('workload { arrive batch(1); trace "t.csv"; } session { end; }', ["`trace`"]),
        ("workload { arrive renewal(1); } session { end; }", ["`arrive renewal`"]),
        (
            "workload { arrive poisson(1); } session { end; } run { horizon 9; arrivals 2; }",
            ["`arrivals`"],
        ),
        (SIMPLE, []),
    ],
)
def test_features(text: str, features: list[str]) -> None:
    program = lowered(text)
    found = unsupported(program)
    assert [each.feature for each in found] == features
    if found:
        with pytest.raises(RunError) as caught:
            run(program)
        assert caught.value.code == "SQ999"
        assert caught.value.message == f"{features[0]} is not supported yet"


@pytest.mark.parametrize(
    ("change", "feature"),
    [
        ({"arrival": {"Sessions": [{"attrs": []}]}}, "a list of sessions"),
        ({"blocks": [["End"], [], ["End"]]}, "this statement in `init` or `turn`"),
    ],
)
def test_what_only_a_tool_can_write(change: dict[str, object], feature: str) -> None:
    written = json.loads(to_json(lowered(f"pool m {{ }} {SIMPLE}")))
    program = from_json(json.dumps(written | change))
    assert [each.feature for each in unsupported(program)] == [feature]


@pytest.mark.parametrize(
    "expression",
    [
        {"Call": ["Used", []]},
        {"Call": ["Min", [{"Expr": {"Num": 1.0}}]]},
        {"Sample": ["Exp", [{"Num": 1.0}, {"Num": 1.0}]]},
    ],
)
def test_malformed_expressions_of_a_tool_are_refused(expression: dict[str, object]) -> None:
    written = json.loads(to_json(lowered("session { set a = 1; end; }")))
    written["blocks"][2][0] = {"Set": [9, expression]}
    try:
        program = from_json(json.dumps(written))
    except IrError:
        return  # a reader may be stricter (IR-55)
    with pytest.raises(RunError, match="not supported yet"):
        run(program)
