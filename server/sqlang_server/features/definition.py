"""`textDocument/definition`: where a name is declared."""

from __future__ import annotations

from lsprotocol import types

from sqlang_server.view import View


def definition(view: View, position: types.Position) -> list[types.Location] | None:
    """The declarations of the name at a position; an attribute may have several."""
    occurrence = view.analysis.symbols.at(view.source.path, view.offset(position))
    if occurrence is None or not occurrence.symbol.declarations:
        return None
    return [view.location(span) for span in occurrence.symbol.declarations]
