from __future__ import annotations

import json

from sqlang.ir import program as ir
from sqlang.ir.moments import Moment
from sqlang.ir.reading import from_json
from sqlang.ir.traversal import (
    is_deeper_than,
    stage_operands,
    statement_blocks,
    statement_operands,
    walk,
)
from tests.ir.documents import EVERYTHING
from tests.ir.operands import pool_operands, program_operands

PROGRAM = from_json(json.dumps(EVERYTHING))


def places(block: int, position: int) -> list[tuple[str, Moment, str]]:
    """The operands of a statement: what kind of node, when, and by what word."""
    operands = statement_operands(PROGRAM.blocks[block][position])
    return [(type(each.node).__name__, each.moment, each.role) for each in operands]


def test_a_hold_in_the_order_of_its_checks() -> None:
    assert places(3, 1) == [
        ("PoolArgument", Moment.SESSION, "hold"),
        ("Number", Moment.ADMIT, "hold"),
        ("PoolArgument", Moment.SESSION, "hold"),
        ("Attribute", Moment.ADMIT, "hold"),
        ("Attribute", Moment.ADMIT, "reserve"),
        ("Attribute", Moment.ADMIT, "reuse"),
        ("Attribute", Moment.SESSION, "cache"),
        ("PoolArgument", Moment.SESSION, "lease"),
        ("Number", Moment.SESSION, "lease"),
    ]


def test_a_run_names_all_its_stages_first() -> None:
    assert places(4, 2) == [
        ("StageArgument", Moment.SESSION, "run"),
        ("StageArgument", Moment.SESSION, "run"),
        ("Number", Moment.SESSION, "run"),
    ]
    assert places(4, 0)[-1] == ("PoolArgument", Moment.SESSION, "growing")


def test_statements_without_operands() -> None:
    assert places(5, 0) == places(4, 8) == places(2, 0) == []


def test_pools_and_stages_in_the_order_of_their_checks() -> None:
    assert [(each.moment, each.role) for each in pool_operands(PROGRAM.pools[1])] == [
        (Moment.ADMIT, "queue"),
        (Moment.EVICT, "evict"),
        (Moment.EVICT, "evict"),
        (Moment.EVICT, "spill"),
        (Moment.EVICT, "spill"),
    ]
    assert [(each.moment, each.role) for each in stage_operands(PROGRAM.stages[5])] == [
        (Moment.BUDGET, "budget"),
        (Moment.BUDGET, "chunk"),
        (Moment.STEP, "cost"),
        (Moment.SERVE, "serve"),
        (Moment.SERVE, "serve"),
    ]
    assert [each.moment for each in stage_operands(PROGRAM.stages[2])] == [Moment.PS]
    assert list(stage_operands(PROGRAM.stages[0])) == []


def test_nested_blocks() -> None:
    loop, hold, branch = PROGRAM.blocks[2][0], PROGRAM.blocks[3][1], PROGRAM.blocks[3][3]
    assert [statement_blocks(s) for s in (loop, hold, branch)] == [(3,), (4,), (5, 6)]
    assert statement_blocks(PROGRAM.blocks[5][0]) == ()


def test_a_walk_is_in_the_order_of_the_text() -> None:
    statement = PROGRAM.blocks[3][0]
    assert isinstance(statement, ir.Set)
    assert [type(node).__name__ for node in walk(statement.value)] == [
        "Binary",
        "Call",
        "PoolArgument",
        "Attribute",
        "Context",
    ]


def test_every_function_called_and_every_draw_is_found() -> None:
    nodes = [node for operand in program_operands(PROGRAM) for node in walk(operand.node)]
    calls = [node.function for node in nodes if isinstance(node, ir.Call)]
    assert calls == [
        ir.Function.USED,
        ir.Function.QUEUED,
        ir.Function.PRICE,
        ir.Function.MIN,
    ]
    draws = [node.distribution for node in nodes if isinstance(node, ir.Sample)]
    assert draws == [ir.Distribution.UNIFORM, ir.Distribution.EXP]


def test_depth_counts_levels() -> None:
    index = ir.PoolArgument(ir.Reference(0, 1, ir.Number(1.0)))
    call = ir.Call(ir.Function.USED, (index,))
    assert [is_deeper_than(call, levels) for levels in (2, 3)] == [True, False]
    assert [is_deeper_than(ir.Number(1.0), levels) for levels in (0, 1)] == [True, False]
