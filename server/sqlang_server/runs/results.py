"""What a worker's messages say, and where in the text it belongs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlang.views.annotations import Label, Place
from sqlang.views.expectations.measuring import Lines, RunFacts
from sqlang.views.outcome import RUNNING, Failure, Outcome, ReportFigures, Stop
from sqlang.views.places import place_annotations, placing
from sqlang.views.recording import Recording, from_json_value
from sqlang_server.edits import Stretch
from sqlang_server.runs.marks import Mark
from sqlang_server.runs.process import Message
from sqlang_server.runs.traced import Fault, LazyAnnotation, Tables, Traced

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.source import Span

_STEP: Final = 250
"""So many marks are made in some milliseconds."""


class PlacedFailure(NamedTuple):
    """A failure, and the place of the program it is at."""

    place: Place
    failure: Failure


class Result:
    """What a run did, as far as it is known, and where it failed if it did.

    `labels` are shown beside the program, told as JSON, which takes a tenth of the room that its
    values would; `facts` are for expectations, once the run is over.
    """

    def __init__(
        self,
        outcome: Outcome,
        recording: str | None,
        failure: PlacedFailure | None = None,
        facts: RunFacts | None = None,
        labels: str = "[]",
    ) -> None:
        self.outcome: Final = outcome
        self.failure: Final = failure
        self.facts: Final = facts
        self.labels: Final = labels
        self._text: Final = recording
        self._recording: Recording | None = None

    @property
    def recording(self) -> Recording | None:
        """All that is known of the run, read when first asked for: it may be long."""
        if self._recording is None and self._text is not None:
            self._recording = from_json_value(json.loads(self._text))
        return self._recording

    @property
    def size(self) -> int:
        """About as many bytes as it takes in memory."""
        return len(self._text or "") + len(self.labels)

    @property
    def ended(self) -> bool:
        """Whether the run is over, for whatever reason."""
        return self.outcome != RUNNING

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self is other or (self._text, self.labels, self.outcome, self.failure) == (
            other._text,
            other.labels,
            other.outcome,
            other.failure,
        )

    __hash__ = None  # type: ignore[assignment]  # compared by value, and never a key


class CrashError(Exception):
    """A worker met an error of ours; the text is its traceback."""


def result_of(message: Message) -> Result:
    """What a partial or last message of a run tells; raises `CrashError` for an error of ours."""
    if "done" in message:
        done = message["done"]
        facts = _facts_of_done(done)
        return Result(_outcome(done), done["recording"], facts=facts, labels=done["labels"])
    if "partial" in message:
        partial = message["partial"]
        return Result(RUNNING, partial["recording"], labels=partial["labels"])
    if "failed" in message:
        return _failed(message["failed"])
    raise CrashError(str(message.get("crashed")))


def tracing(
    result: Result, key: str, analysis: Analysis, command: str
) -> Generator[None, None, Traced]:
    """The result at the places of the text whose program ran, in steps of a few milliseconds."""
    marks: list[Mark] = []
    if analysis.program is not None:
        tables = Tables(analysis.program, result, command)
        labels = json.loads(result.labels)
        yield
        found = yield from placing(analysis, map(_label, labels))
        for number, placed in enumerate(found, 1):
            span = placed.span_in(analysis.source)
            if span is not None:
                place, kind, _, _ = placed.annotation
                annotation = LazyAnnotation(place, kind, tables)
                marks.append(Mark(Stretch(span.start, span.end), placed.label, annotation))
            if number % _STEP == 0:
                yield
    return Traced.of(key, result, marks, _faults(result, analysis))


def command_line(path: str, iterations: int) -> str:
    """What a user types to see the same run in a terminal."""
    return f"sq trace {shlex.quote(path)} --max-iterations {iterations}"


def _outcome(done: Mapping[str, Any]) -> Outcome:
    report, stopped = done["report"], done["stopped"]
    return Outcome(
        None if report is None else ReportFigures.from_json(report),
        None if stopped is None else Stop(stopped["reason"], stopped["time"]),
    )


def _facts_of_done(done: Mapping[str, Any]) -> RunFacts:
    stopped = None if done["stopped"] is None else done["stopped"]["reason"]
    lines = _lines(done, ended=stopped is None)
    report = done["report"] if stopped is None else None
    return RunFacts((), lines, report, done.get("extremes", {}), None, stopped)


def _lines(message: Mapping[str, Any], *, ended: bool) -> Lines:
    total, kept = message.get("lines", (0, ()))
    return Lines(tuple(kept), total, ended)


def _label(told: Sequence[Any]) -> Label:
    place, at, position, kind, label, subject = told
    return Label(Place(place, at, position), kind, label, subject)


def _failed(failed: Mapping[str, Any]) -> Result:
    placed = _failure(failed)
    return Result(
        Outcome(failure=placed.failure),
        failed["recording"],
        placed,
        RunFacts((), _lines(failed, ended=True), None, {}, placed.failure.code, None),
        failed["labels"],
    )


def _failure(failed: Mapping[str, Any]) -> PlacedFailure:
    statement = failed.get("statement")
    key = None if statement is None else (statement[0], statement[1])
    part = failed.get("part", "")
    values = tuple((text, value) for text, value in failed.get("values", ()))
    code, message, serial, time = (failed[name] for name in ("code", "message", "serial", "time"))
    failure = Failure(code, message, key, serial, time, part, values)
    if key is not None:
        return PlacedFailure(Place.statement(key), failure)
    if "stage" in failed:
        return PlacedFailure(Place("stage", failed["stage"]), failure)
    if "pool" in failed:
        return PlacedFailure(Place("pool", failed["pool"]), failure)
    return PlacedFailure(Place.part(part), failure)


def _faults(result: Result, analysis: Analysis) -> Iterable[Fault]:
    if result.failure is None:
        return
    place, failure = result.failure
    for placed in place_annotations(analysis, [Label(place, "failure", failure.message)]):
        span = placed.span_in(analysis.source)
        if span is not None:
            yield Fault(Stretch(span.start, _end_of_head(span)), failure)


def _end_of_head(span: Span) -> int:
    """The end of a statement without its block: nobody wants all of a session underlined."""
    head = span.text.partition("{")[0].rstrip()
    return span.start + len(head) if head else span.end
