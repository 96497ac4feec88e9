"""Growing an allocation, at once or after a wait (POOL-16, POOL-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.holding_events import Growth, GrowthWait
from sqlang.engine.pools.eviction import make_room
from sqlang.engine.pools.hold import HoldPart, innermost_part
from sqlang.engine.pools.preemption import find_victim, preempt
from sqlang.engine.sessions.session import GROWING, IN_STAGE, Session

if TYPE_CHECKING:
    from sqlang.engine.observer import Statement
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation


def grow(simulation: Simulation, session: Session, part: HoldPart, amount: float) -> bool:
    """Grow the allocation of `part` by `amount`; false if the session waits or has lost the hold.

    What does not fit preempts others, if the pool does that, or the session itself (POOL-16).
    """
    pool = part.pool
    need = units_to_add(part, amount)
    if need <= 0.0:
        return True
    while not pool.has_room(need):
        victim = find_victim(pool)
        if victim is None:
            session.status = GROWING
            session.waits_at = pool
            session.amount = amount
            pool.add_grower(session, simulation.changes)
            simulation.changes.disturbances += 1
            if simulation.observer is not None:
                place = _place(session)
                wait = GrowthWait(simulation.clock.now, session.serial, pool.index, place, need)
                simulation.observer.event(wait)
            return False
        simulation.standstill.note_preemption(session, pool)
        preempt(simulation, victim, pool)
        if victim is session:
            return False
    allocate(simulation, part, need)
    if simulation.observer is not None and session.job is None:
        _tell(simulation, session, pool, need, waited=False)
    return True


def retry_growers(simulation: Simulation, pool: Pool) -> None:
    """Serve waiting growers in order, up to the first that does not fit (POOL-17)."""
    while pool.growers:
        session = pool.growers[0]
        part = innermost_part(session, pool)
        assert part is not None
        need = units_to_add(part, session.amount)
        if not pool.has_room(need):
            return
        pool.remove_grower(session, simulation.changes)
        session.waits_at = None
        allocate(simulation, part, need)
        simulation.changes.disturbances += 1
        if simulation.observer is not None:
            _tell(simulation, session, pool, need, waited=True)
        if session.job is None:
            simulation.population.make_ready(session)
        else:
            session.status = IN_STAGE
            part.advance(session.amount)


def _tell(
    simulation: Simulation, session: Session, pool: Pool, units: float, *, waited: bool
) -> None:
    assert simulation.observer is not None
    now, place = simulation.clock.now, _place(session)
    event = Growth(now, session.serial, pool.index, place, units, waited)
    simulation.observer.event(event)


def _place(session: Session) -> Statement:
    """The statement that grows: that of its job, or the one just performed."""
    job = session.job
    place = session.statement if job is None else job.place
    assert place is not None
    return place


def units_to_add(part: HoldPart, amount: float) -> float:
    """The units to add so that the allocation and `amount` fit in whole blocks (POOL-16)."""
    return part.pool.round_up(part.allocation + amount) - part.allocation


def allocate(simulation: Simulation, part: HoldPart, need: float) -> None:
    """Make room and add `need`, once to the pool but to every part the hold has of it (POOL-31)."""
    pool = part.pool
    pool.touch(simulation.changes)
    make_room(simulation, pool, need)
    pool.used += need
    for each in part.hold.parts:
        if each.pool is pool:
            each.allocation += need
