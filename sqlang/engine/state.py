"""What a run is in the midst of at a time: plain records, read off by `PausedRun.state`.

Times are in the program's clock, pools and stages are places in the program.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlang.engine.observer import Member, Statement


class Allocation(NamedTuple):
    """What a session has of a pool: `units` are allocated, up to `position` they are computed.

    `statement` is the hold that it comes from, which is over if it is `leased` (POOL-23).
    """

    pool: int
    units: float
    position: float
    statement: Statement
    leased: bool


class SessionState(NamedTuple):
    """A live session: where it is in the program, where it waits, what it has.

    `status` is `ready`, `queued` (for admission to `pool`), `in stage` or `growing` (in `pool`, and
    in `stage` if it grows for a job); of the last three `since` is when that began, but for one
    that grows. `statement` is the one performed last, None before the first; `put_back` says that a
    preemption put it into its queue. `asked` are the units asked for of each pool of the hold it is
    queued for, or those that it wants to grow by. Allocations are the oldest first, leases last.
    """

    serial: int
    turn: float
    status: str
    statement: Statement | None
    since: float
    pool: int | None
    stage: int | None
    put_back: bool
    asked: tuple[tuple[int, float], ...]
    allocations: tuple[Allocation, ...]


class EntryState(NamedTuple):
    """Cached units of a session, or dead ones (POOL-9), which have `entry` numbers from 2^62 on."""

    entry: int
    units: float
    released: float


class PoolState(NamedTuple):
    """A pool: serials of who waits for admission and of who waits to grow, each in their order.

    `entries` are in the order of their release, which is that of eviction under `evict lru`.
    """

    used: float
    cached: float
    queue: tuple[int, ...]
    growers: tuple[int, ...]
    entries: tuple[EntryState, ...]


class JobState(NamedTuple):
    """A job at a stage; one that waits for a server has not `started`.

    `remaining` is what is left of its work: tokens not yet computed at a step stage, time at `fifo`
    and `delay`, else capacity, which is given to it at `rate`. A spill's job has no session.
    """

    serial: int | None
    statement: Statement | None
    joined: float
    started: float | None
    remaining: float
    rate: float = 1.0
    prefill: bool = False


class StageState(NamedTuple):
    """Jobs in the order in which the stage has them, those in service before those that wait.

    Of the iteration that runs, if any, `batch` are the members, from `began` to `ends`.
    """

    jobs: tuple[JobState, ...]
    running: bool = False
    batch: tuple[Member, ...] = ()
    began: float = 0.0
    ends: float = 0.0


class RunState(NamedTuple):
    """A whole run at `time`, after all that happens then; `over` if nothing can come any more.

    Sessions are in the order of their serials.
    """

    time: float
    over: bool
    arrived: int
    pools: tuple[PoolState, ...]
    stages: tuple[StageState, ...]
    sessions: tuple[SessionState, ...]
