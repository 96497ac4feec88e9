"""Jobs that are done and serve again: to begin one anew takes less than to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.observer import Statement
from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from sqlang.engine.stages.stage import Stage


class SpareJobs:
    """Jobs of one `run` to which nobody refers any more, but outdated ends at `ps` stages."""

    def __init__(self, place: Statement, prefill: bool) -> None:
        self._place: Final = place
        self._prefill: Final = prefill
        self._first: Job | None = None
        """It knows the next one, as its `later`."""

    def put(self, job: Job) -> None:
        """A job is done."""
        job.later = self._first
        self._first = job

    def take(self, stage: Stage) -> Job:
        """A job at a stage, which is to get its number and work, and then to start."""
        job = self._first
        if job is None:
            job = Job(stage)
            job.place = self._place
            job.prefill = self._prefill
            job.home = self
            return job
        self._first = job.later
        job.later = None
        job.stage = stage
        return job
