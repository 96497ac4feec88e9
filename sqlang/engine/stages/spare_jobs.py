"""Jobs that are done and serve again: to begin one anew takes less than to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from sqlang.engine.stages.stage import Stage


class SpareJobs:
    """Jobs to which nobody refers any more, but ends at `ps` stages that are outdated."""

    def __init__(self) -> None:
        self._first: Job | None = None
        """It knows the next one, as its `later`."""

    def put(self, job: Job) -> None:
        """A job is done."""
        job.later = self._first
        self._first = job

    def take(self, stage: Stage) -> Job:
        """A job at a stage, which is to `begin`."""
        job = self._first
        if job is None:
            return Job(stage)
        self._first = job.later
        job.later = None
        job.stage = stage
        return job
