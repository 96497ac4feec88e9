"""Finds the nodes of a stretch of text without looking at the rest of it."""

from __future__ import annotations

from sqlang.records import fields_of
from sqlang.syntax import tree
from sqlang.syntax.tree import Node


def nodes_within(root: Node, start: int, end: int, kinds: tuple[type, ...]) -> list[Node]:
    """The nodes of some `kinds` that touch a stretch of offsets, parents before what is in them.

    None of the kinds is a mere name or number.
    """
    found: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, kinds):
            found.append(node)
        below = _below(node, start, end)
        below.reverse()
        pending += below
    return found


def _below(node: Node, start: int, end: int) -> list[Node]:
    """What is directly below a node and touches, but for leaves, which are half of all nodes."""
    is_inside = start <= node.first.start and node.last.end <= end
    below: list[Node] = []
    for field in fields_of(type(node)):
        value: object = getattr(node, field)
        if isinstance(value, tuple):
            some = value if is_inside else _between(value, start, end)
            below += [each for each in some if isinstance(each, Node) and not _is_leaf(each)]
        elif isinstance(value, Node) and not _is_leaf(value) and _touches(value, start, end):
            below.append(value)
    return below


def _is_leaf(node: Node) -> bool:
    return isinstance(node, (tree.Identifier, tree.Name, tree.Number))


def _touches(node: Node, start: int, end: int) -> bool:
    return node.first.start <= end and node.last.end >= start


def _between(nodes: tuple[object, ...], start: int, end: int) -> tuple[object, ...]:
    """Of neighbors in the order of the text those that touch; the rest is passed over by halves."""
    first, last = 0, len(nodes)
    while first < last:
        middle = (first + last) // 2
        if _end(nodes[middle]) < start:
            first = middle + 1
        else:
            last = middle
    last = first
    while last < len(nodes) and _start(nodes[last]) <= end:
        last += 1
    return nodes[first:last]


def _start(node: object) -> int:
    return node.first.start if isinstance(node, Node) else -1


def _end(node: object) -> int:
    return node.last.end if isinstance(node, Node) else -1
