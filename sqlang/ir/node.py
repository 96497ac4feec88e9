"""What all IR types share."""

from __future__ import annotations

from collections.abc import Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Node:
    """What all IR types share: equal when their type and their fields are.

    Comparing, hashing and printing keep their own stack: a long sum is a deep tree.
    """

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        pending: list[tuple[object, object]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if isinstance(left, Node):
                if type(left) is not type(right):
                    return False
                pending.extend(
                    [(getattr(left, f), getattr(right, f)) for f in fields_of(type(left))]
                )
            elif isinstance(left, tuple) and isinstance(right, tuple):
                if len(left) != len(right):
                    return False
                pending.extend(zip(left, right, strict=True))
            elif left != right:
                return False
        return True

    def __hash__(self) -> int:
        return hash(
            tuple([each.text if isinstance(each, _Words) else each for each in _pieces(self)])
        )

    def __repr__(self) -> str:
        return "".join(
            [each.text if isinstance(each, _Words) else repr(each) for each in _pieces(self)]
        )


def fields_of(node: type[Node]) -> tuple[str, ...]:
    """The names of a node's fields, in the order of its constructor.

    A compiled class has no `__slots__`; mypyc keeps the names as an attribute of its own.
    """
    fields: tuple[str, ...] = getattr(node, "__mypyc_attrs__", ()) or getattr(node, "__slots__", ())
    return fields


class _Words:
    """What stands between the values when a node is written out."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text: Final = text


def _pieces(node: Node) -> Iterator[object]:
    """The values within a node, and between them the words of its representation."""
    pending: list[object] = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, Node):
            parts: list[object] = [_Words(f"{type(item).__name__}(")]
            for position, field in enumerate(fields_of(type(item))):
                parts += (_Words(f"{', ' if position else ''}{field}="), getattr(item, field))
        elif isinstance(item, tuple):
            parts = [_Words("(")]
            for position, member in enumerate(item):
                parts += (_Words(", " if position else ""), member)
        else:
            yield item
            continue
        pending.append(_Words(")"))
        pending.extend(reversed(parts))
