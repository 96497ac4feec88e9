"""A diagnostic in one line, with its place: for errors, logs and the first line in a terminal."""

from __future__ import annotations

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Span


def location(span: Span) -> str:
    """`path:line:column`, both from 1, columns in characters; the path alone if it has no text.

    A source without text stands for something that has no lines to point at, such as an IR.
    """
    if not span.source.text:
        return span.source.path
    at = span.source.lines.position(span.start)
    return f"{span.source.path}:{at.line + 1}:{at.column + 1}"


def one_line(diagnostic: Diagnostic) -> str:
    """`path:line:column: error SQ401: message`."""
    severity = diagnostic.severity.value
    return f"{location(diagnostic.span)}: {severity} {diagnostic.code}: {diagnostic.message}"
