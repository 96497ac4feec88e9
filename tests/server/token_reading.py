"""Reads semantic tokens as a client does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lsprotocol import types

from sqlang.source import Encoding, LineIndex, Position


class Shown(NamedTuple):
    """A token with its place in units of the client, its type and its modifiers."""

    line: int
    column: int
    length: int
    type: str
    modifiers: frozenset[str]


def decoded(data: Sequence[int], legend: types.SemanticTokensLegend) -> list[Shown]:
    """The tokens that some numbers stand for."""
    assert len(data) % 5 == 0
    tokens = []
    line = column = 0
    for at in range(0, len(data), 5):
        lines, columns, length, kind, bits = data[at : at + 5]
        assert min(lines, columns, bits) >= 0
        line, column = line + lines, columns if lines else column + columns
        names = legend.token_modifiers
        modifiers = frozenset(name for bit, name in enumerate(names) if bits >> bit & 1)
        assert bits < 1 << len(names)
        tokens.append(Shown(line, column, length, legend.token_types[kind], modifiers))
    return tokens


def applied(data: Sequence[int], edits: Sequence[types.SemanticTokensEdit]) -> list[int]:
    """The numbers after some edits, whose places are those of the numbers before them all."""
    result = list(data)
    end = len(result)
    for edit in sorted(edits, key=lambda each: each.start, reverse=True):
        assert edit.start + edit.delete_count <= end, "edits overlap"
        result[edit.start : edit.start + edit.delete_count] = edit.data or ()
        end = edit.start
    return result


def text_of(text: str, token: Shown, encoding: Encoding = Encoding.UTF16) -> str:
    """What a token covers."""
    lines = LineIndex(text, universal=True)
    start = lines.offset(Position(token.line, token.column), encoding)
    end = lines.offset(Position(token.line, token.column + token.length), encoding)
    return text[start:end]


def check_places(text: str, tokens: Sequence[Shown], encoding: Encoding = Encoding.UTF16) -> None:
    """Tokens are in order, do not overlap, and lie within their lines."""
    lines = LineIndex(text, universal=True)
    before = (0, 0)
    for token in tokens:
        assert token.length > 0
        assert (token.line, token.column) >= before
        before = token.line, token.column + token.length
        end = lines.offset(Position(token.line, token.column + token.length), encoding)
        at = lines.position(end, encoding)
        assert (at.line, at.column) == before
