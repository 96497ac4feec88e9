"""After the expression of an option or of work in tokens: the unit it is in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.syntax import tree
from sqlang.vocabulary import keyword
from sqlang_server.view import View

_TOKENS = ("prefill", "decode")


def unit_hints(view: View, nodes: Iterable[tree.Node]) -> Iterator[types.InlayHint]:
    """`tokens` after `budget 4`, `time` after `cost 1`: as the vocabulary has them."""
    context = ""
    for node in nodes:
        context = _CONTEXTS.get(type(node), context)
        found = _measured(node, context)
        if found is not None:
            expression, unit = found
            yield types.InlayHint(
                position=view.positions.position(expression.last.end),
                label=unit,
                padding_left=True,
            )


_CONTEXTS = {tree.Pool: "pool", tree.Stage: "step", tree.RunSettings: "run"}


def _measured(node: tree.Node, context: str) -> tuple[tree.Node, str] | None:
    """An expression and its unit, if a node gives it one."""
    match node:
        case tree.ExpressionOption(word=word, value=value):
            known = keyword(word.name, context)
            return (value, known.unit) if known is not None and known.unit else None
        case tree.Serving(role=role, work=work) if role.name in _TOKENS:
            return work, "tokens"
        case tree.Run(mode=mode, work=work) if mode is not None:
            return work, "tokens"
    return None
