"""Jobs at a stage, in the order in which they came: those in service, or those that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from mypy_extensions import i64


class Presence:
    """Each job knows the one before and the one after it."""

    __slots__ = ("count", "first", "_last")

    def __init__(self) -> None:
        self.count: i64 = 0
        """How many there are."""
        self.first: Job | None = None
        """The one that came first."""
        self._last: Job | None = None

    def add(self, job: Job) -> None:
        """A job has come."""
        last = self._last
        if last is None:
            self.first = job
        else:
            last.later = job
            job.earlier = last
        self._last = job
        self.count += 1

    def drop(self, job: Job) -> None:
        """One that was added has left."""
        earlier, later = job.earlier, job.later
        if earlier is None:
            self.first = later
        else:
            earlier.later = later
        if later is None:
            self._last = earlier
        else:
            later.earlier = earlier
        job.earlier = job.later = None
        self.count -= 1

    def jobs(self) -> list[Job]:
        """All of them."""
        found: list[Job] = []
        job = self.first
        while job is not None:
            found.append(job)
            job = job.later
        return found
