"""After a `let` that has to be worked out: what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.syntax import tree
from sqlang.views.numbers import quantity
from sqlang_server.view import View


def constant_hints(view: View, nodes: Iterable[tree.Node]) -> Iterator[types.InlayHint]:
    """`= 6` after `let rate = 2 * 3;`, also after what names other constants."""
    constants = view.analysis.constants
    for node in nodes:
        if not isinstance(node, tree.Let) or _is_plain(node.value):
            continue
        value = constants.get(node.name.name)
        if value is not None:
            yield types.InlayHint(
                position=view.positions.position(node.last.end),
                label=f"= {quantity(value)}",
                padding_left=True,
            )


def _is_plain(value: tree.Expression) -> bool:
    """Whether one sees what it is worth."""
    if isinstance(value, tree.Unary):
        value = value.operand
    return isinstance(value, tree.Number)
