"""What an engine tells whoever watches a run: small immutable events, in the order they happen.

Times are in the program's clock; a `Statement` is a place in `Program.blocks`. Without an observer
no event is made.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sqlang.engine.holding_events import (
    Drop,
    Growth,
    GrowthWait,
    HoldEnd,
    LeaseEnd,
    LeaseStart,
    Load,
    Release,
)
from sqlang.engine.selection_events import BatchSelection


class Statement:
    """A statement of the IR: `Program.blocks[block][position]`."""

    __slots__ = ("block", "position")

    def __init__(self, block: int, position: int) -> None:
        self.block: Final = block
        self.position: Final = position


class Member:
    """One job of an iteration's batch; `tokens` are those given in this iteration."""

    __slots__ = ("serial", "turn", "prefill", "tokens", "statement")

    def __init__(
        self, serial: int, turn: float, prefill: bool, tokens: float, statement: Statement
    ) -> None:
        self.serial: Final = serial
        self.turn: Final = turn
        self.prefill: Final = prefill
        self.tokens: Final = tokens
        self.statement: Final = statement


class Iteration:
    """A step stage starts an iteration (STEP-16); `used` and `cached` are units of its memory."""

    __slots__ = ("time", "stage", "members", "used", "cached", "cost")

    def __init__(
        self,
        time: float,
        stage: int,
        members: tuple[Member, ...],
        used: float,
        cached: float,
        cost: float,
    ) -> None:
        self.time: Final = time
        self.stage: Final = stage
        self.members: Final = members
        self.used: Final = used
        self.cached: Final = cached
        self.cost: Final = cost


class Arrival:
    """A session is spawned (EXE-14)."""

    __slots__ = ("time", "serial")

    def __init__(self, time: float, serial: int) -> None:
        self.time: Final = time
        self.serial: Final = serial


class Ending:
    """A session ends (EXE-28); `rejected` when a pool could never hold what it asked for."""

    __slots__ = ("time", "serial", "rejected")

    def __init__(self, time: float, serial: int, rejected: bool) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.rejected: Final = rejected


class TurnStart:
    """`turn` has been counted (EXE-18); its block runs next."""

    __slots__ = ("time", "serial", "statement", "turn")

    def __init__(self, time: float, serial: int, statement: Statement, turn: float) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.statement: Final = statement
        self.turn: Final = turn


class Queueing:
    """A session joins the queue of a hold's first pool (POOL-2)."""

    __slots__ = ("time", "serial", "pool", "statement")

    def __init__(self, time: float, serial: int, pool: int, statement: Statement) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement


class Admission:
    """A hold is admitted (POOL-7). `units` are allocated per pool; `cached` is what was reused."""

    __slots__ = ("time", "serial", "statement", "queued_at", "pools", "units", "cached")

    def __init__(
        self,
        time: float,
        serial: int,
        statement: Statement,
        queued_at: float,
        pools: tuple[int, ...],
        units: tuple[float, ...],
        cached: float,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.statement: Final = statement
        self.queued_at: Final = queued_at
        self.pools: Final = pools
        self.units: Final = units
        self.cached: Final = cached


class Preemption:
    """A session is put out of its hold of a pool (POOL-19); `computed` is the position it had."""

    __slots__ = ("time", "serial", "pool", "statement", "computed")

    def __init__(
        self, time: float, serial: int, pool: int, statement: Statement, computed: float
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.pool: Final = pool
        self.statement: Final = statement
        self.computed: Final = computed


class Eviction:
    """Cached units leave a pool (POOL-12); `entry` is a session's serial or a dead entry's."""

    __slots__ = ("time", "pool", "entry", "units")

    def __init__(self, time: float, pool: int, entry: int, units: float) -> None:
        self.time: Final = time
        self.pool: Final = pool
        self.entry: Final = entry
        self.units: Final = units


class Spill:
    """Units that pool `pool` has evicted come to pool `target`, or to its entry there (POOL-26)."""

    __slots__ = ("time", "pool", "target", "entry", "units")

    def __init__(self, time: float, pool: int, target: int, entry: int, units: float) -> None:
        self.time: Final = time
        self.pool: Final = pool
        self.target: Final = target
        self.entry: Final = entry
        self.units: Final = units


class JobStart:
    """A job joins a stage (STG-1); work in tokens at a step stage, else in time or capacity.

    A flow holds the stages `further` too (FLOW-1). The job of a spill has no session and no
    statement.
    """

    __slots__ = ("time", "serial", "stage", "statement", "work", "further")

    def __init__(
        self,
        time: float,
        serial: int | None,
        stage: int,
        statement: Statement | None,
        work: float,
        further: tuple[int, ...] = (),
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.stage: Final = stage
        self.statement: Final = statement
        self.work: Final = work
        self.further: Final = further


class JobEnd:
    """A job is done (STG-6): it joined at `joined` and its service began at `started`.

    A flow has held the stages `further` too (FLOW-1). The job of a spill has no session and no
    statement.
    """

    __slots__ = ("time", "serial", "stage", "statement", "joined", "started", "further")

    def __init__(
        self,
        time: float,
        serial: int | None,
        stage: int,
        statement: Statement | None,
        joined: float,
        started: float,
        further: tuple[int, ...] = (),
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.stage: Final = stage
        self.statement: Final = statement
        self.joined: Final = joined
        self.started: Final = started
        self.further: Final = further


class Assignment:
    """`set` or `choose` stored a value."""

    __slots__ = ("time", "serial", "statement", "slot", "value")

    def __init__(
        self, time: float, serial: int, statement: Statement, slot: int, value: float
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.statement: Final = statement
        self.slot: Final = slot
        self.value: Final = value


class SampleTaken:
    """`observe` was executed; `counted` is false during the warm-up."""

    __slots__ = ("time", "serial", "turn", "statement", "slot", "value", "counted")

    def __init__(
        self,
        time: float,
        serial: int,
        turn: float,
        statement: Statement,
        slot: int,
        value: float,
        counted: bool,
    ) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.turn: Final = turn
        self.statement: Final = statement
        self.slot: Final = slot
        self.value: Final = value
        self.counted: Final = counted


class BranchTaken:
    """A branch was decided."""

    __slots__ = ("time", "serial", "statement", "then")

    def __init__(self, time: float, serial: int, statement: Statement, then: bool) -> None:
        self.time: Final = time
        self.serial: Final = serial
        self.statement: Final = statement
        self.then: Final = then


class PoolLevel:
    """What a pool holds after a settling, told when it changed (STAT-4)."""

    __slots__ = ("time", "pool", "used", "cached", "queued", "holders")

    def __init__(
        self, time: float, pool: int, used: float, cached: float, queued: int, holders: int
    ) -> None:
        self.time: Final = time
        self.pool: Final = pool
        self.used: Final = used
        self.cached: Final = cached
        self.queued: Final = queued
        self.holders: Final = holders


Event = (
    Iteration
    | Arrival
    | Ending
    | Queueing
    | Admission
    | Preemption
    | LeaseStart
    | LeaseEnd
    | Release
    | Load
    | Eviction
    | Spill
    | JobStart
    | JobEnd
    | Assignment
    | SampleTaken
    | BranchTaken
    | PoolLevel
    | HoldEnd
    | GrowthWait
    | Growth
    | Drop
    | TurnStart
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Receives the events of a run; override `event`."""

    def event(self, event: Event) -> None:
        """Called for each event, in order, while the run goes on."""

    def follows(self, time: float, stage: int) -> bool:  # noqa: ARG002 - for those who override it
        """Asked before a stage selects a batch; true to be told of the `selection` in full."""
        return False

    def selection(self, selection: BatchSelection) -> None:
        """Called once a batch is selected that was asked for, before its iteration starts.

        No iteration starts with an empty batch, unless something was preempted (STEP-14, STEP-15).
        """

    def cancelled(self) -> bool:
        """Asked every few hundred events; true stops the run there."""
        return False

    def progress(self, time: float) -> None:
        """Told the clock every few hundred events."""
