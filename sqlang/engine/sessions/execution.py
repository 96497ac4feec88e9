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
    session = population.next_ready()
    while session is not None:
        execute(simulation, session)
        session = None if population.first_ready is None else population.next_ready()


def execute(simulation: Simulation, session: Session) -> None:
    """Execute a session until it is not ready, or has performed a `run` or `hold` (EXE-15)."""
    watch = simulation.watch
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
