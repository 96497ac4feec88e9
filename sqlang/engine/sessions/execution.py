"""Executing sessions: blocks, frames and the ready list (EXE-7, EXE-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.pools.hold_end import end_scope
from sqlang.engine.sessions.lifecycle import end_session
from sqlang.engine.sessions.session import HOLD_FRAME, LOOP_FRAME, READY, Session

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


def execute_ready(simulation: Simulation) -> None:
    """Execute the ready list until it is empty (EXE-7)."""
    population = simulation.population
    entry = population.first_ready
    while entry is not None:
        population.drop_first()
        if entry.status == READY:
            execute(simulation, entry)
        else:
            _execute_instead(simulation, entry)
        entry = population.first_ready


def _execute_instead(simulation: Simulation, entry: Session) -> None:
    """Execute the session that has the slot of an entry whose own one is not ready (EXE-11)."""
    session = simulation.population.in_slot(entry.slot)
    if session is not None and session.status == READY:
        execute(simulation, session)


def execute(simulation: Simulation, session: Session) -> None:
    """Execute a session until it is not ready, or has performed a `run` or `hold` (EXE-15)."""
    watch = simulation.watch
    context = simulation.session_context
    simulation.changes.disturbances += 1
    while session.status == READY:
        watch.steps += 1
        if watch.steps >= watch.next_look and watch.look():
            error = simulation.standstill.of_session(session)
            if error is not None:
                raise error
        statement = session.next
        if statement is None:
            _leave_block(simulation, session)
            continue
        if context.session is not session:
            context.of(session)
        session.next = statement.following
        session.statement = statement.place
        statement.execute(simulation, session)
        if simulation.failures.pending is not None:
            simulation.failures.stop_point()
        if statement.suspends:
            return


def _leave_block(simulation: Simulation, session: Session) -> None:
    """The end of a block: a loop starts again, a hold's body ends the hold."""
    frame = session.frame
    if frame is None:
        end_session(simulation, session, rejected=False)
        return
    if frame.kind == LOOP_FRAME:
        session.next = frame.block.first
        return
    session.frame = frame.outer
    session.next = frame.following
    if frame.kind == HOLD_FRAME:
        end_scope(simulation, session)
        simulation.failures.stop_point()
