"""Which part of a program a node of its IR belongs to, for who can show no closer place."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.ir import program as ir
from sqlang.ir.node import fields_of
from sqlang.ir.places import pool_place, stage_place, statement_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Enclosing:
    """A stage, pool or statement by its place; `kind` is one of these words.

    `at` is the place in `Program.stages`, `.pools` or `.blocks`, `position` that in the block.
    """

    __slots__ = ("at", "kind", "position")

    def __init__(self, kind: str, at: int, position: int = 0) -> None:
        self.kind: Final = kind
        self.at: Final = at
        self.position: Final = position

    def in_words(self, program: ir.Program) -> str:
        """The place for who reads the program's JSON, with the member of a family."""
        match self.kind:
            case "stage":
                return stage_place(program.stages[self.at]) + f": stages[{self.at}]"
            case "pool":
                return pool_place(program.pools[self.at]) + f": pools[{self.at}]"
        return statement_place(program, self.at, self.position)

    def member(self, program: ir.Program) -> str:
        """Which member of a family it is, as `e[1]`; empty if it is the only one of its name."""
        if self.kind == "statement":
            return ""
        if self.kind == "stage":
            names = [stage.name for stage in program.stages]
        else:
            names = [pool.name for pool in program.pools]
        name = names[self.at]
        return "" if names.count(name) == 1 else f"{name}[{self.at - names.index(name)}]"


def enclosing(program: ir.Program, node: object) -> Enclosing | None:
    """The stage, pool or statement that is `node` or has it within; None for the rest."""
    for index, stage in enumerate(program.stages):
        if _contains(stage, node):
            return Enclosing("stage", index)
    for index, pool in enumerate(program.pools):
        if _contains(pool, node):
            return Enclosing("pool", index)
    for block, statements in enumerate(program.blocks):
        for position, statement in enumerate(statements):
            if _contains(statement, node):
                return Enclosing("statement", block, position)
    return None


def _contains(root: ir.Node, node: object) -> bool:
    pending: list[object] = [root]
    while pending:
        found = pending.pop()
        if found is node:
            return True
        pending += _below(found)
    return False


def _below(value: object) -> Iterator[object]:
    if isinstance(value, ir.Node):
        yield from (getattr(value, field) for field in fields_of(type(value)))
    elif isinstance(value, tuple):
        yield from value
