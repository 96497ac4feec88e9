"""A line of source with its label, laid out in one row of a terminal or in several."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.views.display_width import display_width, pad, wrapped

_ARROW = "← "
_GAP = "  "
_LEAST_ROOM = 16
"""Texts are not broken into less, however narrow the terminal is."""


class AnnotatedLine(NamedTuple):
    """A line of source, safe to print; `faded` if nothing in it was ever executed."""

    number: int
    text: str
    label: str
    faded: bool


class LineRow(NamedTuple):
    """A row of the terminal: a number or spaces, source and spaces, a label or a part of it."""

    number: str
    source: str
    label: str

    def text(self) -> str:
        """The whole row, without spaces at its end."""
        return f"{self.number}{self.source}{self.label}"


def line_rows(line: AnnotatedLine, column: int, gutter: int, columns: int | None) -> list[LineRow]:
    """A line with its label at `column`, closer, or below it, whichever fits into `columns`."""
    number = f"{line.number:>{gutter}}"
    if not line.label:
        source = f"{_GAP}{line.text}".rstrip()
        if columns is None or display_width(number + source) <= columns:
            return [LineRow(number, source, "")]
        return _broken(line, number, columns)
    label = f"{_ARROW}{line.label}"
    for text in (pad(line.text, column), line.text):
        source = f"{_GAP}{text}{_GAP}"
        if columns is None or display_width(number + source + label) <= columns:
            return [LineRow(number, source, label)]
    return _broken(line, number, columns or 0)


def _broken(line: AnnotatedLine, number: str, columns: int) -> list[LineRow]:
    """The source, then the label below it, each broken where it is too wide."""
    text = line.text.strip()
    indent = min(display_width(line.text) - display_width(line.text.lstrip()), columns // 4)
    start = f"{_GAP}{' ' * indent}"
    room = max(columns - len(number) - len(start), _LEAST_ROOM)
    blank = " " * len(number)
    rows = [LineRow(blank, f"{start}{part}", "") for part in wrapped(text, room)]
    rows[0] = rows[0]._replace(number=number)
    if line.label:
        parts = wrapped(line.label, room - len(_ARROW))
        rows += [LineRow(blank, start, f"{' ' * len(_ARROW)}{part}") for part in parts]
        at = len(rows) - len(parts)
        rows[at] = rows[at]._replace(label=f"{_ARROW}{parts[0]}")
    return rows
