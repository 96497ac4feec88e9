"""All that a program evaluates, for tests that look at each expression."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.ir import program as ir
from sqlang.ir.traversal import (
    Operand,
    arrival_operands,
    pool_keys,
    spill_operands,
    stage_operands,
    statement_operands,
)


def pool_operands(pool: ir.Pool) -> Iterator[Operand]:
    """A pool's queue key, eviction keys and spill expressions (ORD-5)."""
    yield from pool_keys(pool)
    if pool.spill is not None:
        yield from spill_operands(pool.spill)


def program_operands(program: ir.Program) -> Iterator[Operand]:
    """Everything a program evaluates: blocks, pools, stages, arrival (ORD-5)."""
    for block in program.blocks:
        for statement in block:
            yield from statement_operands(statement)
    for pool in program.pools:
        yield from pool_operands(pool)
    for stage in program.stages:
        yield from stage_operands(stage)
    yield from arrival_operands(program.arrival)
