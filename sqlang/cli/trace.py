"""`sq trace`: the source of a program with what happened in a run beside each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlang.api.execution import execute
from sqlang.cli.console import Console
from sqlang.cli.loading import LoadError, load_text, show
from sqlang.cli.main import CLEAN, FAILED
from sqlang.cli.parsing import (
    add_bounds,
    add_program,
    add_settings,
    make_parser,
)
from sqlang.cli.stops import said
from sqlang.cli.trace_page import PageArguments, add_page, with_outputs, write_page
from sqlang.diagnostics import DiagnosticError
from sqlang.engine import RunError
from sqlang.views.annotated_source import AnnotatedSource, annotated_source
from sqlang.views.outcome import Outcome
from sqlang.views.recording import Recorder

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.api.program import Program

_EXAMPLE: Final = """sq trace examples/separate_phases.sq
sq trace examples/separate_phases.sq --html page.html"""


def command(words: Sequence[str], console: Console) -> int:
    """Run the program named and show its source; 1 if it has errors, fails, or meets a bound."""
    parser = make_parser(
        "trace", "Show a program's source with what happened beside each line.", _EXAMPLE
    )
    add_program(parser)
    add_settings(parser)
    add_bounds(parser)
    add_page(parser)
    arguments = parser.parse_args(with_outputs(words), PageArguments())
    try:
        analysis, program = load_text(arguments.file, arguments, console)
    except LoadError as failure:
        return failure.code
    if arguments.wanted:
        return write_page(analysis, program, arguments, words, console)
    return _trace(analysis, program, arguments, console)


def _trace(analysis: Analysis, program: Program, arguments: PageArguments, console: Console) -> int:
    recorder = Recorder(program.ir)
    failure: DiagnosticError | None = None
    try:
        report = execute(program, recorder, arguments.limits, sample_places=False)
        outcome = Outcome.of_report(report)
    except DiagnosticError as error:
        if not isinstance(error.__cause__, RunError):
            show(error, console)
            return FAILED
        failure = error
        outcome = Outcome.of_error(error.__cause__)
    _print(annotated_source(analysis, recorder.recording(), outcome), console)
    if failure is not None:
        show(failure, console)
        return FAILED
    if outcome.stopped is not None:
        console.error(f"sq: {said(outcome.stopped.reason, outcome.stopped.time, arguments)}")
        return FAILED
    return CLEAN


def _print(annotated: AnnotatedSource, console: Console) -> None:
    """With rich in color on a terminal, plain where the text goes into a file or a pipe."""
    if not console.output.colors:
        console.result(annotated.text().rstrip("\n"))
        return
    from rich.console import Console as RichConsole

    from sqlang.views.annotated_source_color import colored

    terminal = RichConsole(soft_wrap=True, highlight=False, emoji=False, markup=False)
    terminal.print(colored(annotated), end="")
