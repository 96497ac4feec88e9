"""One run for a client: told while it goes on, stopped when it is not wanted any more."""

from __future__ import annotations

import json
from time import monotonic
from typing import Final

from sqlang.engine import Limits, Report, RunError, Stopped, run
from sqlang.engine.memory import memory_in_use
from sqlang.engine.observer import Event
from sqlang.ir.pieces import PieceTable
from sqlang.ir.program import Program
from sqlang.views.annotations import annotate
from sqlang.views.expectations.measuring import LineKeeper, extremes
from sqlang.views.outcome import RUNNING, Outcome, ReportFigures, Stop
from sqlang.views.recording import Recorder, to_json_value
from sqlang.worker.channel import Channel
from sqlang.worker.failures import failed_run
from sqlang.worker.requests import RunRequest

FIRST_PARTIAL: Final = 0.03
LONGEST_BETWEEN_PARTIALS: Final = 1.0
BETWEEN_LOOKS: Final = 0.05
"""Seconds of wall time."""

_COMPACT: Final = (",", ":")
"""What JSON has between its parts."""


class Job:
    """A run that was asked for, in at most `memory` mebibytes; `table` has what programs share.

    `cancel` may be called from another thread at any time.
    """

    def __init__(self, request: RunRequest, memory: int, table: PieceTable) -> None:
        self.request = request
        self.memory = memory
        self.table = table
        self.cancelled = False
        self.finished = False

    def cancel(self) -> None:
        self.cancelled = True

    def run(self, channel: Channel) -> None:
        """Does the run and sends its answers; raises whatever is no answer."""
        identity = self.request.identity
        channel.send({"id": identity, "ready": True})
        try:
            channel.send({"id": identity, **self._outcome(channel)})
        finally:
            self.finished = True

    def _outcome(self, channel: Channel) -> dict[str, object]:
        program = self.request.program.read(self.table)
        recorder = _TellingRecorder(program, self, channel)
        request = self.request
        if request.timeline:
            from sqlang.worker.timelines import timeline_of  # few runs are asked for theirs

            return timeline_of(program, request, self.memory, lambda: self.cancelled)
        limits = Limits(request.iterations, request.events, request.deadline)
        try:
            report = run(
                program,
                directory=self.request.directory,
                observer=recorder,
                limits=limits,
                sample_places=False,
            )
        except RunError as error:
            shown = {**recorder.shown(Outcome.of_error(error)), "lines": recorder.lines()}
            return {"failed": {**failed_run(program, error), **shown}}
        except MemoryError:
            return _done(recorder, None, Stopped("memory", recorder.reached))
        except CancelledError:
            return _cancelled(recorder.reached)
        if self.cancelled:
            return _cancelled(recorder.reached)
        stopped = report.stopped
        if stopped is not None and recorder.memory_exceeded:
            stopped = Stopped("memory", stopped.time)
        return _done(recorder, report, stopped)


class CancelledError(Exception):
    """Ends a run from within, at the next event after its cancellation."""


class _TellingRecorder(Recorder):
    """A recorder that sends what it has so far, first soon and then ever more rarely.

    It looks up at every event: between two looks of the engine itself, which counts events, a run
    with large batches may work for a second.
    """

    def __init__(self, program: Program, job: Job, channel: Channel) -> None:
        super().__init__(program, job.request.rows)
        self._program = program
        self._lines = LineKeeper(program, job.request.lines)
        self.memory_exceeded = False
        self._job = job
        self._channel = channel
        self._pause = FIRST_PARTIAL
        self._next_partial = monotonic() + FIRST_PARTIAL
        self._next_look = self._next_partial

    def event(self, event: Event) -> None:
        if self._job.cancelled:
            raise CancelledError
        super().event(event)
        self._lines.event(event)
        if monotonic() >= self._next_look:
            self._look(event.time)

    def shown(self, outcome: Outcome = RUNNING) -> dict[str, object]:
        """What was recorded up to now, and what is shown of it beside the program."""
        recording = self.recording()
        labels = [
            (*annotation.place, annotation.kind, annotation.label, annotation.subject)
            for annotation in annotate(self._program, recording, outcome)
        ]
        text = json.dumps(to_json_value(recording), separators=_COMPACT)
        return {"recording": text, "labels": json.dumps(labels, separators=_COMPACT)}

    def lines(self) -> tuple[int, tuple[str, ...]]:
        """How many iterations there were, and the lines of the first ones."""
        lines = self._lines.lines(ended=True)
        return lines.total, lines.kept

    def cancelled(self) -> bool:
        return self._job.cancelled or self.memory_exceeded

    def progress(self, time: float) -> None:
        super().progress(time)
        if monotonic() >= self._next_look:
            self._look(time)

    def _look(self, time: float) -> None:
        now = monotonic()
        self._next_look = now + BETWEEN_LOOKS
        self.memory_exceeded = memory_in_use() > self._job.memory
        if now >= self._next_partial and not self.cancelled():
            partial = {**self.shown(), "time": time}
            self._channel.send({"id": self._job.request.identity, "partial": partial})
            self._pause = min(self._pause * 2, LONGEST_BETWEEN_PARTIALS)
            self._next_partial = now + self._pause


def _cancelled(time: float) -> dict[str, object]:
    """What nobody wants any more costs nothing: the next run may be waiting."""
    stopped = Stopped("cancelled", time)._asdict()
    nothing: dict[str, object] = {
        "recording": None,
        "labels": "[]",
        "report": None,
        "lines": (0, ()),
        "extremes": {},
    }
    return {"done": {**nothing, "stopped": stopped}}


def _done(
    recorder: _TellingRecorder, report: Report | None, stopped: Stopped | None
) -> dict[str, object]:
    figures = None if report is None else json.loads(report.json())
    outcome = Outcome(
        None if figures is None else ReportFigures.from_json(figures),
        None if stopped is None else Stop(stopped.reason, stopped.time),
    )
    return {
        "done": {
            **recorder.shown(outcome),
            "report": figures,
            "stopped": None if stopped is None else stopped._asdict(),
            "lines": recorder.lines(),
            "extremes": {} if report is None else extremes(report),
        }
    }
