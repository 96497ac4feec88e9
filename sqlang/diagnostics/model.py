"""One diagnostic: what is wrong, where, what else it touches, and how to mend it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from sqlang.source import Span


class Severity(Enum):
    """How much a diagnostic matters; only errors refuse a program."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Edit(NamedTuple):
    """Replace the text of a span."""

    span: Span
    text: str


class Fix(NamedTuple):
    """A mechanical remedy; a safe one never changes what the program means."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


class Related(NamedTuple):
    """Another place that a diagnostic talks about."""

    span: Span
    message: str


class Diagnostic(NamedTuple):
    """One mistake: a code of the catalogue, an exact span, one sentence in the user's words."""

    code: str
    span: Span
    message: str
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class DiagnosticError(ValueError):
    """A program that cannot be compiled or run; `diagnostics` say why.

    As text it has a line for each diagnostic, with path, line and column.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        super().__init__(diagnostics)

    def __str__(self) -> str:
        from sqlang.diagnostics.text import one_line

        return "\n".join(one_line(diagnostic) for diagnostic in self.diagnostics)
