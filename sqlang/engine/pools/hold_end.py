"""How holds and leases end: the end of the body, `release`, an expiry (EXE-30, POOL-22 to 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.event import Event
from sqlang.engine.holding_events import EXPIRED, RELEASED, Release
from sqlang.engine.observer import Statement
from sqlang.engine.pools.giving_back import evaluate_clause, give_back, tell_end
from sqlang.engine.pools.hold import Hold, HoldPart, innermost_part
from sqlang.engine.pools.lease import Lease, begin_lease, end_lease, oldest_lease
from sqlang.engine.pools.service import serve_all_pools

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


def end_scope(simulation: Simulation, session: Session) -> None:
    """The body of the innermost hold is over: the hold ends (EXE-30)."""
    hold = session.holds.pop()
    if simulation.observer is None:
        for part in hold.parts:
            if part.pool is hold.leased:
                _lease(simulation, session, hold, part)
            else:
                give_back(simulation, session, part)
    else:
        _end_observed(simulation, session, hold)
    if session.preempted_at:
        for part in hold.parts:
            session.preempted_at.pop(part.pool.index, None)
    hold.parts.clear()  # hold and parts refer to each other and would wait for the collector
    session.attributes[simulation.slots.computed] = 0.0
    serve_all_pools(simulation)


def _end_observed(simulation: Simulation, session: Session, hold: Hold) -> None:
    """The same for an observer, who is told what went back."""
    returned: list[HoldPart] = []
    cached: list[float] = []
    for part in hold.parts:
        if part.pool is hold.leased:
            _lease(simulation, session, hold, part)
        else:
            returned.append(part)
            cached.append(give_back(simulation, session, part))
    tell_end(simulation, session, hold, returned, cached)


def _lease(simulation: Simulation, session: Session, hold: Hold, part: HoldPart) -> None:
    """The session keeps the part for as long as the `lease` clause says (POOL-23)."""
    clause = hold.statement.lease
    assert clause is not None
    duration = evaluate_clause(simulation, session, hold, clause.time)
    expires = simulation.clock.now + duration
    lease = begin_lease(simulation, session, part, expires)
    # What is due after the horizon never happens and need not be remembered.
    if expires <= simulation.program.horizon:
        simulation.calendar.schedule(expires, LeaseExpiry(lease))


class LeaseExpiry(Event):
    """The time of a lease is over, unless it has ended before (POOL-24)."""

    def __init__(self, lease: Lease) -> None:
        super().__init__()
        self._lease: Final = lease

    def happen(self, simulation: Simulation) -> None:
        session = self._lease.session
        if session is not None:
            simulation.changes.disturbances += 1
            end_lease(simulation, session, self._lease, EXPIRED)
            serve_all_pools(simulation)

    def statement(self) -> Statement | None:
        return self._lease.part.hold.statement.place


def release(simulation: Simulation, session: Session, pool: Pool, place: Statement) -> None:
    """The innermost hold that has the pool gives it back, else the oldest lease of it ends.

    This is POOL-22 at the statement `place`, with what follows even if there is neither (EXE-12).
    """
    part = innermost_part(session, pool)
    lease = oldest_lease(session, pool) if part is None else None
    kept = 0.0
    if part is not None:
        kept = give_back(simulation, session, part)
        part.hold.parts.remove(part)
        session.preempted_at.pop(pool.index, None)
    elif lease is not None:
        part = lease.part
        kept = end_lease(simulation, session, lease, RELEASED)
    if simulation.observer is not None:
        hold = None if part is None else part.hold.statement.place
        units = 0.0 if part is None else part.allocation
        now = simulation.clock.now
        event = Release(now, session.serial, pool.index, place, hold, units, kept)
        simulation.observer.event(event)
    serve_all_pools(simulation)
