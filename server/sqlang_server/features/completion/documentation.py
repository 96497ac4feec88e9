"""What is told of a candidate once somebody looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lsprotocol import types

from sqlang.semantics.symbols import SymbolKind
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    NAMED_NUMBERS,
    keyword,
)
from sqlang_server.features import symbol_cards, word_cards
from sqlang_server.features.cards import Card
from sqlang_server.view import View


def documentation(
    view: View, about: Sequence[str], *, markdown: bool
) -> types.MarkupContent | str | None:
    """The card of what a candidate is `about`; `None` if there is nothing to tell."""
    card = _word_card(tuple(about)) or _symbol_card(view, about)
    if card is None:
        return None
    if markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, card.markdown())
    return card.text()


@cache
def _word_card(about: tuple[str, ...]) -> Card | None:
    """The card of a word of the language."""
    word: object = None
    match about:
        case ("keyword", text, context):
            word = keyword(text, context)
        case ("function", name):
            word = FUNCTIONS.get(name)
        case ("distribution", name):
            word = DISTRIBUTIONS.get(name)
        case ("context", name):
            word = CONTEXT_VARIABLES.get(name)
        case ("built-in", name):
            word = next((each for each in BUILTIN_ATTRIBUTES if each.name == name), None)
        case ("number", name):
            word = NAMED_NUMBERS.get(name)
    return None if word is None else word_cards.card_of(word)


def _symbol_card(view: View, about: Sequence[str]) -> Card | None:
    """The card of a name of the program."""
    if len(about) != 2 or about[0] not in _KINDS:
        return None
    symbol = view.analysis.symbols.find(_KINDS[about[0]], about[1])
    return None if symbol is None else symbol_cards.card_of(view, symbol)


_KINDS = {kind.value: kind for kind in SymbolKind}
