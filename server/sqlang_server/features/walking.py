"""Finds the nodes of a stretch of text without looking at the rest of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from sqlang.records import fields_of
from sqlang.syntax.tree import Node


def nodes_within(root: Node, start: int, end: int) -> Iterator[Node]:
    """The nodes that touch a stretch of offsets, parents before what is in them."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(_touching(node, start, end)))


def _touching(node: Node, start: int, end: int) -> list[Node]:
    found: list[Node] = []
    for field in fields_of(type(node)):
        value = getattr(node, field)
        if isinstance(value, Node):
            if _touches(value, start, end):
                found.append(value)
        elif isinstance(value, tuple):
            found.extend(_between(value, start, end))
    return found


def _between(nodes: Sequence[object], start: int, end: int) -> Iterator[Node]:
    """Of neighbors in the order of the text those that touch; the rest is passed over by halves."""
    at = bisect_left(nodes, start, key=_end)
    for node in nodes[at:]:
        if not isinstance(node, Node):
            continue
        if node.first.start > end:
            return
        yield node


def _end(node: object) -> int:
    return node.last.end if isinstance(node, Node) else -1


def _touches(node: Node, start: int, end: int) -> bool:
    return node.first.start <= end and node.last.end >= start
