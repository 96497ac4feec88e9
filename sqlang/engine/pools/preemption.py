"""Whom a growth puts out, and what becomes of it (POOL-18 to POOL-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.numbers import SLACK
from sqlang.engine.observer import Preemption
from sqlang.engine.pools.admission import request_hold
from sqlang.engine.pools.giving_back import give_back_all
from sqlang.engine.pools.hold import Hold, innermost_part
from sqlang.engine.sessions.lifecycle import withdraw
from sqlang.engine.sessions.session import IN_STAGE, Session

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation


def find_victim(pool: Pool) -> Session | None:
    """Whom `preempt lifo` puts out: the session admitted last, or None (POOL-18).

    For the memory of step stages, that is among the sessions now in one of these stages.
    """
    if not pool.preempts:
        return None
    if pool.memory_of:
        return _last_admitted_in_stage(pool)
    for session in pool.holders.last_first():
        if innermost_part(session, pool) is not None:
            return session
    return None


def _last_admitted_in_stage(pool: Pool) -> Session | None:
    victim: Session | None = None
    for session in pool.holders.in_order():
        job = session.job
        if session.status != IN_STAGE or job is None or job.stage not in pool.memory_of:
            continue
        if victim is not None and session.admission <= victim.admission:
            continue
        if innermost_part(session, pool) is not None:
            victim = session
    return victim


def preempt(simulation: Simulation, session: Session, pool: Pool) -> None:
    """Put the session out of its innermost hold of `pool` and back into the queue (POOL-19)."""
    simulation.watch.tick(pool.holders.count)
    part = innermost_part(session, pool)
    assert part is not None
    hold = part.hold
    position = part.position
    _note_position(simulation, session, pool, position)
    if simulation.observer is not None:
        place = hold.statement.place
        event = Preemption(simulation.clock.now, session.serial, pool.index, place, position)
        simulation.observer.event(event)
    withdraw(simulation, session)
    _release_down_to(simulation, session, hold)
    pool.figures.preemptions += 1
    simulation.preemptions += 1
    simulation.changes.disturbances += 1
    session.statement = hold.statement.place
    request_hold(simulation, session, hold.statement, put_back=True)


def _note_position(simulation: Simulation, session: Session, pool: Pool, position: float) -> None:
    """Remember how far it came; no further than last time is stuck (POOL-20)."""
    before = session.preempted_at.get(pool.index)
    if before is not None and position <= before + SLACK and not session.stuck:
        session.stuck = True
        pool.figures.stuck += 1
    session.note_preemption(pool.index, position)
    session.attributes[simulation.slots.computed] = position


def _release_down_to(simulation: Simulation, session: Session, hold: Hold) -> None:
    """Release the holds from the innermost to `hold`, and leave their bodies."""
    while True:
        innermost = session.holds.pop()
        give_back_all(simulation, session, innermost)
        _leave_body(session, innermost)
        if innermost is hold:
            return


def _leave_body(session: Session, hold: Hold) -> None:
    """Leave the body of a hold, and all blocks within it."""
    frame = session.frame
    while frame is not None and frame.hold is not hold:
        frame = frame.outer
    if frame is not None:
        session.frame = frame.outer
        session.next = frame.following
