"""Where tokens stand once definitions are expanded; asked only when something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlang.source import Span
from sqlang.syntax.tokens import Token
from sqlang.syntax.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class TokenOrder:
    """The order of the tokens as the parser read them: the order of its refusals (ORD-2).

    If it `is_as_written`, that is the order of the text.
    """

    def __init__(self, tokens: Sequence[Token], *, is_as_written: bool = False) -> None:
        self.tokens: Final = tokens
        self._is_as_written: Final = is_as_written
        self._kept_places: dict[Token, int] | None = None
        self._kept_starts: dict[tuple[str, int], int] | None = None
        self._kept_ends: dict[tuple[str, int], int] | None = None

    @property
    def _places(self) -> dict[Token, int]:
        if self._kept_places is None:
            self._kept_places = {token: place for place, token in enumerate(self.tokens)}
        return self._kept_places

    @property
    def _starts(self) -> dict[tuple[str, int], int]:
        """The first place of a token by where it is written."""
        if self._kept_starts is None:
            self._kept_starts = self._first(_start)
        return self._kept_starts

    @property
    def _ends(self) -> dict[tuple[str, int], int]:
        """The first place of a token by where it ends."""
        if self._kept_ends is None:
            self._kept_ends = self._first(_end)
        return self._kept_ends

    def _first(self, offset: Callable[[Token], int]) -> dict[tuple[str, int], int]:
        """The first place of a token by its text and one of its offsets."""
        first: dict[tuple[str, int], int] = {}
        for place, token in enumerate(self.tokens):
            first.setdefault((token.source.path, offset(token)), place)
        return first

    def place(self, token: Token) -> int:
        """The number of a token; the number of all tokens for one that is not among them."""
        if not self._is_as_written:
            return self._places.get(token, len(self.tokens))
        from bisect import bisect_left  # asked only when something is wrong

        count = len(self.tokens)
        at = bisect_left(self.tokens, token.start, key=_start)
        while at < count and self.tokens[at].start == token.start:
            if self.tokens[at] is token:
                return at
            at += 1
        return count

    def place_of(self, span: Span) -> float:
        """The number of the token that starts a span; what starts with none is between two.

        The gap behind a token comes before what is no token of the tree, such as a definition. The
        number of all tokens is for what comes from another text.
        """
        if self._is_as_written:
            return self._place_in_text(span)
        found = self._starts.get((span.source.path, span.start))
        if found is not None:
            return found
        if span.start == span.end and (span.source.path, span.start) in self._ends:
            return self._ends[span.source.path, span.start] + 0.25
        for place, token in enumerate(self.tokens):
            if token.source is span.source and token.start >= span.start:
                return place - 0.5
        return len(self.tokens)

    def _place_in_text(self, span: Span) -> float:
        """The same where tokens are in the order of one text."""
        tokens = self.tokens
        if span.source.path != tokens[-1].source.path:
            return len(tokens)
        from bisect import bisect_left

        at = bisect_left(tokens, span.start, key=_start)
        if at < len(tokens) and tokens[at].start == span.start:
            return at
        if span.start == span.end:
            ended = bisect_left(tokens, span.start, key=_end)
            if ended < len(tokens) and tokens[ended].end == span.start:
                return ended + 0.25
        return at - 0.5 if at < len(tokens) else at

    def with_word_before(self, node: Node) -> Node:
        """A node and the one token before it, as the keyword of a clause: `growing kv`."""
        place = self.place(node.first)
        if not 0 < place < len(self.tokens):
            return node
        return Node(self.tokens[place - 1], node.last)


def _start(token: Token) -> int:
    return token.start


def _end(token: Token) -> int:
    return token.end
