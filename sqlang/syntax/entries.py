"""Entries of lists as a parse left them on their first tokens, for a later parse to take over.

Items, options and statements are functions of their own tokens and the one that follows (which may
go on with them: `else`, `cache`). So where the same tokens stand again, their nodes can stay. The
kernel parse takes them from the surface parse, and that from the one before an edit.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise

from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax import tree
    from sqlang.syntax.automaton import Parser
    from sqlang.syntax.expanded import Expanded

DEEP_STACK: Final = MAXIMUM_DEPTH // BLOCK_WEIGHT
"""What is open on a stack no higher than this cannot be too deep: each is a block at most."""

Context = tuple[int, int]
"""How many states the stack has below an entry, and how deep what is open there makes the tree."""


class Entry:
    """An undamaged entry of the list `symbol`: `count` tokens, the ends of them, the next one.

    Of neighbors that stand for one entry `node` is the last, and `longest` the most tokens of one.
    `context` is known of an entry that may come near the bound on nesting, which depends on it.
    `has_open_use` tells that a word in it starts a statement that is a use or nothing. `expanded`
    is what a kernel parse has made of it, if it may stand again.
    """

    __slots__ = (
        "_calls",
        "_weight",
        "context",
        "count",
        "expanded",
        "first",
        "has_open_use",
        "last",
        "longest",
        "next",
        "node",
        "symbol",
    )

    def __init__(
        self,
        node: tree.Node,
        symbol: str,
        count: int,
        next_token: Token,
        context: Context | None,
        has_open_use: bool,
        first: Token | None = None,
        longest: int | None = None,
    ) -> None:
        self.first: Final = first or node.first
        self.longest: Final = longest or count
        self.node: Final = node
        self.symbol: Final = symbol
        self.count: Final = count
        self.last: Final = node.last
        self.next: Final = next_token
        self.context: Final = context
        self.has_open_use: Final = has_open_use
        self.expanded: Expanded | None = None
        self._calls: frozenset[str] | None = None
        self._weight: int | None = None

    def fits(self, parser: Parser) -> bool:
        """Whether it is not too deep where a parser stands."""
        if is_shallow(len(parser.states), self.longest):
            return True
        context = parser.context()
        return (
            self.context == context
            or context[1] + BLOCK_WEIGHT * self.longest <= MAXIMUM_DEPTH
            or context[1] + self.weight <= MAXIMUM_DEPTH
        )

    @property
    def weight(self) -> int:
        """How much deeper than its context it makes the tree, at most."""
        if self._weight is None:
            from sqlang.syntax.stack_weight import most_weight  # only after an edit

            first, last = self.first, self.last
            self._weight = most_weight(first.source.text[first.start : last.end])
        return self._weight

    @property
    def known_calls(self) -> frozenset[str] | None:
        """What `calls` has found, if it was asked."""
        return self._calls

    def learn_calls(self, names: frozenset[str]) -> frozenset[str]:
        """Keep what `calls` would find."""
        self._calls = names
        return names

    def calls(self, pending: Sequence[Token], before: int) -> frozenset[str]:
        """The names before `(` in it; its tokens are the next ones behind so many."""
        if self._calls is None:
            start = len(pending) - before
            tokens = pending[start - self.count : start][::-1]
            self._calls = frozenset(
                token.text
                for token, after in pairwise(tokens)
                if after.text == "(" and token.kind is Kind.NAME
            )
        return self._calls


def is_shallow(height: int, tokens: int) -> bool:
    """Whether so many tokens above a stack of this height cannot come near the bound.

    Each token adds the weight of a block at most.
    """
    return height + tokens <= DEEP_STACK


def keep_entries(tokens: Sequence[Token], taken: Mapping[int, int], lost: Container[int]) -> None:
    """Forget the entries of an earlier parse but those that were taken over or are in no node.

    `taken` has how many tokens were taken over at once, by the identity of the first of them; that
    of tokens that are in no node is in `lost`: once they can be read again, their entries stand.
    """
    at = 0
    while at < len(tokens):
        token = tokens[at]
        count = None if token.entry is None else taken.get(id(token))
        if count is None:
            if token.entry is not None and id(token) not in lost:
                token.entry = None
            at += 1
        else:
            at += count


def forget_entries(tokens: Iterable[Token]) -> None:
    """Let go of what begins with some tokens, and leads back to them: it would stay as a ring."""
    for token in tokens:
        token.entry = None
