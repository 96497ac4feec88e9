"""`textDocument/onTypeFormatting`: the clause that a `;` or `}` has just ended.

Only blanks inside of the clause change, and no line is broken or joined: so the cursor stays behind
the character that was typed. What is longer than a screen is left to the other requests.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from lsprotocol import types

from sqlang.formatting.formatter import format_edits
from sqlang.formatting.kept import switched_off
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.surface import parse_surface
from sqlang.syntax.tokens import Token
from sqlang_server.features.nodes import path_at
from sqlang_server.view import View

_MOST: Final = 4000
"""No clause of more characters is read again."""

_INNER: Final = {"workload": "init"}
"""What a block is headed by in another that holds no statements."""

_HOLDERS: Final = (tree.Block, tree.Program, tree.Workload, tree.RunSettings)
_KEPT_APART: Final = "//"
"""A comment, with which no body stands on one line."""


def formatted_on_type(
    view: View, position: types.Position, character: str
) -> list[types.TextEdit] | None:
    """The edits, if the character before a position ends a clause of a text without errors."""
    surface = view.analysis.surface
    offset = view.offset(position)
    token = _token_before(surface.tokens, offset)
    if surface.diagnostics or token is None or token.text != character:
        return None
    text = view.source.text
    clause = _clause(path_at(surface.program, token.start), token)
    if clause is None:
        return None
    first, around = clause
    start = text.rfind("\n", 0, first.start) + 1
    if text[start : first.start].strip() or offset - start > _MOST:
        return None
    if any(begin <= first.start < end for begin, end in switched_off(text, surface.comments)):
        return None
    newline = "\r\n" if "\r\n" in text else "\n"
    before = "".join(f"{head} {{{newline}" for head in around) + _KEPT_APART + newline
    after = newline + f"}}{newline}" * len(around)
    excerpt = Source(before + text[start:offset] + after)
    line = len(around) + 1
    lines = line, line + text.count("\n", start, offset)
    formatted = format_edits(parse_surface(excerpt), lines)
    moved = start - len(before)
    return [
        types.TextEdit(view.positions.range(begin + moved, end + moved), blanks)
        for edit in formatted.edits
        for begin, end, blanks in _blanks(edit.span.start, edit.span.text, edit.text)
        if start <= begin + moved and end + moved < offset
    ]


def _token_before(tokens: Sequence[Token], offset: int) -> Token | None:
    at = bisect_left(tokens, offset, key=_end)
    return tokens[at] if at < len(tokens) and tokens[at].end == offset else None


def _clause(path: Sequence[tree.Node], last: Token) -> tuple[Token, list[str]] | None:
    """The first token of the clause that a token ends, and the heads of the blocks around it."""
    if isinstance(path[0], (tree.Pool, tree.StageKind)) and last.text == ";":
        before = [each for each in path[0].options if each.last.end <= last.start]
        return (before[-1].first, _heads(path)) if before else None
    for at, node in enumerate(path[:-1]):
        outer = path[at + 1]
        if node.last is last and isinstance(outer, _HOLDERS):
            return node.first, _heads(path[at + 1 :])
    return None


def _heads(path: Sequence[tree.Node]) -> list[str]:
    """What blocks may be headed by that stand in each other as those of a path, outermost first."""
    heads: list[str] = []
    for node in reversed(path):
        match node:
            case tree.Block():
                heads.append(_INNER.get(heads[-1], "loop") if heads else "session")
            case tree.Workload():
                heads.append("workload")
            case tree.Pool():
                heads.append("pool p")
            case tree.StageKind():
                heads.append("stage s : step")
            case tree.RunSettings():
                heads.append("run")
    return heads


def _blanks(start: int, old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """The blanks in which two pieces of text differ that have as many lines; else nothing.

    `start` is where the old one stands.
    """
    signs = [at for at, character in enumerate(old) if not character.isspace()]
    others = [at for at, character in enumerate(new) if not character.isspace()]
    same = [old[at] for at in signs] == [new[at] for at in others]
    if not same or old.count("\n") != new.count("\n"):
        return
    begin = there = 0
    for at, other in zip((*signs, len(old)), (*others, len(new)), strict=True):
        if old[begin:at] != new[there:other]:
            yield start + begin, start + at, new[there:other]
        begin, there = at + 1, other + 1


def _end(token: Token) -> int:
    return token.end
