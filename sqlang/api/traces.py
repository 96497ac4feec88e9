"""Traces for users of the library: reading one, and what is wrong with one as a diagnostic."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, Final

from sqlang.diagnostics import Diagnostic, DiagnosticError, Related
from sqlang.diagnostics.catalogue import report
from sqlang.engine.errors import TRACE_UNREADABLE, TraceError
from sqlang.engine.traces import reading
from sqlang.source import Source, Span
from sqlang.syntax.spelling import nearest

if TYPE_CHECKING:
    from sqlang.api.program import Program

Turn = tuple[float, float, float, float]
"""`new`, `out`, `think` and `forced`."""

_NAMES_LOOKED_AT: Final = 1000
_HELP: Final = "help: "


def read_trace(path: str | os.PathLike[str]) -> list[list[Turn]]:
    """The sessions of a trace file, each a list of its turns `(new, out, think, forced)`.

    It is read as a run reads it: lines of one session that stand together are its turns (CSV-2). A
    relative path begins in the current directory.

    Raises:
        DiagnosticError: the file cannot be read or is no trace; the place is in it (CSV-3).
    """
    name = os.fspath(path)
    try:
        return reading.read_trace(name).sessions()
    except TraceError as error:
        span = _place_in_trace(error)
        raise DiagnosticError((report(error.code, span, message=_said(error)),)) from error


def read_trace_of(program: Program) -> list[list[Turn]]:
    """The sessions of a program's trace; raises `DiagnosticError`, its place in the program."""
    path = os.path.join(program.directory or "", program.ir.trace or "")
    try:
        return reading.read_trace(path).sessions()
    except TraceError as error:
        span = program.span("trace")
        raise DiagnosticError((trace_failure(error, span),)) from error


def trace_failure(error: TraceError, span: Span) -> Diagnostic:
    """What is wrong with the trace of a program, at `span` of the program and in the trace."""
    related: list[Related] = []
    if error.code == TRACE_UNREADABLE:
        near = _similar_file(error.path)
        if near is not None:
            related.append(Related(span, f"there is a file `{near}`"))
    else:
        _, _, remedy = error.message.partition(_HELP)
        related.append(Related(_place_in_trace(error), remedy))
    return report(error.code, span, related=related, message=_said(error))


def _said(error: TraceError) -> str:
    return error.message.partition("\n")[0]


def _place_in_trace(error: TraceError) -> Span:
    """The place in the file, of which no more than the line at fault is known."""
    if error.line == 0:
        return Span(Source("", error.path), 0, 0)
    before = "\n" * (error.line - 1)
    source = Source(before + error.text, error.path)
    return Span(source, len(before) + error.start, len(before) + error.end)


def _similar_file(path: str) -> str | None:
    """The file beside a missing one that is spelled almost as it, if there is one."""
    directory, name = os.path.split(path)
    try:
        with os.scandir(directory or os.curdir) as entries:
            near = nearest(name, [entry.name for entry in islice(entries, _NAMES_LOOKED_AT)])
    except (OSError, ValueError):
        return None
    return None if near is None else os.path.join(directory, near)
