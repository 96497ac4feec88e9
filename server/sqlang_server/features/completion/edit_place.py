"""What accepting a candidate replaces, and what follows it."""

from __future__ import annotations

from typing import NamedTuple

from lsprotocol import types

from sqlang_server.view import View


class EditPlace(NamedTuple):
    """The offsets of a word, the cursor in it, and the rest of its line."""

    start: int
    cursor: int
    end: int
    rest: str

    @property
    def ends_line(self) -> bool:
        """Whether there is room for more than a word: nothing follows but closers or a comment."""
        rest = self.rest.lstrip()
        return not rest or rest.startswith(("}", "//"))


def edit_place(view: View, start: int, end: int, cursor: int) -> EditPlace:
    """The stretch from `start` to `end` that a candidate takes the place of."""
    line_end = view.positions.line_end_offset(cursor)
    return EditPlace(start, cursor, end, view.source.text[end : max(end, line_end)])


def ranges(view: View, place: EditPlace) -> tuple[types.Range, types.Range]:
    """What is replaced up to the cursor, and what to the end of the word."""
    positions = view.positions
    return (
        positions.range(place.start, place.cursor),
        positions.range(place.start, place.end),
    )
