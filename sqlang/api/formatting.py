"""The one layout of programs: `sqlang.format`."""

from __future__ import annotations

from sqlang.diagnostics import DiagnosticError
from sqlang.formatting.formatter import format_source
from sqlang.source import Source


def format(text: str) -> str:  # noqa: A001 - the name of what it does, as in `sqlang.compile`
    """A program in its one layout (docs/fmt.md): the same tokens and comments, laid out.

    Raises `DiagnosticError` for a text with syntax errors.
    """
    formatted = format_source(Source(text))
    if formatted.diagnostics:
        raise DiagnosticError(formatted.diagnostics)
    return formatted.text
