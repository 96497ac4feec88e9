"""In which order a step stage looks at its residents (STEP-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import ADMISSION, DECODING, REMAINING
from sqlang.engine.expressions.keys import sort_key

if TYPE_CHECKING:
    from sqlang.engine.stages.job import Job
    from sqlang.engine.stages.step import StepStage


class ServingOrder:
    """Hands out the residents of a stage one by one in one selection, each at most once.

    The order is formed again for each of them, as part 4 has it, where that can make a difference:
    when somebody has joined or left, or a key reads what serving can change.
    """

    def __init__(self, stage: StepStage, selection: int) -> None:
        self._stage: Final = stage
        self._selection: Final = selection
        self._order: list[Job] = []
        self._position = 0
        self._changes = -1

    def next(self) -> Job | None:
        """The first resident not handed out yet, None if there is none."""
        stage = self._stage
        if self._changes != stage.changes or not stage.keys_are_steady:
            self._changes = stage.changes
            self._order = self._form()
            self._position = 0
        while self._position < len(self._order):
            job = self._order[self._position]
            self._position += 1
            if job.considered != self._selection:
                job.considered = self._selection
                return job
        return None

    def _form(self) -> list[Job]:
        stage = self._stage
        if not stage.serve_keys:
            return list(stage.residents)
        stage.context.watch.tick(len(stage.residents))
        return sorted(stage.residents, key=self._keys_of)

    def _keys_of(self, job: Job) -> list[int]:
        stage = self._stage
        session = job.session
        assert session is not None
        variables = stage.context.variables
        variables[DECODING] = 0.0 if job.prefill else 1.0
        variables[ADMISSION] = float(session.admission)
        variables[REMAINING] = job.work
        return sort_key(stage.serve_keys, stage.context.of(session))
