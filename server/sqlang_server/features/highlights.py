"""`textDocument/documentHighlight`: where a symbol is read and written in a document."""

from __future__ import annotations

from lsprotocol import types

from sqlang_server.features.naming import named_at
from sqlang_server.view import View


def highlights(view: View, position: types.Position) -> list[types.DocumentHighlight] | None:
    """Where the symbol at a position is named here; declarations and assignments are writes."""
    named = named_at(view, view.offset(position))
    if named is None:
        return None
    found = {
        occurrence.span.start: types.DocumentHighlight(
            view.positions.of_span(occurrence.span),
            types.DocumentHighlightKind.Write
            if occurrence.write
            else types.DocumentHighlightKind.Read,
        )
        for symbol in named.symbols
        for occurrence in view.analysis.symbols.occurrences_of(symbol)
        if view.here(occurrence.span)
    }
    found.setdefault(
        named.span.start,
        types.DocumentHighlight(
            view.positions.of_span(named.span), types.DocumentHighlightKind.Text
        ),
    )
    return [found[start] for start in sorted(found)]
