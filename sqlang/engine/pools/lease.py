"""Leases: what a hold leaves allocated to its session when its scope ends (POOL-23, POOL-24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.holding_events import LeaseEnd, LeaseStart
from sqlang.engine.pools.giving_back import give_back

if TYPE_CHECKING:
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class Lease:
    """A hold's part of a pool that outlives the hold; `number` counts the leases of the run."""

    __slots__ = ("number", "part", "session")

    def __init__(self, number: int, part: HoldPart, session: Session) -> None:
        self.number: Final = number
        self.part: Final = part
        self.session: Session | None = session
        """None once it has ended: an expiry still to come keeps no session in memory."""


def begin_lease(simulation: Simulation, session: Session, part: HoldPart, expires: float) -> Lease:
    """The part stays with the session up to `expires`, a time that may be infinite (POOL-23)."""
    now = simulation.clock.now
    lease = Lease(simulation.take_lease_number(), part, session)
    session.add_lease(lease)
    if simulation.observer is not None:
        place = part.hold.statement.place
        event = LeaseStart(
            now, session.serial, part.pool.index, place, lease.number, part.allocation, expires
        )
        simulation.observer.event(event)
    return lease


def end_lease(simulation: Simulation, session: Session, lease: Lease, reason: str) -> float:
    """The pool gets the part back; `reason` is one of `LeaseEnd` (POOL-24, but for EXE-12).

    Returns the units that stay cached.
    """
    lease.session = None
    session.leases.remove(lease)
    part = lease.part
    kept = give_back(simulation, session, part)
    if simulation.observer is not None:
        place = part.hold.statement.place
        event = LeaseEnd(
            simulation.clock.now,
            session.serial,
            part.pool.index,
            place,
            lease.number,
            part.allocation,
            kept,
            reason,
        )
        simulation.observer.event(event)
    return kept


def oldest_lease(session: Session, pool: Pool) -> Lease | None:
    """The session's oldest lease of the pool, if any (POOL-22)."""
    for lease in session.leases:
        if lease.part.pool is pool:
            return lease
    return None
