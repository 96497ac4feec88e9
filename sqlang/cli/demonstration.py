"""What `sq` says of the example of a code, without a file being written or a folder being read."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.analysis import analyze
from sqlang.cli.checking import expectation_hints
from sqlang.cli.console import Stream
from sqlang.cli.diagnostic_text import diagnostic_text, told_by_test
from sqlang.cli.parsing import Arguments, add_bounds, add_settings, make_parser
from sqlang.diagnostics import Diagnostic, DiagnosticError
from sqlang.diagnostics.decoding import decode
from sqlang.diagnostics.pages import Example
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace

if TYPE_CHECKING:
    from sqlang.api.program import Program
    from sqlang.engine.traces.trace import Trace

_STANDARD_INPUT: Final = "-"
_FIRST_OF_A_RUN: Final = "SQ900"
_BROKEN_PROMISE: Final = "SQ992"


class Said(NamedTuple):
    """One thing that a command says: its code, and the lines it prints."""

    code: str
    text: str


def command_line(code: str, example: Example) -> str:
    """The command that says something of an example, as one would type it."""
    typed = shlex.join(["sq", _subcommand(code, example), example.path, *example.options])
    return f"{typed} < program.sq" if example.path == _STANDARD_INPUT else typed


def demonstrate(code: str, example: Example, stream: Stream) -> list[Said]:
    """What that command says, painted for a stream; nothing if there is no mistake."""
    try:
        found, ended = _said(code, example)
    except DiagnosticError as error:
        found, ended = error.diagnostics, []
    shown = told_by_test if _subcommand(code, example) == "test" else diagnostic_text
    return [*(Said(each.code, shown(each, stream)) for each in found), *ended]


def _subcommand(code: str, example: Example) -> str:
    if example.is_ir:
        return "ir"
    if code == _BROKEN_PROMISE:
        return "test"
    return "run" if code > _FIRST_OF_A_RUN else "check"


def _said(code: str, example: Example) -> tuple[tuple[Diagnostic, ...], list[Said]]:
    """What is wrong with the program, and what is said if a bound ends its run.

    Raises `DiagnosticError` where the command does.
    """
    match _subcommand(code, example):
        case "ir":
            from sqlang.api.program import Program

            Program.from_json(example.text, example.path)
            return (), []
        case "run":
            return (), _ended(example)
        case "test":
            return _broken(example), []
        case _:
            return _found(example), []


def _found(example: Example) -> tuple[Diagnostic, ...]:
    source, undecodable = _source(example)
    if undecodable is not None:
        return (undecodable,)
    analysis = analyze(
        source, workspace=_Beside(example.libraries), overrides=_arguments(example).sets
    )
    return (*analysis.diagnostics, *analysis.hints, *expectation_hints(analysis))


def _broken(example: Example) -> tuple[Diagnostic, ...]:
    from sqlang.api.examination import examine

    source, undecodable = _source(example)
    examination = examine(source, _arguments(example).limits, undecodable)
    return () if examination is None else examination.told


def _ended(example: Example) -> list[Said]:
    from sqlang.api.compiling import from_analysis
    from sqlang.api.execution import execute
    from sqlang.cli.stops import said

    arguments = _arguments(example)
    source, _ = _source(example)
    program = from_analysis(analyze(source), arguments.settings)
    trace = _trace(program, example)
    stopped = execute(program, None, arguments.limits, trace=trace).stopped
    if stopped is None:
        return []
    return [Said("SQ990", f"sq: {said(stopped.reason, stopped.time, arguments)}")]


def _trace(program: Program, example: Example) -> Trace | None:
    """The trace of a program's example, if that is among the files beside it.

    Raises `DiagnosticError` for a file that is no trace.
    """
    name = program.ir.trace
    if name is None or name not in example.libraries:
        return None
    from sqlang.api.traces import trace_failure
    from sqlang.engine.errors import TraceError
    from sqlang.engine.traces.reading import parse_trace

    try:
        return parse_trace(name, BytesIO(example.libraries[name].encode()))
    except TraceError as error:
        raise DiagnosticError((trace_failure(error, program.span("trace")),)) from error


def _source(example: Example) -> tuple[Source, Diagnostic | None]:
    data = example.text.encode(example.encoding)
    if example.path == _STANDARD_INPUT:
        return decode(data, "<stdin>")
    return decode(data, example.path, os.curdir)


def _arguments(example: Example) -> Arguments:
    parser = make_parser("explain", "", "")
    add_settings(parser)
    add_bounds(parser)
    return parser.parse_args(example.options, Arguments())


class _Beside(Workspace):
    """Knows the libraries of an example alone, whatever the disk holds."""

    def __init__(self, libraries: Mapping[str, str]) -> None:
        super().__init__()
        self._libraries: Final = libraries

    def read(self, path: str) -> Source | None:
        text = self._libraries.get(os.path.basename(path))
        return None if text is None else Source(text, path, os.curdir)
