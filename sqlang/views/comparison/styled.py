"""Lines of text in pieces with a style each: plain text, and what a terminal colors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlang.views.display_width import pad, pad_left

PLAIN = ""
TITLE = "title"
QUIET = "quiet"
FIRST = "first"
SECOND = "second"
MARKED = "marked"
STYLES = (PLAIN, TITLE, QUIET, FIRST, SECOND, MARKED)


class Piece(NamedTuple):
    """A stretch of a line in one of `STYLES`."""

    text: str
    style: str = PLAIN


Line = tuple[Piece, ...]


class Cell(NamedTuple):
    """A cell of a table; figures stand to the right."""

    text: str
    style: str = PLAIN
    is_figure: bool = False


def line(text: str = "", style: str = PLAIN) -> Line:
    """A line of one piece."""
    return (Piece(text, style),) if text else ()


def plain_text(lines: Iterable[Line]) -> str:
    """The text without styles, no blanks at line ends."""
    return "\n".join("".join(piece.text for piece in each).rstrip() for each in lines)


def table_lines(rows: Sequence[Sequence[Cell]], indent: str = "  ") -> list[Line]:
    """Rows of equally many cells with aligned columns; columns without any text are left out."""
    if not rows:
        return []
    from sqlang.views.display_width import display_width

    widths = [
        max(display_width(cell.text) for cell in column) for column in zip(*rows, strict=True)
    ]
    lines = []
    for row in rows:
        pieces = [Piece(indent)]
        for cell, width in zip(row, widths, strict=True):
            if width:
                fill = pad_left if cell.is_figure else pad
                pieces += [Piece(fill(cell.text, width), cell.style), Piece("  ")]
        lines.append(tuple(pieces[:-1]))
    return lines
