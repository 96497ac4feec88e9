"""Executing sessions: blocks, frames and the ready list (EXE-7, EXE-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.errors import NO_PROGRESS, RunError
from sqlang.engine.numbers import shortest_digits
from sqlang.engine.pools.giving_back import end_scope
from sqlang.engine.pools.service import serve_all_pools
from sqlang.engine.sessions.lifecycle import end_session
from sqlang.engine.sessions.session import HOLD_FRAME, LOOP_FRAME, READY, Frame, Session

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


def execute_ready(simulation: Simulation) -> None:
    """Execute the ready list until it is empty (EXE-7)."""
    population = simulation.population
    session = population.next_ready()
    while session is not None:
        execute(simulation, session)
        session = population.next_ready()


def execute(simulation: Simulation, session: Session) -> None:
    """Execute a session until it is not ready, or has performed a `run` or `hold` (EXE-15)."""
    watch = simulation.watch
    failures = simulation.failures
    frames = session.frames
    while session.status == READY:
        if watch.step():
            raise no_progress(simulation, session)
        if not frames:
            end_session(simulation, session, rejected=False)
            return
        frame = frames[-1]
        if frame.position == len(frame.block):
            _leave_block(simulation, session, frame)
            continue
        statement = frame.block[frame.position]
        frame.position += 1
        session.statement = statement.place
        statement.execute(simulation, session)
        failures.stop_point()
        if statement.suspends:
            return


def _leave_block(simulation: Simulation, session: Session, frame: Frame) -> None:
    """The end of a block: a loop starts again, a hold's body ends the hold."""
    if frame.kind == LOOP_FRAME:
        frame.position = 0
        return
    session.frames.pop()
    if frame.kind == HOLD_FRAME:
        end_scope(simulation, session)
        serve_all_pools(simulation)
        simulation.failures.stop_point()


def no_progress(simulation: Simulation, session: Session) -> RunError:
    """The session goes on for ever at one instant: the innermost loop it is in is at fault.

    One that has done nothing yet is one too many of those that arrive.
    """
    place = session.statement
    for frame in reversed(session.frames):
        if frame.kind == LOOP_FRAME:
            place = frame.opener
            break
    now = simulation.clock.now
    message = f"no progress: the clock stands at {shortest_digits(now)} while statements go on"
    part = "arrival" if place is None else ""
    return RunError(NO_PROGRESS, message, place, session.serial, now, part)
