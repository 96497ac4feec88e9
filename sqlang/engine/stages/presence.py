"""The jobs that are present at a stage, in the order in which they came."""

from __future__ import annotations

from typing import Final

from sqlang.engine.stages.job import Job

_KEPT: Final = 32


class Presence:
    """Jobs that left are only marked, and dropped once they are more than those that did not."""

    __slots__ = ("count", "_jobs")

    def __init__(self) -> None:
        self.count = 0
        """How many are present."""
        self._jobs: list[Job] = []

    def add(self, job: Job) -> None:
        """A job has come."""
        self._jobs.append(job)
        self.count += 1

    def drop(self, job: Job) -> None:
        """One that was added has left."""
        job.present = False
        self.count -= 1
        if len(self._jobs) > 2 * self.count + _KEPT:
            self._jobs = self.jobs()

    def jobs(self) -> list[Job]:
        """Those present."""
        return [job for job in self._jobs if job.present]
