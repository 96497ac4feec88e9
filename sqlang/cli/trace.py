"""`sq trace`: the source of a program with what happened in a run beside each line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.loading import LoadError, load_text
from sqlang.cli.parsing import (
    add_bounds,
    add_program,
    add_settings,
    make_parser,
    number,
    positive,
    whole_number,
)
from sqlang.cli.trace_heading import heading
from sqlang.cli.trace_page import PageArguments, add_page, with_outputs, write_page
from sqlang.cli.tracing import trace_session, trace_source, trace_state
from sqlang.views.recording.recorder import ROWS_KEPT

_EXAMPLE: Final = """sq trace examples/separate_phases.sq
sq trace examples/separate_phases.sq --session 1
sq trace examples/separate_phases.sq --at 1
sq trace examples/separate_phases.sq --html page.html"""


class _Arguments(PageArguments):
    at: float | None
    iterations: int


def command(words: Sequence[str], console: Console) -> int:
    """Run the program named and show its source; 1 if it has errors, fails, or meets a bound."""
    arguments = _parse(words)
    try:
        analysis, program = load_text(arguments.file, arguments, console)
    except LoadError as failure:
        return failure.code
    if arguments.wanted:
        return write_page(analysis, program, arguments, words, console)
    console.result(heading(program.ir, arguments.file))
    console.flush()
    if arguments.session is not None:
        return trace_session(analysis, program, arguments, arguments.session, console)
    if arguments.at is not None:
        return trace_state(analysis, program, arguments, arguments.at, console)
    return trace_source(analysis, program, arguments, arguments.iterations, console)


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser(
        "trace", "Show a program's source with what happened beside each line.", _EXAMPLE
    )
    add_program(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--session",
        type=whole_number,
        metavar="N",
        help="follow the session of serial N, the first of which is 0, through its life; "
        "with --html or --svg: begin with its row, and show its time",
    )
    shown.add_argument(
        "--at",
        type=_time,
        metavar="T",
        help="show who is where, who waits and what is allocated at time T",
    )
    parser.add_argument(
        "--iterations",
        type=positive,
        metavar="N",
        default=ROWS_KEPT,
        help=f"rows in the table of iterations of each engine ({ROWS_KEPT}); "
        "what bounds the run is --max-iterations",
    )
    add_settings(parser)
    add_bounds(parser)
    add_page(parser)
    arguments = parser.parse_args(with_outputs(words), _Arguments())
    if arguments.wanted and arguments.at is not None:
        parser.error("a page or a picture shows the whole run: leave out --at")
    return arguments


def _time(text: str) -> float:
    value = number(text)
    if value < 0 or math.isnan(value):
        raise argparse.ArgumentTypeError(f"`{text}` is no time from 0, when the run starts")
    return value
