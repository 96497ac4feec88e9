"""Finds the tokens and the nodes of the text as written that stand at an offset."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.tree import Block, Node, Program


def token_at(tokens: Sequence[Token], offset: int) -> Token | None:
    """The token under a cursor; just after a word the cursor is still on it."""
    index = bisect_right(tokens, offset, key=_start) - 1
    for token in (tokens[index], tokens[index - 1]) if index > 0 else tokens[: index + 1]:
        if token.start <= offset < token.end:
            return token
        if token.end == offset and token.kind is Kind.NAME:
            return token
    return None


def tokens_of(tokens: Sequence[Token], node: Node, most: int) -> list[Token]:
    """The tokens of a node, of many no more than the first."""
    at = bisect_left(tokens, node.first.start, key=_start)
    end = node.last.end
    found: list[Token] = []
    while at < len(tokens) and len(found) < most and tokens[at].start < end:
        found.append(tokens[at])
        at += 1
    return found


def path_at(root: Node, offset: int) -> list[Node]:
    """The nodes that hold an offset, the innermost first; `root` is always the last."""
    path = [root]
    while True:
        holder = _holder(path[-1], offset)
        if holder is None:
            return path[::-1]
        path.append(holder)


def _holder(node: Node, offset: int) -> Node | None:
    if isinstance(node, (Block, Program)):
        return _holder_in_list(node.statements if isinstance(node, Block) else node.items, offset)
    for child in node.children():
        if child.first.start <= offset < child.last.end:
            return child
    return None


def _holder_in_list(nodes: Sequence[Node], offset: int) -> Node | None:
    """Of nodes in the order of the text, which may be thousands."""
    at = bisect_right(nodes, offset, key=_start_of_node) - 1
    return nodes[at] if at >= 0 and offset < nodes[at].last.end else None


def _start(token: Token) -> int:
    return token.start


def _start_of_node(node: Node) -> int:
    return node.first.start
