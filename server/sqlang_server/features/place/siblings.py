"""What else stands in the braces around a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.syntax.tokens import Token
from sqlang_server.features.place.cursor import Cursor

_ENDS: Final = frozenset(";{}")
_MOST: Final = 20_000
"""No further than so many tokens is looked in each direction."""


def first_words(tokens: Sequence[Token], cursor: Cursor) -> frozenset[str]:
    """The first words of the other entries in the braces around a cursor.

    The entry that the cursor is in does not count.
    """
    count = cursor.following
    follows_entry = count > 0 and tokens[count - 1].text in _ENDS
    begins = follows_entry and tokens[count].start != cursor.start
    before = _words_before(tokens, count)
    behind = _words_behind(tokens, count, begins)
    return frozenset((*before, *behind))


def _words_before(tokens: Sequence[Token], count: int) -> Iterator[str]:
    """Of the entries that end before the cursor."""
    depth = 0
    is_own = True
    following = ""
    for number in range(count - 1, max(-1, count - _MOST), -1):
        text = tokens[number].text
        if depth == 0 and text in _ENDS:
            if not is_own and following:
                yield following
            is_own = False
        if text == "}":
            depth += 1
        elif text == "{":
            if depth == 0:
                return
            depth -= 1
        following = text


def _words_behind(tokens: Sequence[Token], count: int, begins: bool) -> Iterator[str]:
    """Of the entries that begin behind the cursor; one `begins` with the first token there."""
    depth = 0
    for token in tokens[count : count + _MOST]:
        text = token.text
        if text == "{":
            depth += 1
        elif text == "}":
            if depth == 0:
                return
            depth -= 1
        elif begins and depth == 0:
            yield text
        begins = depth == 0 and text in (";", "}")
