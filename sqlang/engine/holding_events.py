"""What an observer is told of leases, and of `release` and `load` statements.

Times are in the program's clock, units are those of the pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.observer import Statement

RELEASED: Final = "released"
EXPIRED: Final = "expired"
SESSION_ENDED: Final = "session ended"
"""Why a lease ends (POOL-24)."""


class LeaseStart:
    """A hold leaves `units` of a pool to its session up to `expires`, which may be infinite.

    `lease` numbers the leases of the run in their order; `statement` is the hold (POOL-23).
    """

    __slots__ = ("time", "serial", "pool", "statement", "lease", "units", "expires")

    def __init__(
        self,
        time: float,
        serial: int,
        pool: int,
        statement: Statement,
        lease: int,
        units: float,
        expires: float,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.lease: Final = lease
        self.units: Final = units
        self.expires: Final = expires


class LeaseEnd:
    """A lease is over; `cached` of its `units` stay in the pool (POOL-24).

    `reason` is `RELEASED`, `EXPIRED` or `SESSION_ENDED`.
    """

    __slots__ = ("time", "serial", "pool", "statement", "lease", "units", "cached", "reason")

    def __init__(
        self,
        time: float,
        serial: int,
        pool: int,
        statement: Statement,
        lease: int,
        units: float,
        cached: float,
        reason: str,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.lease: Final = lease
        self.units: Final = units
        self.cached: Final = cached
        self.reason: Final = reason


class Release:
    """`release` gave `units` of a hold or lease back, of which `cached` stay (POOL-22).

    `hold` is the statement they were allocated by, None if there was nothing to give back.
    """

    __slots__ = ("time", "serial", "pool", "statement", "hold", "units", "cached")

    def __init__(
        self,
        time: float,
        serial: int,
        pool: int,
        statement: Statement,
        hold: Statement | None,
        units: float,
        cached: float,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.hold: Final = hold
        self.units: Final = units
        self.cached: Final = cached


class Load:
    """`load` filled `units` of a hold, which is then computed up to `position` (POOL-25)."""

    __slots__ = ("time", "serial", "pool", "statement", "units", "position")

    def __init__(
        self,
        time: float,
        serial: int,
        pool: int,
        statement: Statement,
        units: float,
        position: float,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.units: Final = units
        self.position: Final = position


class HoldEnd:
    """A hold is over: its scope ended, or its session was preempted or ended (POOL-14, EXE-30).

    `pools` are those that it still had and now gives back: `units` of each, of which `cached` stay.
    What it leaves as a lease is not among them.
    """

    __slots__ = ("time", "serial", "statement", "pools", "units", "cached")

    def __init__(
        self,
        time: float,
        serial: int,
        statement: Statement,
        pools: tuple[int, ...],
        units: tuple[float, ...],
        cached: tuple[float, ...],
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.statement: Final = statement
        self.pools: Final = pools
        self.units: Final = units
        self.cached: Final = cached


class GrowthWait:
    """A hold cannot grow by `units` and waits for room (POOL-16), in a `grow` or `run`."""

    __slots__ = ("time", "serial", "pool", "statement", "units")

    def __init__(
        self, time: float, serial: int, pool: int, statement: Statement, units: float
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.units: Final = units


class Growth:
    """A hold has grown by `units`, at once in `grow`, or after a wait (POOL-16, POOL-17).

    What a job grows by at once, from iteration to iteration, is not told one by one.
    """

    __slots__ = ("time", "serial", "pool", "statement", "units", "waited")

    def __init__(
        self, time: float, serial: int, pool: int, statement: Statement, units: float, waited: bool
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.units: Final = units
        self.waited: Final = waited


class Drop:
    """`drop` has removed a session's own cached entry of so many units, 0 without one (EXE-24)."""

    __slots__ = ("time", "serial", "pool", "statement", "units")

    def __init__(
        self, time: float, serial: int, pool: int, statement: Statement, units: float
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.units: Final = units
