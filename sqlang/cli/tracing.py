"""The runs behind `sq trace`: of the whole program, of one session, up to a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.api.execution import execute, failed
from sqlang.cli.console import Console
from sqlang.cli.loading import show
from sqlang.cli.main import CLEAN, FAILED, INTERRUPTED
from sqlang.cli.parsing import Arguments
from sqlang.cli.stops import interrupted, said
from sqlang.cli.watching import Watching
from sqlang.diagnostics import DiagnosticError
from sqlang.engine import RunError
from sqlang.engine.errors import TraceError
from sqlang.engine.paused_run import PausedRun
from sqlang.views.annotated_source import AnnotatedSource, annotated_source
from sqlang.views.outcome import Outcome, Stop
from sqlang.views.recording import Recorder
from sqlang.views.session_life import (
    SessionFollower,
    SessionLife,
    never_arrived,
    session_account,
)
from sqlang.views.state_at import state_view
from sqlang.views.table import Table

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.api.program import Program

_NAMED_FROM: Final = 120
"""From so many columns on, lines are shown with the file's name."""


class WatchedRun:
    """How a run came out, which was watched."""

    def __init__(
        self, outcome: Outcome, failure: DiagnosticError | None, interrupted: bool
    ) -> None:
        self.outcome: Final = outcome
        self.failure: Final = failure
        self.interrupted: Final = interrupted

    def finish(self, arguments: Arguments, console: Console) -> int:
        """Say on standard error what ended it early; returns the exit code."""
        if self.failure is not None:
            show(self.failure, console)
            return FAILED
        stopped = self.outcome.stopped
        if stopped is None:
            return CLEAN
        if self.interrupted:
            console.error(f"sq: {interrupted(stopped.time)}")
            return INTERRUPTED
        console.error(f"sq: {said(stopped.reason, stopped.time, arguments)}")
        return FAILED


def trace_source(
    analysis: Analysis, program: Program, arguments: Arguments, rows: int, console: Console
) -> int:
    """The source with what happened beside each line, and so many rows of each engine's table."""
    recorder = Recorder(program.ir, rows)
    run = watched(program, recorder, arguments, console)
    if run is None:
        return FAILED
    _print_source(annotated_source(analysis, recorder.recording(), run.outcome), console)
    return run.finish(arguments, console)


def trace_session(
    analysis: Analysis, program: Program, arguments: Arguments, serial: int, console: Console
) -> int:
    """One session from its arrival to its end; 1 if it never arrives."""
    follower = SessionFollower(program.ir, serial)
    run = watched(program, follower, arguments, console)
    if run is None:
        return FAILED
    if follower.is_done:
        run = WatchedRun(Outcome(), None, False)
    reached = reached_time(run.outcome)
    life = follower.life(reached)
    if life.arrived is None:
        return say_absent(life, run, arguments, console)
    account = session_account(analysis, life, run.outcome, reached, named=_named(console))
    _print_table(account.steps, console)
    console.result("")
    _print_table(account.shares, console)
    return run.finish(arguments, console)


def say_absent(life: SessionLife, run: WatchedRun, arguments: Arguments, console: Console) -> int:
    """Say that a session never arrived, and what ended the run early; returns the exit code."""
    console.error(f"sq: {never_arrived(life)}")
    run.finish(arguments, console)
    return INTERRUPTED if run.interrupted else FAILED


def trace_state(
    analysis: Analysis, program: Program, arguments: Arguments, time: float, console: Console
) -> int:
    """The state at a time, or at the end of the run if that comes first."""
    watching = Watching(None, console, min(time, program.ir.horizon))
    paused = PausedRun(
        program.ir, directory=program.directory, observer=watching, limits=arguments.limits
    )
    outcome, failure = Outcome(), None
    try:
        with watching:
            paused.advance(time)
    except RunError as error:
        failure = failed(error, program)
        if isinstance(error, TraceError):
            show(failure, console)
            return FAILED
        outcome = Outcome.of_error(error)
    if paused.stopped is not None:
        outcome = Outcome(stopped=Stop(paused.stopped.reason, paused.stopped.time))
    ended = outcome.failure or outcome.stopped
    view = state_view(analysis, paused.state(), time, ended, named=_named(console))
    console.result(view.title)
    _print_source(view.source, console)
    return WatchedRun(outcome, failure, watching.interrupted).finish(arguments, console)


def watched(
    program: Program,
    recorder: Recorder | SessionFollower,
    arguments: Arguments,
    console: Console,
    *,
    printed: bool = True,
) -> WatchedRun | None:
    """The run, watched; None if it could not even begin, once that has been said.

    What comes of it is only `printed`, so nobody needs it once the reader is gone.
    """
    watching = Watching(recorder, console, program.ir.horizon, printed=printed)
    try:
        with watching:
            report = execute(program, watching, arguments.limits, sample_places=False)
    except DiagnosticError as error:
        if not isinstance(error.__cause__, RunError):
            show(error, console)
            return None
        return WatchedRun(Outcome.of_error(error.__cause__), error, watching.interrupted)
    return WatchedRun(Outcome.of_report(report), None, watching.interrupted)


def reached_time(outcome: Outcome) -> float:
    """The time at which the run came to its end."""
    if outcome.failure is not None:
        return outcome.failure.time
    if outcome.stopped is not None:
        return outcome.stopped.time
    return 0.0 if outcome.report is None else outcome.report.end


def _named(console: Console) -> bool:
    columns = console.output.columns
    return columns is None or columns >= _NAMED_FROM


def _print_source(annotated: AnnotatedSource, console: Console) -> None:
    """With rich in color on a terminal, plain where the text goes into a file or a pipe."""
    columns = console.output.columns
    lines = annotated._replace(tables=())
    if console.output.colors:
        from sqlang.cli.rich_text import print_rich
        from sqlang.views.annotated_source_color import colored

        print_rich(colored(lines, columns))
    else:
        console.result(lines.text(columns).rstrip("\n"))
    for table in annotated.tables:
        console.result("")
        _print_table(table, console)


def _print_table(table: Table, console: Console) -> None:
    """Not through rich, which takes long for a hundred thousand rows."""
    title, _, body = table.text(console.output.columns).partition("\n")
    console.result(console.output.paint(title, "place"))
    if body:
        console.result(body)
