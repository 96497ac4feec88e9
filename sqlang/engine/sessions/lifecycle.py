"""How sessions begin and end (EXE-13, EXE-14, EXE-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.holding_events import SESSION_ENDED
from sqlang.engine.observer import Arrival, Ending
from sqlang.engine.pools.giving_back import give_back_all
from sqlang.engine.pools.lease import end_lease
from sqlang.engine.sessions.session import ENDED, GROWING, QUEUED, Session

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.ir.program import SessionValues


def spawn(simulation: Simulation, values: SessionValues | None = None) -> None:
    """A session arrives: the `init` block runs and the session becomes ready (EXE-14).

    `values` are those that a session of an IR's list has of its own; they are stored after the
    block (WL-10).
    """
    session = simulation.population.add()
    simulation.signals.increase(simulation.live)
    simulation.workload.attach(simulation, session, values)
    if simulation.observer is not None:
        simulation.observer.event(Arrival(simulation.clock.now, session.serial))
    simulation.workload.run_init(simulation, session)
    if values is not None:
        for slot, value in values.attributes:
            session.attributes[slot] = value
    simulation.population.make_ready(session)


def end_session(simulation: Simulation, session: Session, rejected: bool) -> None:
    """The session leaves whatever it is in and gives everything back (EXE-28).

    `rejected` says that a pool could never hold what it asked for (POOL-2).
    """
    withdraw(simulation, session)
    while session.holds:
        give_back_all(simulation, session, session.holds.pop())
    while session.leases:
        end_lease(simulation, session, session.leases[0], SESSION_ENDED)
    session.status = ENDED
    session.next = None
    session.frame = None
    simulation.population.remove(session)
    simulation.signals.decrease(simulation.live)
    if simulation.warm:
        simulation.ended += 1
    if simulation.observer is not None:
        simulation.observer.event(Ending(simulation.clock.now, session.serial, rejected))
    simulation.workload.arrivals.session_ended(simulation)


def withdraw(simulation: Simulation, session: Session) -> None:
    """Take the session out of its queue, growers list or stage, without any result (STG-7)."""
    pool = session.waits_at
    if pool is not None:
        if session.status == QUEUED:
            pool.dequeue(session, simulation.changes)
        elif session.status == GROWING:
            pool.remove_grower(session, simulation.changes)
        session.waits_at = None
        session.request = None
    job = session.job
    if job is not None:
        session.job = None
        job.stage.remove(simulation, job)
        job.session = None  # an event may refer to the job for long
