"""A small table that a view shows in a tooltip, a preview or a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlang.views.display_width import display_width, pad, pad_left, wrapped

_MARKDOWN_ESCAPES = str.maketrans(
    {"\\": "\\\\", "|": "\\|", "*": "\\*", "_": "\\_", "<": "&lt;", "[": "\\["}
)
_GAP = "  "
_LEAST_COLUMNS = 12
"""No column is made narrower than that, however narrow the terminal is."""
_FIGURE_CHARACTERS = frozenset("0123456789.-+einf%")


class Table(NamedTuple):
    """A title, a header with as many cells as each row, and remarks below."""

    title: str
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def without_blank_columns(
        cls,
        title: str,
        header: tuple[str, ...],
        rows: Sequence[tuple[str, ...]],
        notes: tuple[str, ...] = (),
    ) -> Table:
        """Leaves out the columns that say nothing in any row."""
        kept = [at for at in range(len(header)) if any(row[at] for row in rows)]
        return cls(
            title,
            tuple(header[at] for at in kept),
            tuple(tuple(row[at] for at in kept) for row in rows),
            notes,
        )

    def markdown(self) -> str:
        """GitHub-flavored Markdown, as editors show it in a tooltip."""
        parts = [f"**{escaped(self.title)}**"] if self.title else []
        if self.rows:
            parts.append("\n".join(self._markdown_lines()))
        parts += [escaped(note) for note in self.notes]
        return "\n\n".join(parts)

    def text(self, columns: int | None = None) -> str:
        """Plain text with aligned columns, figures to the right; ends without a line feed.

        Where lines take at most so many columns, the longest texts go on below in their own column.
        """
        lines = [self.title] if self.title else []
        if self.rows:
            lines += _aligned([self.header, *self.rows], columns)
        return "\n".join([*lines, *self.notes])

    def _markdown_lines(self) -> list[str]:
        rule = ["---:" if right else "---" for right in _right_aligned(self.rows)]
        cells = [[_cell(cell) for cell in row] for row in (self.header, *self.rows)]
        lines = [f"| {' | '.join(row)} |" for row in cells]
        return [lines[0], f"| {' | '.join(rule)} |", *lines[1:]]


def left_out(count: int) -> tuple[str, ...]:
    """The remark for rows that were not kept; none if all were."""
    return (f"… {count} more",) if count > 0 else ()


def _aligned(rows: Sequence[tuple[str, ...]], columns: int | None) -> list[str]:
    widths = [max(display_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    right = _right_aligned(rows[1:])
    if columns is not None:
        widths = _narrowed(widths, right, columns)
    return [line for row in rows for line in _row_lines(row, widths, right)]


def _narrowed(widths: list[int], right: list[bool], columns: int) -> list[int]:
    """Columns of text give way, the widest first, until all fit or none can any more."""
    narrowed = list(widths)
    texts = [at for at, figures in enumerate(right) if not figures]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - columns
    for _ in range(excess):
        widest = max(texts, key=narrowed.__getitem__, default=None)
        if widest is None or narrowed[widest] <= _LEAST_COLUMNS:
            break
        narrowed[widest] -= 1
    return narrowed


def _row_lines(row: tuple[str, ...], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    """One line, or several where a cell is wider than its column."""
    cells = [
        [cell] if figures or display_width(cell) <= width else wrapped(cell, width)
        for cell, width, figures in zip(row, widths, right, strict=True)
    ]
    lines = []
    for at in range(max(map(len, cells))):
        texts = [cell[at] if at < len(cell) else "" for cell in cells]
        padded = [
            pad_left(text, width) if figures else pad(text, width)
            for text, width, figures in zip(texts, widths, right, strict=True)
        ]
        lines.append(_GAP.join(padded).rstrip())
    return lines


def _right_aligned(rows: Sequence[tuple[str, ...]]) -> list[bool]:
    return [all(map(_is_figure, column)) for column in zip(*rows, strict=True)]


def _is_figure(cell: str) -> bool:
    return _FIGURE_CHARACTERS.issuperset(cell)


def escaped(text: str) -> str:
    """Names and figures as they are, whatever Markdown makes of their characters.

    What stands between backquotes stays code, unless one of these has no other.
    """
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return text.translate(_MARKDOWN_ESCAPES).replace("`", "\\`")
    pieces[::2] = [piece.translate(_MARKDOWN_ESCAPES) for piece in pieces[::2]]
    return "`".join(pieces)


def _cell(text: str) -> str:
    """In a table a bar ends a cell even in code."""
    pieces = escaped(text).split("`")
    pieces[1::2] = [piece.replace("\\|", "|").replace("|", "\\|") for piece in pieces[1::2]]
    return "`".join(pieces)
