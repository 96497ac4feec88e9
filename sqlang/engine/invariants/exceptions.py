"""Which pools and stages of a program the rules themselves exempt from an invariant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.ir import program as ir


class Exceptions:
    """Places of pools and stages in the program.

    `named_twice` may be named twice by one hold, and then count growths once only (POOL-31).
    `spilled_into` may cache more than fits (POOL-26). `visited_otherwise`
    have jobs of spills, or of flows that begin at another stage (FLOW-1).
    """

    def __init__(self, program: ir.Program) -> None:
        self.named_twice: Final[set[int]] = set()
        self.spilled_into: Final[set[int]] = set()
        self.visited_otherwise: Final[set[int]] = set()
        for block in program.blocks:
            for statement in block:
                if isinstance(statement, ir.Hold):
                    self._add_hold(statement)
                elif isinstance(statement, ir.Run) and statement.also:
                    for stage in (statement.stage, *statement.also):
                        self.visited_otherwise.update(_members(stage))
        for pool in program.pools:
            if pool.spill is not None:
                self.spilled_into.add(pool.spill.to)
                self.visited_otherwise.add(pool.spill.via)

    def _add_hold(self, hold: ir.Hold) -> None:
        seen: set[int] = set()
        for take in hold.pools:
            members = set(_members(take.pool))
            self.named_twice.update(seen & members)
            seen |= members


def _members(reference: ir.Reference) -> Iterator[int]:
    return iter(range(reference.base, reference.base + reference.count))
