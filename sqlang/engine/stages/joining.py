"""Starting a job at a stage (STG-1, EXE-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.observer import JobStart
from sqlang.engine.sessions.session import IN_STAGE, Session
from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage


def start_job(simulation: Simulation, session: Session, job: Job) -> None:
    """Send the session to the stage; without work it visits nothing and is ready again (EXE-32)."""
    if not job.work > 0.0:
        simulation.population.make_ready(session)
        return
    session.status = IN_STAGE
    session.job = job
    _join(simulation, job)


def start_spill_job(simulation: Simulation, stage: Stage, work: float) -> None:
    """Start a job that no session waits for (POOL-26)."""
    now = simulation.clock.now
    job = Job(simulation.take_job_number(), stage, None, None, work, False, None, now)
    if job.work > 0.0:
        _join(simulation, job)


def _join(simulation: Simulation, job: Job) -> None:
    session = job.session
    stage = job.stage
    if simulation.observer is not None:
        now = simulation.clock.now
        serial = None if session is None else session.serial
        further = tuple(other.index for other in job.further)
        event = JobStart(now, serial, stage.index, job.place, job.work, further)
        simulation.observer.event(event)
    stage.join(simulation, job)
