"""A flow: a job that holds one or more shared stages from its start to its end (FLOW-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.stages.job import Job
    from sqlang.engine.stages.shared import SharedStage


class Flow:
    """`remaining` is the work left when the flows were last advanced; it shrinks by `rate`.

    IR made by a tool may name a stage twice, through references to overlapping ranges; then the
    stage stands twice in `stages` and shares its capacity accordingly, but serves one job.
    """

    __slots__ = ("job", "stages", "remaining", "rate", "fixed")

    def __init__(self, job: Job, stages: list[SharedStage]) -> None:
        self.job: Final = job
        self.stages: Final = stages
        self.remaining = job.work
        self.rate = 0.0
        """0 until the flows are next recomputed."""
        self.fixed = True
        """False while `share maxmin` has still to set its rate."""
