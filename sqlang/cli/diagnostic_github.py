"""Diagnostics as workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlang.cli.repository import repository_path
from sqlang.diagnostics import Diagnostic, Severity
from sqlang.source import Span

_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}
_IN_MESSAGES: Final = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_IN_PROPERTIES: Final = _IN_MESSAGES | {ord(":"): "%3A", ord(","): "%2C"}


def diagnostics_github(diagnostics: Iterable[Diagnostic]) -> str:
    """A line for each diagnostic, in the order given."""
    return "\n".join(_command(diagnostic) for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties = _place(diagnostic.span) | {"title": diagnostic.code}
    written = ",".join(
        f"{name}={value.translate(_IN_PROPERTIES)}" for name, value in properties.items()
    )
    helps = [f"help: {fix.title}" for fix in diagnostic.fixes]
    message = "\n".join([diagnostic.message, *helps]).translate(_IN_MESSAGES)
    return f"::{_COMMANDS[diagnostic.severity]} {written}::{message}"


def _place(span: Span) -> dict[str, str]:
    """Where a span is; columns only if it is on one line, since GitHub refuses them otherwise."""
    path = repository_path(span.source)
    if path is None:
        return {}
    start = span.source.lines.position(span.start)
    end = span.source.lines.position(max(span.end, span.start))
    lines = {"file": path, "line": str(start.line + 1), "endLine": str(end.line + 1)}
    if start.line != end.line:
        return lines
    return lines | {"col": str(start.column + 1), "endColumn": str(end.column + 1)}
