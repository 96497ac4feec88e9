"""The programs of `tests/conformance/run`, each run once with everything that happens kept."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.analysis import Analysis
from sqlang.engine import RunError, run
from sqlang.engine.observer import Event, Observer
from sqlang.ir.program import Program
from sqlang.views.outcome import Outcome
from tests.conformance import vectors


class Everything(Observer):
    """Keeps all events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def event(self, event: Event) -> None:
        self.events.append(event)


class Watched(NamedTuple):
    """A program, what an observer was told, how the run came out and when it was over."""

    analysis: Analysis
    program: Program
    directory: str
    events: list[Event]
    outcome: Outcome
    end: float


def watched(name: str) -> Watched:
    """Run one of the programs, up to the error that ends it."""
    analysis = vectors.analyzed("run", name)
    assert analysis.program is not None, analysis.diagnostics
    directory = str(vectors.program_path("run", name).parent)
    observer = Everything()
    try:
        report = run(analysis.program, directory=directory, observer=observer)
    except RunError as error:
        outcome, end = Outcome.of_error(error), error.time
    else:
        outcome, end = Outcome.of_report(report), report.end
    return Watched(analysis, analysis.program, directory, observer.events, outcome, end)
