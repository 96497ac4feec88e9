"""`textDocument/signatureHelp`: what a call takes, and which argument the cursor is in."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsprotocol import types

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import DISTRIBUTIONS, FUNCTIONS
from sqlang_server.features import symbol_cards, word_cards
from sqlang_server.features.cards import Card
from sqlang_server.features.place.calls import CallAround, CallKind, call_around
from sqlang_server.features.place.cursor import gap_at
from sqlang_server.features.place.place import place_of
from sqlang_server.view import View

_PARAMETER = re.compile(r"[^\s(),]+(?=\s*[,)])")


class _Callable(NamedTuple):
    """Something that can be called: how it is written, and what it means."""

    signature: str
    card: Card


def signature_help(view: View, position: types.Position) -> types.SignatureHelp | None:
    """The signature of the innermost call around a position, closed or not."""
    surface = view.analysis.surface
    cursor = gap_at(surface, view.offset(position))
    if cursor is None:
        return None
    call = call_around(place_of(surface, cursor))
    found = None if call is None else _called(view, call)
    if call is None or found is None:
        return None
    return types.SignatureHelp(
        [_information(view, found, call.argument)],
        active_signature=0,
        active_parameter=call.argument,
    )


def _called(view: View, call: CallAround) -> _Callable | None:
    """What a name means before a parenthesis: a definition of the program comes first (EXP-6)."""
    name = call.name.text
    if call.kind is CallKind.DRAW:
        drawn = DISTRIBUTIONS.get(name)
        return None if drawn is None else _Callable(drawn.signature, word_cards.card_of(drawn))
    symbol = view.analysis.symbols.find(SymbolKind.DEFINITION, name)
    if symbol is not None and isinstance(symbol.node, tree.Definition):
        parameters = ", ".join(each.name for each in symbol.node.parameters)
        return _Callable(f"{name}({parameters})", symbol_cards.card_of(view, symbol))
    word = FUNCTIONS.get(name)
    return None if word is None else _Callable(word.signature, word_cards.card_of(word))


def _information(view: View, found: _Callable, argument: int) -> types.SignatureInformation:
    client = view.client
    label, body = found.signature, found.card._replace(signature="")
    documentation: types.MarkupContent | str = body.text()
    if client.markdown_signature:
        documentation = types.MarkupContent(types.MarkupKind.Markdown, body.markdown())
    return types.SignatureInformation(
        label,
        documentation,
        parameters=[
            types.ParameterInformation(
                (_units(label[: match.start()]), _units(label[: match.end()]))
                if client.label_offsets
                else match[0]
            )
            for match in _PARAMETER.finditer(label)
        ],
        active_parameter=argument if client.active_parameter else None,
    )


def _units(text: str) -> int:
    """The length of a text as the protocol counts labels, in UTF-16."""
    return len(text.encode("utf-16-le")) // 2
