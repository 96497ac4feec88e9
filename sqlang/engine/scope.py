"""What the engine cannot run yet, found in a program before it is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.ir import program as ir


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
        *_workload(program),
    ]


def _workload(program: ir.Program) -> Iterator[Unsupported]:
    if program.trace is not None:
        yield Unsupported("`trace`", "trace")
    if program.arrivals is not None:
        yield Unsupported("`arrivals`", "arrivals")
    if isinstance(program.arrival, ir.Renewal):
        yield Unsupported("`arrive renewal`", program.arrival)
    if isinstance(program.arrival, ir.Sessions):
        yield Unsupported("a list of sessions", program.arrival)
    for block in {program.init, program.turn}:
        for statement in program.blocks[block]:
            if not isinstance(statement, ir.Set | ir.Observe):
                yield Unsupported("this statement in `init` or `turn`", statement)
