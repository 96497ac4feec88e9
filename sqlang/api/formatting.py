"""The layout of a program text."""

from __future__ import annotations

from sqlang.diagnostics import DiagnosticError
from sqlang.formatting.formatter import format_source
from sqlang.source import Source


def format(text: str) -> str:  # noqa: A001 - named as the command is
    """A program text in its one layout (`sq fmt`); comments and what it means stay as they are.

    Raises:
        DiagnosticError: the text has syntax errors.
    """
    formatted = format_source(Source(text))
    if formatted.diagnostics:
        raise DiagnosticError(formatted.diagnostics)
    return formatted.text
