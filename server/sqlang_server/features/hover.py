"""`textDocument/hover`: what a word means, what a name stands for, what happened there."""

from __future__ import annotations

from lsprotocol import types

from sqlang.semantics.symbols import Symbol
from sqlang.syntax.tokens import Token
from sqlang_server.features import symbol_cards, word_cards
from sqlang_server.features.cards import Card
from sqlang_server.features.nodes import path_at, token_at
from sqlang_server.features.words import word_at
from sqlang_server.runs.traced import Mark
from sqlang_server.view import View


def hover(view: View, position: types.Position) -> types.Hover | None:
    """The card of the token at a position, with the values of the last run beside it."""
    offset = view.offset(position)
    token = token_at(view.analysis.surface.tokens, offset)
    if token is None:
        return None
    card = _card(view, token)
    if card is None:
        return None
    return types.Hover(_contents(view, card), view.positions.range(token.start, token.end))


def _card(view: View, token: Token) -> Card | None:
    symbol = _symbol(view, token)
    if symbol is not None:
        card = symbol_cards.card_of(view, symbol)
        places = [span.start for span in symbol.declarations if view.here(span)]
        return _with_values(view, card, _innermost(view, places[0]) if places else None)
    word = word_at(token, path_at(view.analysis.surface.program, token.start))
    if word is None:
        return None
    return _with_values(view, word_cards.card_of(word), _innermost(view, token.start))


def _symbol(view: View, token: Token) -> Symbol | None:
    """What the program declares by the name that a token is."""
    occurrence = view.analysis.symbols.at(view.source.path, token.start)
    if occurrence is None or occurrence.span.start != token.start:
        return None
    return occurrence.symbol if occurrence.symbol.declarations else None


def _innermost(view: View, offset: int) -> Mark | None:
    """The values shown at the smallest place that holds an offset."""
    marks = view.traced.marks if view.traced is not None else ()
    around = [mark for mark in marks if mark.stretch.start <= offset < mark.stretch.end]
    return min(around, key=_length, default=None)


def _length(mark: Mark) -> int:
    return mark.stretch.end - mark.stretch.start


def _with_values(view: View, card: Card, mark: Mark | None) -> Card:
    if mark is None:
        return card
    remark = "from the last version that ran" if view.stale else ""
    return card._replace(table=mark.annotation.table, remark=remark)


def _contents(view: View, card: Card) -> types.MarkupContent:
    if view.client.markdown_hover:
        return types.MarkupContent(types.MarkupKind.Markdown, card.markdown())
    return types.MarkupContent(types.MarkupKind.PlainText, card.text())
