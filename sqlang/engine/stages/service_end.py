"""The end of a job's service; this one is for stages that serve each job for a time of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.events import Event
from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


class ServiceEnd(Event):
    """A job in service is done, unless it was taken out meanwhile (EXE-4)."""

    def __init__(self, job: Job) -> None:
        self.job: Final = job

    def happen(self, simulation: Simulation) -> None:
        if self.job.present:
            self.job.stage.complete(simulation, self.job)

    def statement(self) -> Statement | None:
        return self.job.place

    def session(self) -> Session | None:
        return self.job.session
