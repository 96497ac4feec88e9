"""What is shown at `run { }`: how the whole run went, and how to repeat it."""

from __future__ import annotations

from sqlang.ir.program import Program
from sqlang.views.annotations.labels import SEPARATOR
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.numbers import clock, exact, percent, plural, short
from sqlang.views.outcome import Outcome, ReportFigures, Stop
from sqlang.views.recording.records import Recording
from sqlang.views.table import Table

_BOUNDS = {
    "iterations": "the bound on iterations",
    "events": "the bound on events",
    "deadline": "the deadline",
    "cancelled": "a cancellation",
    "memory": "the bound on memory",
}


def annotate_program(
    program: Program, recording: Recording, outcome: Outcome, command: str
) -> Annotation:
    """`command` is the command line that repeats the run, empty if there is none."""
    totals = recording.totals
    parts = [
        _how_far(recording, outcome),
        f"{totals.arrived} arrived",
        f"{totals.ended} ended",
    ]
    if totals.rejected:
        parts.append(f"{totals.rejected} rejected")
    live = totals.arrived - totals.ended
    if live:
        parts.append(f"{live} live")
    table = Table(
        _title(program),
        ("observe", "count", "mean", "p99") if outcome.report else (),
        _observe_rows(outcome.report) if outcome.report else (),
        tuple(_notes(program, recording, outcome, command)),
    )
    return Annotation(Place("run"), "program", SEPARATOR.join(parts), table)


def _how_far(recording: Recording, outcome: Outcome) -> str:
    if outcome.failure:
        return f"failed at {clock(outcome.failure.time)}"
    if outcome.stopped:
        return f"stopped at {clock(outcome.stopped.time)}"
    if outcome.report is None:
        return f"running at {clock(recording.totals.reached)}"
    return f"ends {clock(recording.totals.last)}"


def bound_of(stop: Stop) -> str:
    """What stopped a run, in words."""
    return _BOUNDS.get(stop.reason, stop.reason)


def _title(program: Program) -> str:
    window = f"horizon {exact(program.horizon)}, warm-up {exact(program.warmup)}"
    return f"run: {window}, seed {program.seed}"


def _observe_rows(report: ReportFigures) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, str(figures.samples), _figure(figures.mean), _figure(figures.p99))
        for name, figures in report.observes.items()
    )


def _notes(program: Program, recording: Recording, outcome: Outcome, command: str) -> list[str]:
    notes = []
    if outcome.report:
        notes.append(_counts(outcome.report))
    if outcome.stopped:
        share = outcome.stopped.time / program.horizon
        bound = bound_of(outcome.stopped)
        notes.append(f"stopped by {bound}: {percent(share)} of the horizon was run")
    elif outcome.report is None and outcome.failure is None:
        share = recording.totals.reached / program.horizon
        notes.append(f"still running: {percent(share)} of the horizon so far")
    if outcome.failure:
        notes.append(f"{outcome.failure.code}: {outcome.failure.message}")
    return [*notes, f"`{command}`"] if command else notes


def _counts(report: ReportFigures) -> str:
    return (
        f"{plural(report.events, 'event')}, {plural(report.turns, 'turn')}, "
        f"{_figure(report.mean_live)} sessions live on average"
    )


def _figure(value: float | None) -> str:
    return "-" if value is None else short(value)
