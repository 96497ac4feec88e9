"""A run for its timeline alone: the text, the picture, and what stands where in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlang.engine import Limits, RunError, run
from sqlang.ir.program import Program
from sqlang.views.outcome import Outcome
from sqlang.views.timeline import Timeline, TimelineRecorder
from sqlang.worker.requests import RunRequest


def timeline_of(
    program: Program, request: RunRequest, memory: int, is_cancelled: Callable[[], bool]
) -> dict[str, object]:
    """The answer to a request for a timeline; of a run that failed it goes up to there.

    The run is stopped if the process uses more than `memory` mebibytes.
    """
    recorder = _Watched(program, is_cancelled)
    limits = Limits(request.iterations, request.events, request.deadline, memory=memory)
    try:
        report = run(
            program,
            directory=request.directory,
            observer=recorder,
            limits=limits,
            sample_places=False,
        )
        outcome = Outcome.of_report(report)
    except RunError as error:
        outcome = Outcome.of_error(error)
    broken = outcome.failure or outcome.stopped
    timeline = recorder.timeline(None if broken is None else broken.time)
    return {"done": {"timeline": _shown(timeline, outcome)}}


def _shown(timeline: Timeline, outcome: Outcome) -> dict[str, Any]:
    from sqlang.views.timeline.page import problem
    from sqlang.views.timeline.picture import timeline_svg
    from sqlang.views.timeline.text import timeline_lines

    sentence = problem(outcome)
    return {
        "svg": timeline_svg(timeline, "", sentence),
        "lines": [list(line) for line in timeline_lines(timeline, "", sentence)],
    }


class _Watched(TimelineRecorder):
    """Lets the engine look up whether the run is still wanted."""

    def __init__(self, program: Program, is_cancelled: Callable[[], bool]) -> None:
        super().__init__(program)
        self._is_cancelled = is_cancelled

    def cancelled(self) -> bool:
        return self._is_cancelled()
