"""What the engine cannot run yet, found in a program before it is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir.traversal import program_operands, walk

_ESTIMATORS: Final[Mapping[ir.Function, str]] = {
    ir.Function.PRICE: "`price`",
    ir.Function.EST_LAMBDA: "`est_lambda`",
    ir.Function.EST_RHO: "`est_rho`",
    ir.Function.EST_WAIT: "`est_wait`",
}


class Unsupported:
    """A feature in words, and the IR node that uses it, or the program's field that asks for it."""

    __slots__ = ("feature", "node")

    def __init__(self, feature: str, node: ir.Node | str) -> None:
        self.feature: Final = feature
        self.node: Final = node


def unsupported(program: ir.Program) -> list[Unsupported]:
    """Every use of a feature that the engine does not have yet, in no particular order.

    A family is reported once for all its members.
    """
    return [
        *_stages(program),
        *_pools(program),
        *_statements(program),
        *_estimators(program),
    ]


def _stages(program: ir.Program) -> Iterator[Unsupported]:
    names: set[str] = set()
    for stage in program.stages:
        if isinstance(stage.kind, ir.Ps) and stage.name not in names:
            names.add(stage.name)
            yield Unsupported("a `ps` stage", stage)


def _pools(program: ir.Program) -> Iterator[Unsupported]:
    names: set[str] = set()
    for pool in program.pools:
        if pool.name in names:
            continue
        names.add(pool.name)
        if pool.spill is not None:
            yield Unsupported("`spill`", pool.spill)
        if pool.block is not None and not pool.block > 0.0:
            yield Unsupported("a `block` that is not above 0", pool)


def _statements(program: ir.Program) -> Iterator[Unsupported]:
    for block in program.blocks:
        for statement in block:
            if isinstance(statement, ir.Run) and statement.also:
                yield Unsupported("`run` over several stages", statement)
            elif isinstance(statement, ir.Hold) and statement.lease is not None:
                yield Unsupported("`lease`", statement.lease)
            elif isinstance(statement, ir.Hold) and not statement.pools:
                yield Unsupported("a `hold` without a pool", statement)


def _estimators(program: ir.Program) -> Iterator[Unsupported]:
    for operand in program_operands(program):
        for part in walk(operand.node):
            if isinstance(part, ir.Call) and part.function in _ESTIMATORS:
                yield Unsupported(_ESTIMATORS[part.function], part)
