"""How sessions come into the queue of a pool and out of it again (part 4, section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.numbers import at_least_zero, maximum, total_order
from sqlang.engine.observer import Admission, Queueing
from sqlang.engine.pools.eviction import make_room
from sqlang.engine.pools.hold import Hold, HoldPart, HoldRequest, PoolRequest
from sqlang.engine.sessions.lifecycle import end_session
from sqlang.engine.sessions.session import HOLD_FRAME, QUEUED, Session

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.holding import HoldStatement
    from sqlang.engine.simulation import Simulation


def request_hold(
    simulation: Simulation, session: Session, statement: HoldStatement, put_back: bool
) -> None:
    """Perform a `hold` up to the queue: its references and units, then joining (EXE-22, POOL-2).

    `put_back` sends the session to the front of the queue, after a preemption (POOL-19).
    """
    context = simulation.session_context.of(session)
    pools: list[PoolRequest] = []
    for take in statement.takes:
        pool = take.pool.resolve(context)
        pools.append(PoolRequest(pool, at_least_zero(take.units.evaluate(context))))
    leased = None if statement.lease is None else statement.lease.pool.resolve(context)
    request = HoldRequest(statement, pools, leased)
    for place, take in enumerate(statement.takes):
        asked = pools[place]
        pool, need = asked.pool, asked.units
        if take.reserve is not None:
            need = maximum(take.reserve.evaluate(context), need)
        if pool.round_up(need) > pool.capacity:
            pool.figures.rejected += 1
            end_session(simulation, session, rejected=True)
            return
    if pools:
        _join_queue(simulation, session, request, put_back)
    else:
        # No text gives such a hold, and the reference fails at it (IR-55): it waits for nothing.
        session.waits_since = simulation.clock.now
        admit(simulation, session, request)


def _join_queue(
    simulation: Simulation, session: Session, request: HoldRequest, put_back: bool
) -> None:
    """Wait in the queue of the hold's first pool."""
    pool = request.pools[0].pool
    session.status = QUEUED
    session.request = request
    session.waits_at = pool
    session.waits_since = simulation.clock.now
    session.put_back = put_back
    pool.enqueue(session, simulation.changes, in_front=put_back)
    if simulation.observer is not None:
        place = request.statement.place
        event = Queueing(simulation.clock.now, session.serial, pool.index, place)
        simulation.observer.event(event)


def try_to_admit(simulation: Simulation, pool: Pool) -> None:
    """Admit as long as the session selected fits; one that does not blocks the others (POOL-5)."""
    while pool.queued:
        session = select(simulation, pool)
        request = evaluate_header(simulation, session)
        if not request.fits():
            return
        admit(simulation, session, request)


def select(simulation: Simulation, pool: Pool) -> Session:
    """The session whose turn it is in a queue that is not empty (POOL-3)."""
    front = pool.queue[0]
    if pool.queue_key is None or front.put_back:
        return front
    simulation.watch.tick(len(pool.queue))
    context = simulation.session_context
    chosen = front
    least = total_order(pool.queue_key.evaluate(context.of(front)))
    for position in range(1, len(pool.queue)):
        session = pool.queue[position]
        key = total_order(pool.queue_key.evaluate(context.of(session)))
        if key < least:
            chosen, least = session, key
    return chosen


def evaluate_header(simulation: Simulation, session: Session) -> HoldRequest:
    """Evaluate units and `reserve` of the hold a session waits for (POOL-6)."""
    request = session.request
    assert request is not None
    context = simulation.session_context.of(session)
    for place, take in enumerate(request.statement.takes):
        asked = request.pools[place]
        units = at_least_zero(take.units.evaluate(context))
        asked.units = units
        asked.need = units
        if take.reserve is not None:
            asked.need = maximum(take.reserve.evaluate(context), units)
    return request


def admit(simulation: Simulation, session: Session, request: HoldRequest) -> None:
    """Take the session out of its queue and give it what it asks for (POOL-7)."""
    waited_at = session.waits_at
    if waited_at is not None:
        waited_at.dequeue(session, simulation.changes)
    statement = request.statement
    kept: float | None = None
    if statement.reuse is not None:
        context = simulation.session_context.of(session)
        kept = at_least_zero(statement.reuse.evaluate(context))
    hold = Hold(statement, request.leased)
    cached = 0.0
    for asked in request.pools:
        units = asked.pool.round_up(asked.units)
        part = _allocate(simulation, session, hold, asked.pool, units, kept)
        hold.parts.append(part)
        cached = max(cached, part.position)
    if simulation.warm and waited_at is not None:
        waited_at.figures.wait.add(simulation.clock.now - session.waits_since)
    simulation.changes.disturbances += 1
    session.admission = simulation.take_admission_number()
    session.attributes[simulation.slots.cached] = cached
    session.holds.append(hold)
    session.enter(statement.body, HOLD_FRAME, statement.place, hold)
    session.request = None
    session.waits_at = None
    session.put_back = False
    simulation.population.make_ready(session)
    if simulation.observer is not None:
        simulation.observer.event(_admission_event(simulation, session, hold, cached))


def _allocate(
    simulation: Simulation,
    session: Session,
    hold: Hold,
    pool: Pool,
    units: float,
    kept: float | None,
) -> HoldPart:
    """One pool's part of an admission: its own entry is used up, then the units are allocated."""
    serial = session.serial
    own = 0.0 if pool.cache.is_empty() else pool.cache.size_of(serial)
    usable = own if kept is None else pool.round_down(kept)
    if own > usable:
        number = simulation.take_dead_number()
        pool.cache.cut_own(serial, usable, number, list(session.attributes))
        own = usable
    elif not pool.cache.is_empty():
        pool.cache.take_own(serial)
    make_room(simulation, pool, units)
    pool.touch(simulation.changes)
    pool.used += units
    pool.holders.append(session)
    pool.figures.admissions += 1
    return HoldPart(hold, pool, units, own)


def _admission_event(
    simulation: Simulation, session: Session, hold: Hold, cached: float
) -> Admission:
    return Admission(
        simulation.clock.now,
        session.serial,
        hold.statement.place,
        session.waits_since,
        tuple(part.pool.index for part in hold.parts),
        tuple(part.allocation for part in hold.parts),
        cached,
    )
