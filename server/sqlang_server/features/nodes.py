"""Finds the token and the nodes of the text as written that stand at an offset."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.tree import Node


def token_at(tokens: Sequence[Token], offset: int) -> Token | None:
    """The token under a cursor; just after a word the cursor is still on it."""
    index = bisect_right(tokens, offset, key=_start) - 1
    for token in (tokens[index], tokens[index - 1]) if index > 0 else tokens[: index + 1]:
        if token.start <= offset < token.end:
            return token
        if token.end == offset and token.kind is Kind.NAME:
            return token
    return None


def path_at(root: Node, offset: int) -> list[Node]:
    """The nodes that hold an offset, the innermost first; `root` is always the last."""
    path = [root]
    while True:
        holder = _holder(path[-1], offset)
        if holder is None:
            return path[::-1]
        path.append(holder)


def _holder(node: Node, offset: int) -> Node | None:
    for child in node.children():
        if child.first.start <= offset < child.last.end:
            return child
    return None


def _start(token: Token) -> int:
    return token.start
