"""Runs whose timelines the tests look at."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlang.analysis import Analysis, analyze
from sqlang.engine import Limits, RunError, run
from sqlang.views.timeline import Timeline, TimelineRecorder, Window

ROOT = Path(__file__).parents[3]
SEPARATE_PHASES = (ROOT / "examples" / "separate_phases.sq").read_text("utf-8")


def vector(name: str) -> str:
    """A program of the conformance suite."""
    return (ROOT / "tests" / "conformance" / "run" / f"{name}.sq").read_text("utf-8")


def recorded(
    text: str,
    window: Window | None = None,
    iterations: int | None = None,
    first_session: int = 0,
) -> Timeline:
    """The timeline of a program's run, up to where it fails if it does."""
    return traced(text, window, iterations, first_session)[1]


def traced(
    text: str,
    window: Window | None = None,
    iterations: int | None = None,
    first_session: int = 0,
) -> tuple[Analysis, Timeline]:
    """The same with the analysis of the program."""
    analysis = analyze(text)
    assert analysis.program is not None
    recorder = TimelineRecorder(analysis.program, window, first_session)
    with suppress(RunError):
        run(analysis.program, observer=recorder, limits=Limits(iterations=iterations))
    return analysis, recorder.timeline()
