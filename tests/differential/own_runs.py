"""What we make of programs that run, and what happened in the runs."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from sqlang.analysis import analyze
from sqlang.engine import Limits, Report, RunError, run
from sqlang.engine.errors import NO_PROGRESS
from sqlang.engine.invariants.violation import InvariantError
from sqlang.ir.program import Program
from sqlang.source import Source
from tests.differential.occurrences import Occurrences
from tests.differential.outcome import Ending, Outcome

LIMITS: Final = Limits(events=20_000, deadline=30, instant=20_000)
_DEFECTS: Final = (InvariantError, ArithmeticError, AttributeError, LookupError, TypeError)
"""What a run raises only if the engine has a defect."""

_CHECKED: Final = 5
"""One program of so many is run with its invariants checked, which takes four times as long."""


class OwnRun(NamedTuple):
    """An outcome, the program lowered if it is accepted, and what happened, by name.

    `events` is 0 without a report.
    """

    outcome: Outcome
    program: Program | None = None
    events: int = 0
    happened: frozenset[str] = frozenset()


def own_run(path: Path) -> OwnRun:
    """Compile and run a file."""
    source = Source(path.read_text(encoding="utf-8"), str(path), str(path.parent))
    analysis = analyze(source)
    program = analysis.program
    if analysis.diagnostics or program is None:
        return OwnRun(Outcome(Ending.REFUSED, str(analysis.diagnostics[0])))
    watched = Occurrences(program)
    try:
        report = run(
            program,
            directory=str(path.parent),
            observer=watched,
            limits=LIMITS,
            check_invariants=len(source.text) % _CHECKED == 0,
        )
    except RunError as error:
        ending = Ending.ENDLESS if error.code == NO_PROGRESS else Ending.FAILED
        happened = frozenset({*watched.names, error.code})
        outcome = Outcome(ending, error.message, lines=watched.lines)
        return OwnRun(outcome, program, 0, happened)
    except _DEFECTS as error:
        return OwnRun(Outcome(Ending.INTERNAL, repr(error)), program)
    if report.stopped is None and _unwatched(program, path).json() != report.json():
        return OwnRun(Outcome(Ending.INTERNAL, "another report when nobody watches"), program)
    happened = frozenset({*watched.names, *_from_report(report)})
    return OwnRun(_outcome(report, watched), program, report.events, happened)


def _unwatched(program: Program, path: Path) -> Report:
    """The report of a run without an observer, which takes shorter ways."""
    return run(program, directory=str(path.parent), limits=Limits(instant=LIMITS.instant))


def _outcome(report: Report, watched: Occurrences) -> Outcome:
    if report.stopped is not None:
        return Outcome(Ending.BOUNDED, report.stopped.reason)
    samples = tuple(
        (name, repr((each.samples, each.times, each.sessions, each.turns)))
        for name, each in report.observes.items()
    )
    return Outcome(Ending.REPORT, "", report.json(), samples, watched.lines)


def _from_report(report: Report) -> set[str]:
    return {"spill"} if any(pool.spills for pool in report.pools) else set()
