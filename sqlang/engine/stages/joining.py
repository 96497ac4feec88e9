"""Starting a job at a stage (STG-1, EXE-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.observer import JobStart
from sqlang.engine.sessions.session import IN_STAGE, Session

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


def start_job(simulation: Simulation, session: Session, job: Job) -> None:
    """Send the session to the stage; without work it visits nothing and is ready again (EXE-32)."""
    if not job.work > 0.0:
        simulation.population.make_ready(session)
        return
    session.status = IN_STAGE
    session.job = job
    stage = job.stage
    if simulation.observer is not None:
        now = simulation.clock.now
        further = tuple(other.index for other in job.further)
        event = JobStart(now, session.serial, stage.index, job.place, job.work, further)
        simulation.observer.event(event)
    stage.join(simulation, job)
