"""Reads off a simulation what it is in the midst of, without changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.sessions.session import GROWING, IN_STAGE, QUEUED, Session
from sqlang.engine.state import (
    Allocation,
    EntryState,
    PoolState,
    RunState,
    SessionState,
)

if TYPE_CHECKING:
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation

_NAMES: Final = {QUEUED: "queued", IN_STAGE: "in stage", GROWING: "growing"}
_READY: Final = "ready"


def read_state(simulation: Simulation, time: float, over: bool) -> RunState:
    """The state at `time`, at which or before which the last event was."""
    live = sorted(simulation.population.sessions(), key=_serial)
    return RunState(
        time,
        over,
        simulation.population.arrivals,
        tuple([_pool_state(pool) for pool in simulation.pools]),
        tuple([stage.state(simulation, time) for stage in simulation.stages]),
        tuple([_session_state(simulation, session) for session in live]),
    )


def _serial(session: Session) -> int:
    return session.serial


def _pool_state(pool: Pool) -> PoolState:
    entries = [
        EntryState(entry.number, entry.size, entry.released) for entry in pool.cache.entries()
    ]
    return PoolState(
        pool.used,
        pool.cache.total,
        tuple([session.serial for session in pool.queue]),
        tuple([session.serial for session in pool.growers]),
        tuple(entries),
    )


def _session_state(simulation: Simulation, session: Session) -> SessionState:
    pool, job = session.waits_at, session.job
    return SessionState(
        session.serial,
        session.attributes[simulation.slots.turn],
        _NAMES.get(session.status, _READY),
        session.statement,
        session.waits_since if job is None else job.joined,
        None if pool is None else pool.index,
        None if job is None else job.stage.index,
        session.put_back,
        _asked(session),
        _allocations(session),
    )


def _asked(session: Session) -> tuple[tuple[int, float], ...]:
    request, pool = session.request, session.waits_at
    if request is not None:
        return tuple([(asked.pool.index, asked.units) for asked in request.pools])
    if pool is not None:
        return ((pool.index, session.amount),)
    return ()


def _allocations(session: Session) -> tuple[Allocation, ...]:
    held = [_allocation(part, False) for hold in session.holds for part in hold.parts]
    leased = [_allocation(lease.part, True) for lease in session.leases]
    return tuple(held + leased)


def _allocation(part: HoldPart, leased: bool) -> Allocation:
    place = part.hold.statement.place
    return Allocation(part.pool.index, part.allocation, part.position, place, leased)
