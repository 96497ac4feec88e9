"""What a use of a definition becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.formatting.formatter import format_source
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.tokens import Token
from sqlang.views.explanations.expansion import expansion_text
from sqlang_server.features.cards import Card
from sqlang_server.features.nodes import tokens_of
from sqlang_server.view import View

_MOST_TOKENS: Final = 1000
"""A use with longer arguments is not expanded."""


def with_expansion(view: View, card: Card, token: Token, path: Sequence[tree.Node]) -> Card:
    """The card of a definition with the text that takes the place of this use of it."""
    use = next((node for node in path[:2] if _names(node, token)), None)
    if use is None:
        return card
    tokens = tokens_of(view.analysis.surface.tokens, use, _MOST_TOKENS)
    if len(tokens) == _MOST_TOKENS:
        return card
    end = view.analysis.surface.program.last
    text = expansion_text(tokens, view.analysis.kernel.definitions, end, laid_out)
    return card._replace(listings=(*card.listings, ("becomes", text))) if text else card


def laid_out(text: str) -> str | None:
    """A program in its layout; `None` if it has none."""
    formatted = format_source(Source(text))
    return None if formatted.diagnostics else formatted.text


def _names(node: tree.Node, token: Token) -> bool:
    """Whether a node is a use whose name is this token."""
    return isinstance(node, (tree.Call, tree.Use)) and node.first is token
