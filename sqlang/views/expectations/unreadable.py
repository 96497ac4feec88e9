"""What is said of an expectation that cannot be read (SQ807)."""

from __future__ import annotations

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix, Severity
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class UnreadableError(Exception):
    """An expectation is none, for the reason in `problem`, at a span.

    What was meant is `meant`, or the nearest of what is `known`.
    """

    def __init__(
        self, span: Span, problem: str, known: tuple[str, ...] = (), meant: str | None = None
    ) -> None:
        super().__init__(problem)
        self.span: Final = span
        self.problem: Final = problem
        self.known: Final = known
        self.meant: Final = meant


def unreadable(error: UnreadableError) -> Diagnostic:
    """The hint, with what was probably meant and an edit that writes it."""
    meant = error.meant if error.meant is not None else _nearest(error)
    problem, fixes = error.problem, []
    if meant is not None:
        problem = f"{problem}; did you mean `{meant}`?"
        fixes.append(Fix(f"Write `{meant}`", (Edit(error.span, meant),), safe=False))
    elif 0 < len(error.known) <= _MOST_LISTED:
        from sqlang.diagnostics.catalogue import alternatives

        problem = f"{problem}: it is {alternatives(*error.known)}"
    return report("SQ807", error.span, fixes=fixes, severity=Severity.HINT, problem=problem)


_MOST_LISTED: Final = 12


def _nearest(error: UnreadableError) -> str | None:
    if not error.known:
        return None
    from sqlang.syntax.spelling import nearest

    return nearest(error.span.text, error.known)
