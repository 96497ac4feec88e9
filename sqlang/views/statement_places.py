"""Where a statement stands, in few words: its line, the file if it is another, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.views.display_width import display_width, printable
from sqlang.views.recording.records import Key

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.source import Span

_TEXT_COLUMNS: Final = 36
_FEW_COLUMNS: Final = 20


class StatementPlaces:
    """Leads from statements of a program to its text.

    `named` gives every line with its file, as `program.sq:17`, and more of the statements' texts;
    else only lines of other files are named.
    """

    def __init__(self, analysis: Analysis, *, named: bool) -> None:
        self._analysis: Final = analysis
        self._named: Final = named

    def line(self, key: Key | None) -> str:
        """`17`, or `file:17`; with the line of its use where a definition brought it in."""
        span = self._span(key)
        if span is None or key is None:
            return ""
        line = self._line(span)
        if not self._named:
            line = line.removeprefix(f"{self._analysis.source.path}:")
        uses = self._uses(key)
        if uses:
            used = self._line(uses[-1]).removeprefix(f"{self._analysis.source.path}:")
            return f"{line} (used in {used})"
        return line

    def text(self, key: Key | None) -> str:
        """The beginning of the statement, on one line."""
        span = self._span(key)
        columns = _TEXT_COLUMNS if self._named else _FEW_COLUMNS
        return "" if span is None else shortened(_flat(span.text), columns)

    def _span(self, key: Key | None) -> Span | None:
        origins = self._analysis.origins
        return None if key is None or origins is None else origins.statement(*key)

    def _uses(self, key: Key) -> tuple[Span, ...]:
        program, origins = self._analysis.program, self._analysis.origins
        if program is None or origins is None:
            return ()
        return origins.uses(program.blocks[key[0]][key[1]])

    @staticmethod
    def _line(span: Span) -> str:
        return f"{span.source.path}:{span.source.lines.position(span.start).line + 1}"


def shortened(text: str, columns: int) -> str:
    """The text, or as much of it as fits before an ellipsis."""
    if display_width(text) <= columns:
        return text
    while text and display_width(text) > columns - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _flat(text: str) -> str:
    """Up to the body, if there is one, on one line."""
    return printable(" ".join(text.partition("{")[0].split()))
