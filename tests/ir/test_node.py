from __future__ import annotations

import pytest

from sqlang.ir import program as ir
from sqlang.ir.node import Node

DEPTH = 20_000


def sum_of(terms: int, last: float = 1.0) -> ir.Expression:
    total: ir.Expression = ir.Number(last)
    for _ in range(terms):
        total = ir.Binary(ir.BinaryOperator.ADD, total, ir.Number(1.0))
    return total


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ir.Number(1.0), ir.Attribute(1)),
        (ir.Number(1.0), ir.Number(2.0)),
        (ir.Turn(), ir.End()),
        (ir.Drop(ir.Reference(0, 1, None)), ir.Release(ir.Reference(0, 1, None))),
        (ir.EvictBy((ir.Number(1.0),)), ir.EvictBy((ir.Number(1.0), ir.Number(1.0)))),
        (ir.EvictBy((ir.Number(1.0),)), ir.EvictBy((ir.Attribute(1),))),
        (ir.Reference(0, 1, None), ir.Reference(0, 1, ir.Number(0.0))),
        (ir.Reference(0, 1, ir.Number(0.0)), ir.Reference(0, 1, None)),
    ],
)
def test_nodes_differ_by_type_and_fields(one: Node, other: Node) -> None:
    assert one != other
    assert other != one


def test_equal_nodes_are_one_key() -> None:
    one, other = (
        ir.Run(ir.Reference(0, 2, ir.Number(1.0)), ir.Mode.PLAIN, ir.Number(2.0), None)
        for _ in range(2)
    )
    assert one is not other
    assert one == other
    assert {one: 1}[other] == 1


def test_depth_costs_no_stack() -> None:
    assert sum_of(DEPTH) == sum_of(DEPTH)
    assert sum_of(DEPTH) != sum_of(DEPTH, last=2.0)
    assert hash(sum_of(DEPTH)) == hash(sum_of(DEPTH))
    assert repr(sum_of(DEPTH)).count("Binary(") == DEPTH


def test_the_representation_makes_the_node_again() -> None:
    call = ir.Call(ir.Function.USED, (ir.PoolArgument(ir.Reference(0, 1, None)), ir.Number(-0.5)))
    assert repr(call) == (
        "Call(function=<Function.USED: 'Used'>, arguments=("
        "PoolArgument(pool=Reference(base=0, count=1, index=None)), Number(value=-0.5)))"
    )
    assert repr(ir.Hold((), None, 1, None, None)) == (
        "Hold(pools=(), reuse=None, body=1, cache=None, lease=None)"
    )
