"""`textDocument/documentSymbol`: the items of a program, in the order of its text."""

from __future__ import annotations

from typing import NamedTuple

from lsprotocol import types

from sqlang.syntax import tree
from sqlang_server.view import View


class _Item(NamedTuple):
    name: str
    kind: types.SymbolKind
    node: tree.Node
    selected: tree.Node


def document_symbols(
    view: View,
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """One symbol for each item; what is broken has none."""
    items = [item for node in view.analysis.surface.program.items if (item := _item(node))]
    ranges = [view.positions.range(each.node.first.start, each.node.last.end) for each in items]
    if not view.client.nested_symbols:
        return [
            types.SymbolInformation(types.Location(view.uri, place), each.name, each.kind)
            for each, place in zip(items, ranges, strict=True)
        ]
    return [
        types.DocumentSymbol(
            name=each.name,
            kind=each.kind,
            range=place,
            selection_range=view.positions.range(each.selected.first.start, each.selected.last.end),
        )
        for each, place in zip(items, ranges, strict=True)
    ]


def _item(node: tree.Item) -> _Item | None:
    match node:
        case tree.Let():
            return _Item(node.name.name, types.SymbolKind.Constant, node, node.name)
        case tree.Definition():
            return _Item(node.name.name, types.SymbolKind.Function, node, node.name)
        case tree.Pool():
            return _Item(node.name.name, types.SymbolKind.Object, node, node.name)
        case tree.Stage():
            return _Item(node.name.name, types.SymbolKind.Class, node, node.name)
        case tree.Workload() | tree.NamedBlock() | tree.RunSettings():
            return _Item(node.word.name, types.SymbolKind.Namespace, node, node.word)
        case tree.UseLibrary() if node.path:
            return _Item(node.path, types.SymbolKind.Module, node, node)
    return None
