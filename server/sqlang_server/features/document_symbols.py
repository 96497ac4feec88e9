"""`textDocument/documentSymbol`: the items of a program and their parts, as a tree if possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.syntax import tree
from sqlang_server.features.outline import Entry, outline
from sqlang_server.features.symbol_kinds import understood
from sqlang_server.view import View


def document_symbols(
    view: View,
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """The outline; a client that knows no trees is told of each in what it is."""
    entries = outline(view.analysis.surface.program)
    if view.client.nested_symbols:
        return [_symbol(view, entry) for entry in entries]
    return list(_flat(view, entries, None))


def _symbol(view: View, entry: Entry) -> types.DocumentSymbol:
    place = _range(view, entry.node)
    selected = _range(view, entry.selected)
    return types.DocumentSymbol(
        name=entry.name or "?",
        kind=understood(entry.kind, view.client.symbol_kinds),
        range=place,
        # Of a broken entry a part may stand elsewhere than it should, which no client accepts.
        selection_range=selected if _holds(place, selected) else place,
        detail=entry.detail or None,
        children=[_symbol(view, child) for child in entry.children] or None,
    )


def _flat(
    view: View, entries: Iterable[Entry], container: str | None
) -> Iterator[types.SymbolInformation]:
    for entry in entries:
        place = types.Location(view.uri, _range(view, entry.node))
        kind = understood(entry.kind, view.client.symbol_kinds)
        yield types.SymbolInformation(place, entry.name or "?", kind, container_name=container)
        yield from _flat(view, entry.children, entry.name)


def _range(view: View, node: tree.Node) -> types.Range:
    return view.positions.range(node.first.start, node.last.end)


def _holds(outer: types.Range, inner: types.Range) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
