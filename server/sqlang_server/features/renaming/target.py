"""`textDocument/prepareRename`: the name that would be renamed, or why it cannot be."""

from __future__ import annotations

from typing import Final, NamedTuple

from lsprotocol import types

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax.tokens import Kind
from sqlang.vocabulary import BUILTIN_ATTRIBUTES
from sqlang_server.features.naming import WORDS, named_at
from sqlang_server.features.nodes import token_at
from sqlang_server.view import View

BUILT_IN: Final = frozenset(word.name for word in BUILTIN_ATTRIBUTES)


class Target(NamedTuple):
    """What would be renamed: a symbol, and the place where it was asked for."""

    symbol: Symbol
    span: Span


def target_at(view: View, position: types.Position) -> Target | str:
    """What would be renamed at a position, or why nothing can be, in a sentence for the user."""
    offset = view.offset(position)
    named = named_at(view, offset)
    if named is None:
        return _why_no_name(view, offset)
    name = named.span.text
    if len(named.symbols) > 1:
        kinds = " or ".join(symbol.kind.value for symbol in named.symbols)
        return f"Mend this statement first: as it is, `{name}` may be a {kinds}."
    symbol = named.symbols[0]
    if symbol.kind is SymbolKind.ATTRIBUTE and name in BUILT_IN:
        return f"`{name}` is an attribute that every session has; it cannot be renamed."
    if not symbol.declarations:
        return f"`{name}` is declared nowhere, so it cannot be renamed."
    return Target(symbol, named.span)


def prepared(view: View, target: Target) -> types.PrepareRenamePlaceholder:
    """The range of the name, and the name to begin with."""
    return types.PrepareRenamePlaceholder(view.positions.of_span(target.span), target.symbol.name)


def _why_no_name(view: View, offset: int) -> str:
    token = token_at(view.analysis.surface.tokens, offset)
    if token is None or token.kind is not Kind.NAME:
        return "There is no name here that could be renamed."
    if token.text in WORDS:
        return f"`{token.text}` is a word of the language; it cannot be renamed."
    return f"`{token.text}` is declared nowhere, so it cannot be renamed."
