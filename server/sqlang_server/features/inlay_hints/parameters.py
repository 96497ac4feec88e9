"""Before an argument of a definition: the parameter that it is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang_server.view import View


def parameter_hints(view: View, nodes: Iterable[tree.Node]) -> Iterator[types.InlayHint]:
    """`length:` before each argument, but for one that is spelt like its parameter.

    A click on it leads to the parameter.
    """
    known: dict[str, tuple[tree.Identifier, ...]] = {}
    for node in nodes:
        if isinstance(node, tree.Call):
            name, arguments = node.function, node.arguments
        elif isinstance(node, tree.Use):
            name, arguments = node.name, node.arguments
        else:
            continue
        if name.name not in known:
            known[name.name] = _parameters(view, name.name)
        for parameter, argument in zip(known[name.name], arguments, strict=False):
            if argument.span.text != parameter.name:
                yield _hint(view, parameter, argument)


def _parameters(view: View, name: str) -> tuple[tree.Identifier, ...]:
    symbol = view.analysis.symbols.find(SymbolKind.DEFINITION, name)
    node = None if symbol is None else symbol.node
    return node.parameters if isinstance(node, tree.Definition) else ()


def _hint(view: View, parameter: tree.Identifier, argument: tree.Node) -> types.InlayHint:
    part = types.InlayHintLabelPart(f"{parameter.name}:", location=view.location(parameter.span))
    return types.InlayHint(
        position=view.positions.position(argument.first.start),
        label=[part],
        kind=types.InlayHintKind.Parameter,
        padding_right=True,
    )
