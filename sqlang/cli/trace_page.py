"""`sq trace --html` and `--svg`: a run as a page or as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from sqlang.api.execution import execute
from sqlang.cli.console import Console
from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.cli.loading import show
from sqlang.cli.main import CLEAN, FAILED, INTERRUPTED, USAGE
from sqlang.cli.output_files import STANDARD_OUTPUT, names_program, output_file, written
from sqlang.cli.parsing import Arguments, number
from sqlang.cli.stops import interrupted, said
from sqlang.cli.trace_commands import life_command, page_command
from sqlang.cli.trace_window import window_of_session
from sqlang.cli.watching import Watching
from sqlang.diagnostics import DiagnosticError
from sqlang.engine import Observer, RunError
from sqlang.engine.observer import Event
from sqlang.views.outcome import Outcome
from sqlang.views.recording import Recorder
from sqlang.views.timeline import Timeline, TimelineRecorder, Window

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.api.program import Program


class PageArguments(Arguments):
    """What the command line says of a page; `html` and `svg` are where to write them."""

    html: str | None = None
    svg: str | None = None
    session: int | None = None
    start: float | None = None
    until: float | None = None

    @property
    def wanted(self) -> bool:
        """Whether anything is said of a page or a picture."""
        given = (self.html, self.svg, self.start, self.until)
        return any(each is not None for each in given)

    @property
    def only_printed(self) -> bool:
        """Whether all that is written goes to standard output."""
        return {self.html, self.svg} <= {STANDARD_OUTPUT, None}


def add_page(parser: argparse.ArgumentParser) -> None:
    """Let the command line ask for a page, a picture, and what to keep exactly."""
    for name, what in (("html", "a page with source and timeline"), ("svg", "the timeline alone")):
        parser.add_argument(
            f"--{name}",
            nargs="?",
            const=STANDARD_OUTPUT,
            type=output_file,
            metavar="OUT",
            help=f"write {what} to the file OUT (standard output without OUT)",
        )
    parser.add_argument(
        "--from",
        dest="start",
        type=number,
        metavar="T",
        help="with --html or --svg: show each iteration and session from this time on",
    )
    parser.add_argument(
        "--until", type=number, metavar="T", help="with --html or --svg: and up to this time"
    )


def with_outputs(words: Sequence[str]) -> list[str]:
    """`--html program.sq` is a page of that program: a page is never written over a program."""
    options = ("--html", "--svg")
    return [
        f"{word}={STANDARD_OUTPUT}" if word in options and names_program(following) else word
        for word, following in zip_longest(words, words[1:], fillvalue="")
    ]


def write_page(
    analysis: Analysis,
    program: Program,
    arguments: PageArguments,
    words: Sequence[str],
    console: Console,
) -> int:
    """Run a program and write its page; 1 if it fails or meets a bound, 2 if it cannot be written.

    A run that fails has a page too, which says so.
    """
    unclear = _unclear(arguments)
    if unclear:
        console.error(f"sq: {unclear}")
        return USAGE
    window = _window(program, arguments, console)
    if isinstance(window, int):
        return window
    recorder = Recorder(program.ir)
    timeline = TimelineRecorder(program.ir, window, arguments.session or 0)
    failure: DiagnosticError | None = None
    both = _Both(recorder, timeline)
    watching = Watching(both, console, program.ir.horizon, printed=arguments.only_printed)
    try:
        with watching:
            report = execute(program, watching, arguments.limits, sample_places=False)
        outcome = Outcome.of_report(report)
    except DiagnosticError as error:
        if not isinstance(error.__cause__, RunError):
            show(error, console)
            return FAILED
        failure = error
        outcome = Outcome.of_error(error.__cause__)
    texts = _texts(
        analysis, recorder, timeline.timeline(_reached(outcome)), outcome, arguments, words
    )
    for path, text in texts:
        if not written(path, text.encode("utf-8", "backslashreplace"), console):
            return USAGE
    if failure is not None:
        show(failure, console)
        return FAILED
    if outcome.stopped is not None and watching.interrupted:
        console.error(f"sq: {interrupted(outcome.stopped.time)}")
        return INTERRUPTED
    if outcome.stopped is not None:
        console.error(f"sq: {said(outcome.stopped.reason, outcome.stopped.time, arguments)}")
        return FAILED
    return CLEAN


class _Both(Observer):
    """Tells two observers what happens."""

    def __init__(self, first: Observer, second: Observer) -> None:
        super().__init__()
        self._first = first
        self._second = second

    def event(self, event: Event) -> None:
        self._first.event(event)
        self._second.event(event)

    def progress(self, time: float) -> None:
        self._first.progress(time)
        self._second.progress(time)


def _unclear(arguments: PageArguments) -> str:
    if arguments.html is None and arguments.svg is None:
        return "`--from` and `--until` choose what `--html` and `--svg` show"
    if arguments.html == arguments.svg:
        return "`--html` and `--svg` cannot be written to the same place"
    start, until = arguments.start, arguments.until
    if start is not None and until is not None and not start < until:
        return "`--from` must be before `--until`"
    return ""


def _window(program: Program, arguments: PageArguments, console: Console) -> Window | int:
    """What is kept exactly, or the exit code if that is the time of a session that never comes."""
    serial, printed = arguments.session, arguments.only_printed
    if serial is not None and arguments.start is None and arguments.until is None:
        return window_of_session(program, serial, arguments, console, printed=printed)
    whole = Window()
    return Window(
        whole.start if arguments.start is None else max(arguments.start, 0.0),
        whole.end if arguments.until is None else arguments.until,
    )


def _reached(outcome: Outcome) -> float | None:
    """The time of a run that came to no good end."""
    broken = outcome.failure or outcome.stopped
    return None if broken is None else broken.time


def _texts(
    analysis: Analysis,
    recorder: Recorder,
    timeline: Timeline,
    outcome: Outcome,
    arguments: PageArguments,
    words: Sequence[str],
) -> list[tuple[str, str]]:
    from sqlang.views.timeline.page import problem, timeline_page
    from sqlang.views.timeline.picture import timeline_svg

    title = "standard input" if arguments.file == STANDARD_INPUT else arguments.file
    texts = []
    if arguments.html is not None:
        recording = recorder.recording()
        commands = page_command(words), life_command(words)
        page = timeline_page(analysis, recording, timeline, outcome, title, *commands)
        texts.append((arguments.html, page))
    if arguments.svg is not None:
        texts.append((arguments.svg, timeline_svg(timeline, title, problem(outcome))))
    return texts
