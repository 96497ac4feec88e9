"""Cards for the names a program declares: what they are, where from, and what they are worth."""

from __future__ import annotations

from typing import Final

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.views.numbers import exact
from sqlang_server.features.cards import Card
from sqlang_server.view import View

_LONGEST_DECLARATION: Final = 160

_KINDS: Final = {
    SymbolKind.POOL: "pool",
    SymbolKind.STAGE: "stage",
    SymbolKind.CONSTANT: "constant",
    SymbolKind.ATTRIBUTE: "attribute of each session",
    SymbolKind.OBSERVATION: "observation",
    SymbolKind.DEFINITION: "definition",
    SymbolKind.PARAMETER: "parameter",
    SymbolKind.BINDING: "value bound at admission",
}


def card_of(view: View, symbol: Symbol) -> Card:
    """What a name stands for."""
    return Card(
        heading=f"**{symbol.name}** · {_KINDS[symbol.kind]}",
        signature=_declaration(symbol),
        facts=(*_value(view, symbol), *_places(view, symbol)),
    )


def _declaration(symbol: Symbol) -> str:
    """How it is declared, in one line; a pool or stage with all its options."""
    if symbol.node is None:
        return ""
    text = " ".join(symbol.node.span.text.split())
    if len(text) <= _LONGEST_DECLARATION:
        return text
    return text[: _LONGEST_DECLARATION - 2] + " …"


def _value(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    if symbol.kind is not SymbolKind.CONSTANT or symbol.name not in view.analysis.constants:
        return ()
    return (("value", f"`{exact(view.analysis.constants[symbol.name])}`"),)


def _places(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    places = [_place(view, span) for span in symbol.declarations]
    if not places:
        return ()
    verb = "assigned" if isinstance(symbol.node, (tree.Set, tree.Choose)) else "declared"
    return ((verb, ", ".join(dict.fromkeys(places))),)


def _place(view: View, span: Span) -> str:
    """Lines count from 1, as an editor shows them."""
    line = span.source.editor_lines.position(span.start).line + 1
    return f"line {line}" if view.here(span) else f"`{span.source.path}` line {line}"
