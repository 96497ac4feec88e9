"""A place in a text: what is around it, whether or not the text is whole."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from sqlang.syntax import tree
from sqlang.syntax.surface import SurfaceTree
from sqlang.syntax.tokens import Token
from sqlang_server.features.place.cursor import Cursor
from sqlang_server.features.place.levels import Level, levels_before
from sqlang_server.features.place.reading import read_levels
from sqlang_server.features.place.stack import ParserStack


class Place(NamedTuple):
    """A cursor, the levels of braces around it, and the automaton when it comes there.

    `before` is the token before the cursor, if there is one.
    """

    cursor: Cursor
    levels: list[Level]
    stack: ParserStack
    before: Token | None


def place_of(surface: SurfaceTree, cursor: Cursor) -> Place:
    """What is around a cursor that is in no comment."""
    tokens = surface.tokens
    levels = levels_before(tokens, cursor.following, _item_start(surface, cursor))
    before = tokens[cursor.following - 1] if cursor.following else None
    return Place(cursor, levels, read_levels(levels), before)


def _item_start(surface: SurfaceTree, cursor: Cursor) -> int:
    """The number of the first token of the last whole item that begins before a cursor."""
    items = surface.program.items
    number = bisect_left(items, cursor.start, key=_start) - 1
    while number >= 0 and isinstance(items[number], tree.Damaged):
        number -= 1
    if number < 0:
        return 0
    return bisect_left(surface.tokens, _start(items[number]), key=lambda token: token.start)


def _start(node: tree.Node) -> int:
    return node.first.start
