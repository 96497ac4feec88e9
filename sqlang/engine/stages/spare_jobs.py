"""Jobs that are done and serve again: to begin one anew takes less than to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.stages.job import Job

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.observer import Statement
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
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

    def begin(
        self,
        number: i64,
        stage: Stage,
        session: Session,
        place: Statement,
        work: float,
        prefill: bool,
        growing: Pool | None,
        joined: float,
        further: tuple[Stage, ...],
    ) -> Job:
        """A job that begins, with the arguments of `Job`."""
        job = self._first
        if job is None:
            return Job(number, stage, session, place, work, prefill, growing, joined, further)
        self._first = job.later
        job.later = None
        job.begin(number, stage, session, place, work, prefill, growing, joined, further)
        return job
