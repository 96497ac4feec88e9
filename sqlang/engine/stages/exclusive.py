"""`serve exclusive prefill`: a prefill is a batch by itself (STEP-9 to STEP-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.selection import Selection
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


class ExclusiveSelection(Selection):
    """Resident prefills come first; else decodes are tentative as long as somebody may be admitted.

    A prefill admitted meanwhile displaces the tentative decodes and gets the full budget.
    """

    def __init__(
        self, simulation: Simulation, stage: StepStage, budget: float, chunk: float
    ) -> None:
        super().__init__(simulation, stage, budget, chunk)
        self._budget: Final = budget
        self._prefill_resident: Final = any(job.prefill for job in stage.residents)

    def consider(self, job: Job) -> None:
        if job.prefill:
            self._consider_prefill(job)
        elif not self._prefill_resident and self.gets_tokens(job, self.left):
            self.take(job)

    def _consider_prefill(self, job: Job) -> None:
        """A prefill that gets tokens is the whole batch and ends the selection (STEP-12)."""
        if self.gets_tokens(job, self._budget):
            self.attention += job.attention()
            self.batch = [job]
            self.over = True

    def close(self) -> None:
        """Only now do positions advance, and only those of the final batch (STEP-13)."""
        super().close()
        for job in self.batch:
            job.advance()

    def holds_decodes_back(self) -> bool:
        return self._prefill_resident

    def shown_budget(self) -> float:
        return self._budget
