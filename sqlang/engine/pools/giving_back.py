"""Giving back what a hold has of a pool, and what stays cached (POOL-14, POOL-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.numbers import at_least_zero, minimum
from sqlang.engine.pools.cache import Entry
from sqlang.engine.pools.hold import Hold, HoldPart, innermost_part

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


def give_back(simulation: Simulation, session: Session, part: HoldPart) -> None:
    """The pool gets the allocation back and caches what the `cache` clause says (POOL-14)."""
    pool = part.pool
    pool.used -= part.allocation
    pool.holders.remove(session)
    clause = part.hold.statement.cache
    if clause is None:
        return
    wanted = at_least_zero(clause.evaluate(simulation.session_context.of(session)))
    kept = pool.round_down(minimum(wanted, part.computed()))
    if kept > 0.0:
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


def give_back_all(simulation: Simulation, session: Session, hold: Hold) -> None:
    """Give back every pool that the hold still has, in the order listed."""
    for part in hold.parts:
        give_back(simulation, session, part)
    hold.parts.clear()  # hold and parts refer to each other and would wait for the collector


def end_scope(simulation: Simulation, session: Session) -> None:
    """The body of the innermost hold is over: the hold ends (EXE-30, but for EXE-12)."""
    hold = session.holds.pop()
    for part in hold.parts:
        session.preempted_at.pop(part.pool.index, None)
    give_back_all(simulation, session, hold)
    session.attributes[simulation.slots.computed] = 0.0


def release(simulation: Simulation, session: Session, pool: Pool) -> None:
    """The innermost hold that has the pool gives it back now (POOL-22, but for EXE-12)."""
    part = innermost_part(session, pool)
    if part is None:
        return
    give_back(simulation, session, part)
    part.hold.parts.remove(part)
    session.preempted_at.pop(pool.index, None)
