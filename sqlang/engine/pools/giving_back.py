"""Giving back what a hold or lease has of a pool, and what of it stays cached (POOL-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.expressions.expression import Expression
from sqlang.engine.holding_events import HoldEnd
from sqlang.engine.numbers import at_least_zero, minimum
from sqlang.engine.pools.cache import Entry
from sqlang.engine.pools.hold import Hold, HoldPart

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


def give_back(simulation: Simulation, session: Session, part: HoldPart) -> float:
    """The pool gets the allocation back and caches what the `cache` clause says (POOL-14).

    Returns the units that stay cached.
    """
    pool = part.pool
    pool.touch(simulation.changes)
    pool.used -= part.allocation
    pool.holders.remove(session)
    statement = part.hold.statement
    if statement.cache is None:
        return 0.0
    wanted = evaluate_clause(simulation, session, part.hold, statement.cache)
    kept = pool.round_down(minimum(wanted, part.computed()))
    if not kept > 0.0:
        return 0.0
    pool.cache.add(
        Entry(
            session.serial,
            session,
            kept,
            simulation.clock.now,
            simulation.take_release_number(),
            list(session.attributes),
        )
    )
    return kept


def give_back_all(simulation: Simulation, session: Session, hold: Hold) -> None:
    """Give back every pool that the hold still has, in the order listed."""
    if simulation.observer is None:
        for part in hold.parts:
            give_back(simulation, session, part)
    else:
        cached = [give_back(simulation, session, part) for part in hold.parts]
        tell_end(simulation, session, hold, hold.parts, cached)
    hold.parts.clear()  # hold and parts refer to each other and would wait for the collector


def tell_end(
    simulation: Simulation,
    session: Session,
    hold: Hold,
    parts: list[HoldPart],
    cached: list[float],
) -> None:
    """Tell the observer that a hold is over, which parts went back and what of each is cached."""
    assert simulation.observer is not None
    event = HoldEnd(
        simulation.clock.now,
        session.serial,
        hold.statement.place,
        tuple([part.pool.index for part in parts]),
        tuple([part.allocation for part in parts]),
        tuple(cached),
    )
    simulation.observer.event(event)


def evaluate_clause(
    simulation: Simulation, session: Session, hold: Hold, clause: Expression
) -> float:
    """What follows a hold's body, in units or time; an error in it is the hold's."""
    before = session.statement
    session.statement = hold.statement.place
    value = at_least_zero(clause.evaluate(simulation.session_context.of(session)))
    session.statement = before
    return value
