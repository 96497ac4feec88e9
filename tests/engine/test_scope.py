"""What waits for later is refused, never run wrongly."""

from __future__ import annotations

import json

import pytest

from sqlang.engine import RunError, run, unsupported
from sqlang.ir import program as ir
from sqlang.ir.problems import IrError
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import lowered

SIMPLE = "workload { arrive batch(1); } session { end; }"
POOL = {"name": "m", "cap": 4.0, "evict": "Lru", "preempt": "None"}


@pytest.mark.parametrize(
    ("text", "features"),
    [
        (f"stage s[3] : ps(1); {SIMPLE}", ["a `ps` stage"]),
        (
            """share maxmin; stage a : ps(1); stage b : ps(2);
            workload { arrive batch(1); } session { run a, b (1); }""",
            ["a `ps` stage", "a `ps` stage", "`run` over several stages"],
        ),
        (
            "pool m { } workload { arrive batch(1); } session { hold m (1) { } lease m (1) }",
            ["`lease`"],
        ),
        (
            f"pool m {{ }} stage d : delay; pool n[2] {{ spill m via d (1) when (1); }} {SIMPLE}",
            ["`spill`"],
        ),
        (
            """pool m { evict by (price(d, 1, 2)); } stage d : delay;
            stage e : step { budget est_rho(d); cost 1 + est_wait(d); }
            workload { arrive batch(1); } session { set a = est_lambda(d); end; }""",
            ["`est_lambda`", "`price`", "`est_rho`", "`est_wait`"],
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


def test_the_node_is_the_one_to_underline() -> None:
    program = lowered("pool m { } session { hold m (1) { } lease m (2) }")
    (found,) = unsupported(program)
    hold = program.blocks[program.session][0]
    assert isinstance(hold, ir.Hold)
    assert found.node is hold.lease


@pytest.mark.parametrize(
    ("change", "feature"),
    [
        ({"pools": [{**POOL, "block": 0.0}]}, "a `block` that is not above 0"),
        (
            {"blocks": [[], [], [{"Hold": {"pools": [], "body": 3}}], []]},
            "a `hold` without a pool",
        ),
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
