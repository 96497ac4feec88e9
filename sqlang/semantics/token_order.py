"""Where tokens stand once definitions are expanded; asked only when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from sqlang.source import Span
from sqlang.syntax.tokens import Token
from sqlang.syntax.tree import Node


class TokenOrder:
    """The order of the tokens as the parser read them: the order of its refusals (ORD-2)."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens: Final = tokens

    @cached_property
    def _places(self) -> dict[Token, int]:
        return {token: place for place, token in enumerate(self.tokens)}

    @cached_property
    def _written(self) -> dict[tuple[str, int], int]:
        """The first place of a token by where it is written."""
        written: dict[tuple[str, int], int] = {}
        for place, token in enumerate(self.tokens):
            written.setdefault((token.source.path, token.start), place)
        return written

    def place(self, token: Token) -> int:
        """The number of a token; the number of all tokens for one that is not among them."""
        return self._places.get(token, len(self.tokens))

    def place_of(self, span: Span) -> int:
        """The number of the token that starts a span, or of the first one after its start."""
        found = self._written.get((span.source.path, span.start))
        if found is not None:
            return found
        for place, token in enumerate(self.tokens):
            if token.source is span.source and token.start >= span.start:
                return place
        return len(self.tokens)

    def with_word_before(self, node: Node) -> Node:
        """A node and the one token before it, as the keyword of a clause: `growing kv`."""
        place = self.place(node.first)
        if not 0 < place < len(self.tokens):
            return node
        return Node(self.tokens[place - 1], node.last)
