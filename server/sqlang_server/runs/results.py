"""What a worker's messages say, and where in the text it belongs."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlang.views.annotations import Annotation, Place, annotate
from sqlang.views.expectations.measuring import Lines, RunFacts
from sqlang.views.outcome import RUNNING, Failure, Outcome, ReportFigures, Stop
from sqlang.views.places import place_annotations
from sqlang.views.recording import Recording, from_json_value
from sqlang.views.table import Table
from sqlang_server.edits import Stretch
from sqlang_server.runs.process import Message
from sqlang_server.runs.traced import Fault, Mark, Traced

if TYPE_CHECKING:
    from sqlang.analysis import Analysis


class PlacedFailure(NamedTuple):
    """A failure, and the place of the program it is at."""

    place: Place
    failure: Failure


class Result(NamedTuple):
    """What a run did, as far as it is known, and where it failed if it did.

    `facts` are for expectations, once the run is over.
    """

    outcome: Outcome
    recording: Recording | None
    failure: PlacedFailure | None = None
    facts: RunFacts | None = None

    @property
    def ended(self) -> bool:
        """Whether the run is over, for whatever reason."""
        return self.outcome != RUNNING


class CrashError(Exception):
    """A worker met an error of ours; the text is its traceback."""


def result_of(message: Message) -> Result:
    """What a partial or last message of a run tells; raises `CrashError` for an error of ours."""
    if "done" in message:
        done = message["done"]
        return Result(
            _outcome(done), from_json_value(done["recording"]), facts=_facts_of_done(done)
        )
    if "partial" in message:
        return Result(RUNNING, from_json_value(message["partial"]["recording"]))
    if "failed" in message:
        return _failed(message["failed"])
    raise CrashError(str(message.get("crashed")))


def traced(result: Result, key: str, version: int, analysis: Analysis, command: str) -> Traced:
    """The result at the places of the text whose program ran."""
    return Traced(
        key=key,
        version=version,
        result=result,
        marks=tuple(_marks(result, analysis, command)),
        faults=tuple(_faults(result, analysis)),
    )


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


def _failed(failed: Mapping[str, Any]) -> Result:
    recording = failed.get("recording")
    placed = _failure(failed)
    return Result(
        Outcome(failure=placed.failure),
        None if recording is None else from_json_value(recording),
        placed,
        RunFacts((), _lines(failed, ended=True), None, {}, placed.failure.code, None),
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


def _marks(result: Result, analysis: Analysis, command: str) -> Iterator[Mark]:
    if analysis.program is None or result.recording is None:
        return
    annotations = annotate(analysis.program, result.recording, result.outcome, command)
    for placed in place_annotations(analysis, annotations):
        span = placed.span_in(analysis.source)
        if span is not None:
            yield Mark(Stretch(span.start, span.end), placed.label, placed.annotation)


def _faults(result: Result, analysis: Analysis) -> Iterable[Fault]:
    if result.failure is None:
        return
    place, failure = result.failure
    annotation = Annotation(place, "failure", failure.message, Table(failure.message))
    for placed in place_annotations(analysis, [annotation]):
        span = placed.span_in(analysis.source)
        if span is not None:
            yield Fault(Stretch(span.start, span.end), failure)
