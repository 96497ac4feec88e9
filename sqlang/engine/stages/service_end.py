"""The end of a job's service that may be outdated, at stages that share what they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.event import Event
from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.stages.job import Job


class ServiceEnd(Event):
    """A job in service is done, if nothing came between: a subclass knows that (EXE-4)."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job

    def is_outdated(self) -> bool:
        """Whether something came between."""
        raise NotImplementedError

    def statement(self) -> Statement | None:
        return None if self.is_outdated() else self.job.place

    def subject(self) -> Session | None:
        return None if self.is_outdated() else self.job.session
