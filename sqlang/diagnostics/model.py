"""One diagnostic: what is wrong, where, what else it touches, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from sqlang.records import Record
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Severity(Enum):
    """How much a diagnostic matters; only errors refuse a program."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Edit(Record):
    """Replace the text of a span."""

    __slots__ = ("span", "text")

    def __init__(self, span: Span, text: str) -> None:
        self.span: Final = span
        self.text: Final = text


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits in its order, none of which overlaps another."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*parts, text[at:]])


class Fix(Record):
    """A mechanical remedy; a safe one never changes what the program means."""

    __slots__ = ("title", "edits", "safe")

    def __init__(self, title: str, edits: tuple[Edit, ...], safe: bool) -> None:
        self.title: Final = title
        self.edits: Final = edits
        self.safe: Final = safe


class Related(Record):
    """Another place that a diagnostic talks about."""

    __slots__ = ("span", "message")

    def __init__(self, span: Span, message: str) -> None:
        self.span: Final = span
        self.message: Final = message


class Diagnostic(Record):
    """One mistake: a code of the catalogue, an exact span, one sentence in the user's words."""

    __slots__ = ("code", "span", "message", "severity", "related", "fixes")

    def __init__(
        self,
        code: str,
        span: Span,
        message: str,
        severity: Severity = Severity.ERROR,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        self.code: Final = code
        self.span: Final = span
        self.message: Final = message
        self.severity: Final = severity
        self.related: Final = related
        self.fixes: Final = fixes


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
