"""Small programs for the engine's tests, from their text to what a run of them shows."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.engine import Limits, Report, RunError, run
from sqlang.engine.observer import Event, Eviction, Iteration, Observer
from sqlang.engine.trace_lines import eviction_line, iteration_line
from sqlang.ir.program import Program

NO_LIMITS = Limits()


class Watcher(Observer):
    """Keeps every event of a run."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def event(self, event: Event) -> None:
        self.events.append(event)


def lowered(text: str) -> Program:
    """The IR of a program; a `run` block with horizon 100 is added where the text has none."""
    if "run {" not in text:
        text += " run { horizon 100; }"
    analysis = analyze(text)
    assert analysis.program is not None, analysis.diagnostics
    return analysis.program


def report_of(text: str, *, limits: Limits = NO_LIMITS) -> Report:
    """The report of a program."""
    return run(lowered(text), limits=limits)


def samples_of(text: str, name: str = "o") -> list[float]:
    """The samples of one observation."""
    observation = report_of(text).observe(name)
    assert observation is not None
    return observation.samples


def events_of(text: str) -> list[Event]:
    """Every event of a run."""
    watcher = Watcher()
    run(lowered(text), observer=watcher)
    return watcher.events


def lines_of(text: str) -> list[str]:
    """The iteration and eviction lines of a run, in the order they appear."""
    program = lowered(text)
    watcher = Watcher()
    run(program, observer=watcher)
    lines: list[str] = []
    for event in watcher.events:
        if isinstance(event, Iteration):
            lines.append(iteration_line(event, program))
        elif isinstance(event, Eviction):
            lines.append(eviction_line(event))
    return lines


def batches_of(text: str) -> list[str]:
    """The iteration lines up to the bar, without the word in front."""
    return [
        line.removeprefix("ITER ").partition(" |")[0]
        for line in lines_of(text)
        if line.startswith("ITER")
    ]


def error_of(text: str, *, limits: Limits = NO_LIMITS) -> RunError:
    """The error that ends a run."""
    try:
        run(lowered(text), limits=limits)
    except RunError as error:
        return error
    raise AssertionError("the run did not fail")
