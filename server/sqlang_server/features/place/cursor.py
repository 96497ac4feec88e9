"""The word under a cursor, and the tokens before it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from sqlang.source import Span
from sqlang.syntax.surface import SurfaceTree
from sqlang.syntax.tokens import Kind, Token


class Cursor(NamedTuple):
    """A place between tokens, or in a word, which goes from `start` to `end`.

    `following` is the number of the first token that does not stand before it. `string` is the
    string that the cursor is in.
    """

    offset: int
    start: int
    end: int
    following: int
    string: Token | None = None


def cursor_at(surface: SurfaceTree, offset: int) -> Cursor | None:
    """What is under an offset; `None` in a comment, a number, a finished string, a sign."""
    if comment_at(surface.comments, surface.program.last.source.text, offset) is not None:
        return None
    tokens = surface.tokens
    count = bisect_right(tokens, offset, hi=len(tokens) - 1, key=_start)
    token = tokens[count - 1] if count else None
    if token is None or token.end < offset:
        return Cursor(offset, offset, offset, count)
    if token.kind is Kind.NAME:
        return _in_word(tokens, count - 1, offset)
    if token.start == offset:
        before = tokens[count - 2] if count > 1 else None
        if before is not None and before.end == offset and before.kind is Kind.NAME:
            return _in_word(tokens, count - 2, offset)
        return None if _touches_number(before, offset) else _between(offset, count - 1)
    if token.kind is Kind.STRING:
        return _in_string(token, count - 1, offset)
    if token.kind is Kind.NUMBER or offset < token.end:
        return None
    return _between(offset, count)


def gap_at(surface: SurfaceTree, offset: int) -> Cursor | None:
    """The place behind all that begins before an offset; `None` in a comment."""
    if comment_at(surface.comments, surface.program.last.source.text, offset) is not None:
        return None
    tokens = surface.tokens
    return _between(offset, bisect_left(tokens, offset, hi=len(tokens) - 1, key=_start))


def comment_at(comments: Sequence[Span], text: str, offset: int) -> Span | None:
    """The comment that a cursor is in; at the end of a line it is in that of the line."""
    number = bisect_right(comments, offset, key=_span_start) - 1
    if number < 0:
        return None
    comment = comments[number]
    is_open = not text.startswith("/*", comment.start) or not text.endswith(
        "*/", comment.start + 2, comment.end
    )
    is_inside = comment.start < offset < comment.end or (is_open and offset == comment.end)
    return comment if is_inside else None


def _between(offset: int, count: int) -> Cursor:
    return Cursor(offset, offset, offset, count)


def _in_word(tokens: Sequence[Token], number: int, offset: int) -> Cursor | None:
    word = tokens[number]
    before = tokens[number - 1] if number else None
    if _touches_number(before, word.start):
        return None
    return Cursor(offset, word.start, word.end, number)


def _in_string(token: Token, number: int, offset: int) -> Cursor | None:
    """In the quotes, or at the end of what lacks the second one."""
    is_open = len(token.text) == 1 or not token.text.endswith('"')
    if offset == token.end and not is_open:
        return Cursor(offset, offset, offset, number + 1)
    return Cursor(offset, offset, offset, number, token)


def _touches_number(token: Token | None, offset: int) -> bool:
    return token is not None and token.kind is Kind.NUMBER and token.end == offset


def _start(token: Token) -> int:
    return token.start


def _span_start(span: Span) -> int:
    return span.start
