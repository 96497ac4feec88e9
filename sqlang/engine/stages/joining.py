"""Starting a job at a stage (STG-1, EXE-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.observer import JobStart, Observer
from sqlang.engine.sessions.session import IN_STAGE, Session
from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage


def start_job(simulation: Simulation, session: Session | None, job: Job) -> None:
    """Send the session to the stage of a job, which has its number and work; there is work."""
    now = simulation.clock.now
    job.joined = now
    job.started = now
    job.present = True
    if session is not None:
        session.status = IN_STAGE
        session.job = job
        job.session = session
    if simulation.observer is not None:
        _tell_start(simulation, simulation.observer, job)
    job.stage.join(simulation, job)


def start_spill_job(simulation: Simulation, stage: Stage, work: float) -> None:
    """Start a job that no session waits for (POOL-26)."""
    number = simulation.take_job_number()
    if work > 0.0:
        job = Job(stage)
        job.number = number
        job.work = work
        start_job(simulation, None, job)


def _tell_start(simulation: Simulation, observer: Observer, job: Job) -> None:
    serial = None if job.session is None else job.session.serial
    further = tuple(other.index for other in job.further)
    now = simulation.clock.now
    observer.event(JobStart(now, serial, job.stage.index, job.place, job.work, further))
