"""A hold that waits in a queue, and a hold that is active (POOL-2, POOL-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.holding import HoldStatement
    from sqlang.engine.sessions.session import Session


class PoolRequest:
    """What is asked of one pool; `need` is what must fit, `units` or a greater `reserve`."""

    __slots__ = ("pool", "units", "need")

    def __init__(self, pool: Pool, units: float) -> None:
        self.pool: Final = pool
        self.units = units
        self.need = units


class HoldRequest:
    """What a session asks for with a `hold`: of its pools, in order; there may be none in an IR.

    The pools are settled when the statement is performed (EXE-22); units and needs are evaluated
    again at every attempt to admit (POOL-6), and are those of the last one.
    """

    __slots__ = ("statement", "pools", "leased")

    def __init__(
        self, statement: HoldStatement, pools: list[PoolRequest], leased: Pool | None
    ) -> None:
        self.statement: Final = statement
        self.pools: Final = pools
        self.leased: Final = leased

    def fits(self) -> bool:
        """Every pool has room for what it is asked for, each judged by itself (POOL-4)."""
        for asked in self.pools:
            pool = asked.pool
            if not pool.has_room(pool.round_up(asked.need)):
                return False
        return True


class HoldPart:
    """A pool's part of a hold: allocated units, and the position up to which they are computed."""

    __slots__ = ("hold", "pool", "allocation", "position")

    def __init__(self, hold: Hold, pool: Pool, allocation: float, position: float) -> None:
        self.hold: Final = hold
        self.pool: Final = pool
        self.allocation = allocation
        self.position = position

    def advance(self, units: float) -> None:
        """A growing run or a load has filled `units` more."""
        self.position += units
        self.hold.grown = True

    def computed(self) -> float:
        """How much of it can be cached: up to the position if the hold has grown (POOL-15)."""
        return self.position if self.hold.grown else self.allocation


class Hold:
    """An active hold; `grown` once a growing run or a load has moved a position of it.

    What it still has of `leased` at the end of its scope stays with the session (POOL-23).
    """

    __slots__ = ("statement", "leased", "parts", "grown")

    def __init__(self, statement: HoldStatement, leased: Pool | None) -> None:
        self.statement: Final = statement
        self.leased: Final = leased
        self.parts: Final[list[HoldPart]] = []
        self.grown = False

    def part_of(self, pool: Pool) -> HoldPart | None:
        """The first part on `pool` (POOL-31), None if it has none or has given it back."""
        for part in self.parts:
            if part.pool is pool:
                return part
        return None


def parts_of(session: Session, pool: Pool) -> list[HoldPart]:
    """All parts on `pool` of the active holds, outer ones first."""
    return [part for hold in session.holds for part in hold.parts if part.pool is pool]


def innermost_part(session: Session, pool: Pool) -> HoldPart | None:
    """The part on `pool` of the innermost active hold that still has it."""
    for hold in reversed(session.holds):
        part = hold.part_of(pool)
        if part is not None:
            return part
    return None
