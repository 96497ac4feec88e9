"""`sq run`: a run of a program from text or JSON, its report, and lines as things happen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from sqlang.api.execution import execute
from sqlang.api.program import Program
from sqlang.cli.console import Console
from sqlang.cli.loading import LoadError, load, show
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.parsing import (
    Arguments,
    add_bounds,
    add_inlining,
    add_program,
    add_settings,
    make_parser,
    positive,
)
from sqlang.diagnostics import DiagnosticError
from sqlang.engine import Observer, Report
from sqlang.engine.observer import Event, Eviction, Iteration
from sqlang.engine.trace_lines import eviction_line, iteration_line
from sqlang.ir import program as ir
from sqlang.views.outcome import ReportFigures
from sqlang.views.report_text import report_text, stuck_notes

_EXAMPLE: Final = """sq run examples/separate_phases.sq --iter
sq run --seed 7 --horizon 100 --json program.sq
sq run --trace monday.csv --dump samples program.sq
sq ir program.sq > program.json && sq run program.json"""


class _Arguments(Arguments):
    json: bool
    iter: bool
    iter_limit: int | None
    evict: bool
    fail_on: str | None
    dump: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Run the program named; 1 if it has errors, fails, or is ended by a bound."""
    arguments = _parse(words)
    try:
        program = load(arguments.file, arguments, console)
        observer = _observer(program, arguments, console)
        report = execute(
            program, observer, arguments.limits, sample_places=arguments.dump is not None
        )
    except LoadError as failure:
        return failure.code
    except DiagnosticError as error:
        show(error, console)
        return FAILED
    stuck = _print_report(report, arguments, console)
    if arguments.dump is not None and not _dumped(report, arguments.dump, console):
        return USAGE
    if report.stopped is not None:
        from sqlang.cli.stops import said

        console.error(f"sq: {said(report.stopped.reason, report.stopped.time, arguments)}")
    failed = report.stopped is not None or (stuck and arguments.fail_on == "stuck")
    return FAILED if failed else CLEAN


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser("run", "Run a program and print its report.", _EXAMPLE)
    add_program(parser)
    add_settings(parser)
    add_inlining(parser)
    add_bounds(parser)
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument(
        "--iter", action="store_true", help="a line on standard error for each iteration"
    )
    parser.add_argument(
        "--iter-limit", type=positive, metavar="N", help="lines for the first N iterations only"
    )
    parser.add_argument(
        "--evict", action="store_true", help="a line on standard error for each eviction"
    )
    parser.add_argument(
        "--dump", metavar="DIR", help="write the samples of each observe to DIR/NAME.csv"
    )
    parser.add_argument(
        "--fail-on", choices=("stuck",), help="exit with 1 if a session was stuck in a pool"
    )
    return parser.parse_args(words, _Arguments())


def _observer(program: Program, arguments: _Arguments, console: Console) -> Observer | None:
    iterations = arguments.iter_limit
    if iterations is None and not arguments.iter:
        iterations = 0
    if iterations == 0 and not arguments.evict:
        return None
    return _TraceLines(
        program.ir, console, iterations, arguments.evict, dumped=arguments.dump is not None
    )


class _TraceLines(Observer):
    """Writes the lines of iterations and evictions as they happen (TRC-1, EVT-1).

    `iterations` is how many of these get a line, None for all. Unless samples are `dumped`, the run
    is over once nobody reads its report.
    """

    def __init__(
        self,
        program: ir.Program,
        console: Console,
        iterations: int | None,
        evictions: bool,
        *,
        dumped: bool,
    ) -> None:
        super().__init__()
        self._program = program
        self._console = console
        self._left = iterations
        self._evictions = evictions
        self._dumped = dumped

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self._iteration(event)
        elif self._evictions and isinstance(event, Eviction):
            self._console.error(eviction_line(event))

    def cancelled(self) -> bool:
        if not self._dumped:
            self._console.require_reader()
        return False

    def _iteration(self, event: Iteration) -> None:
        if self._left == 0:
            return
        if self._left is not None:
            self._left -= 1
        self._console.error(iteration_line(event, self._program))


def _dumped(report: Report, folder: str, console: Console) -> bool:
    from sqlang.cli.dumping import dump

    try:
        dump(report, folder)
    except OSError as error:
        console.error(f"sq: the samples cannot be written to {folder}: {error.strerror or error}")
        return False
    return True


def _print_report(report: Report, arguments: _Arguments, console: Console) -> bool:
    """Print the report, and a note for each pool with stuck sessions; true if there is one."""
    text = report.json()
    figures = ReportFigures.from_json(json.loads(text))
    if arguments.json:
        console.result_json(text)
    else:
        console.result(report_text(figures))
    notes = stuck_notes(figures)
    for note in notes:
        console.error(note)
    return bool(notes)
