"""`textDocument/hover`: what a word means, what a name stands for, what happened there."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from sqlang.semantics.symbols import Occurrence, SymbolKind
from sqlang.syntax import tree
from sqlang.syntax.tokens import Kind, Token
from sqlang_server.features import symbol_cards, word_cards
from sqlang_server.features.cards import Card
from sqlang_server.features.hovering.files import Glimpse, Look, file_card
from sqlang_server.features.hovering.happened import with_values
from sqlang_server.features.hovering.numbers import number_card
from sqlang_server.features.hovering.promises import promise_at, promise_card
from sqlang_server.features.hovering.statements import with_clause
from sqlang_server.features.hovering.uses import with_expansion
from sqlang_server.features.nodes import path_at, token_at
from sqlang_server.features.words import word_at
from sqlang_server.view import View


def _blind(path: str) -> Glimpse | None:
    """For those who do not look at files."""


def hover(view: View, position: types.Position, look: Look = _blind) -> types.Hover | None:
    """The card of the token at a position, with the values of the last run beside it.

    Of comments only those with an expectation have a card.
    """
    offset = view.offset(position)
    token = token_at(view.analysis.surface.tokens, offset)
    if token is None:
        promise = promise_at(view, offset)
        if promise is None:
            return None
        span = view.positions.of_span(promise)
        return types.Hover(_contents(view, promise_card(view, promise)), span)
    card = _card(view, token, look)
    if card is None:
        return None
    return types.Hover(_contents(view, card), view.positions.range(token.start, token.end))


def _card(view: View, token: Token, look: Look) -> Card | None:
    path = path_at(view.analysis.surface.program, token.start)
    if token.kind is Kind.STRING:
        card = file_card(view, token, path, look)
        return None if card is None else with_values(view, card, token.start)
    occurrence = _occurrence(view, token)
    if occurrence is not None:
        return _of_name(view, occurrence, token, path)
    card = number_card(view, token, path)
    if card is None:
        word = word_at(token, path)
        if word is None:
            return None
        card = with_clause(view, word_cards.card_of(word), token, path)
    return with_values(view, card, token.start)


def _of_name(view: View, occurrence: Occurrence, token: Token, path: Sequence[tree.Node]) -> Card:
    """What it names, and what happened where that is declared, or here if here is one of many."""
    symbol = occurrence.symbol
    card = symbol_cards.card_of(view, symbol)
    if symbol.kind is SymbolKind.DEFINITION:
        card = with_expansion(view, card, token, path)
    is_here = occurrence.write or symbol.kind is SymbolKind.DEFINITION
    places = [token.start] if is_here else [s.start for s in symbol.declarations if view.here(s)]
    return with_values(view, card, places[0]) if places else card


def _occurrence(view: View, token: Token) -> Occurrence | None:
    """The place where the program names something that it declares, if a token is one."""
    occurrence = view.analysis.symbols.at(view.source.path, token.start)
    if occurrence is None or occurrence.span.start != token.start:
        return None
    return occurrence if occurrence.symbol.declarations else None


def _contents(view: View, card: Card) -> types.MarkupContent:
    if view.client.markdown_hover:
        return types.MarkupContent(types.MarkupKind.Markdown, card.markdown())
    return types.MarkupContent(types.MarkupKind.PlainText, card.text())
