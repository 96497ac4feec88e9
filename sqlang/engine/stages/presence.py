"""The jobs that are present at a stage, in the order in which they came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from mypy_extensions import i64


class Presence:
    """Each job knows the one before and the one after it."""

    __slots__ = ("count", "_first", "_last")

    def __init__(self) -> None:
        self.count: i64 = 0
        """How many are present."""
        self._first: Job | None = None
        self._last: Job | None = None

    def add(self, job: Job) -> None:
        """A job has come."""
        last = self._last
        if last is None:
            self._first = job
        else:
            last.later = job
            job.earlier = last
        self._last = job
        self.count += 1

    def drop(self, job: Job) -> None:
        """One that was added has left."""
        job.present = False
        earlier, later = job.earlier, job.later
        if earlier is None:
            self._first = later
        else:
            earlier.later = later
        if later is None:
            self._last = earlier
        else:
            later.earlier = earlier
        job.earlier = job.later = None
        self.count -= 1

    def jobs(self) -> list[Job]:
        """Those present."""
        found: list[Job] = []
        job = self._first
        while job is not None:
            found.append(job)
            job = job.later
        return found
