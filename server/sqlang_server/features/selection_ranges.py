"""`textDocument/selectionRange`: what holds a cursor, from the word to the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from lsprotocol import types

from sqlang.syntax import tree
from sqlang_server.features.nodes import path_at, token_at
from sqlang_server.view import View

_Stretch = tuple[int, int]


def selection_ranges(view: View, positions: Sequence[types.Position]) -> list[types.SelectionRange]:
    """For each position the chain of what holds it, each link larger than the one before it."""
    return [_chain(view, view.offset(position)) for position in positions]


def _chain(view: View, offset: int) -> types.SelectionRange:
    chain: list[_Stretch] = []
    for start, end in _around(view, offset):
        # What a repair put in has no extent, or one elsewhere.
        inner = chain[-1] if chain else (offset, offset)
        if start <= inner[0] and inner[1] <= end and (start, end) != inner:
            chain.append((start, end))
    whole = (0, len(view.source.text))
    if not chain or chain[-1] != whole:
        chain.append(whole)
    link: types.SelectionRange | None = None
    for start, end in reversed(chain):
        place = view.positions.range(start, end)
        if link is None or place != link.range:
            link = types.SelectionRange(place, link)
    assert link is not None
    return link


def _around(view: View, offset: int) -> Iterator[_Stretch]:
    """Word, expressions, statement, the inside of a block, block, item; a comment alone."""
    surface = view.analysis.surface
    comment = _comment_at(view, offset)
    token = token_at(surface.tokens, offset)
    if comment is not None:
        yield comment
    elif token is not None:
        yield token.start, token.end
    at = offset if token is None else token.start
    for node in path_at(surface.program, at)[:-1]:
        if isinstance(node, tree.Block):
            yield node.first.end, node.last.start
        yield node.first.start, node.last.end


def _comment_at(view: View, offset: int) -> _Stretch | None:
    comments = view.analysis.surface.comments
    at = bisect_right(comments, offset, key=lambda each: each.start) - 1
    if at >= 0 and comments[at].start <= offset <= comments[at].end:
        return comments[at].start, comments[at].end
    return None
