"""Entries of lists as a parse left them on their first tokens, for a later parse to take over.

Items, options and statements are functions of their own tokens and the one that follows (which may
go on with them: `else`, `cache`). So where the same tokens stand again, their nodes can stay. The
kernel parse takes them from the surface parse, and that from the one before an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax import tree
    from sqlang.syntax.automaton import Parser

DEEP_STACK: Final = MAXIMUM_DEPTH // BLOCK_WEIGHT
_STATES_A_TOKEN: Final = 3
"""More than one token puts on the stack, empty lists and options before it included."""

Context = tuple[int, int]
"""How many states the stack has below an entry, and how deep what is open there makes the tree."""


class Entry:
    """An undamaged entry of the list `symbol`: `count` tokens, the last of them, the next one.

    `context` is known of an entry that may come near the bound on nesting, which depends on it.
    `has_open_use` tells that a word in it starts a statement that is a use or nothing.
    """

    __slots__ = ("_calls", "context", "count", "has_open_use", "last", "next", "node", "symbol")

    def __init__(
        self,
        node: tree.Node,
        symbol: str,
        count: int,
        next_token: Token,
        context: Context | None,
        has_open_use: bool,
    ) -> None:
        self.node: Final = node
        self.symbol: Final = symbol
        self.count: Final = count
        self.last: Final = node.last
        self.next: Final = next_token
        self.context: Final = context
        self.has_open_use: Final = has_open_use
        self._calls: frozenset[str] | None = None

    def fits(self, context: Context) -> bool:
        """Whether it is not too deep in another context."""
        return is_shallow(context[0], self.count) or self.context == context

    def calls(self, pending: list[Token], before: int) -> frozenset[str]:
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
    """Whether so many tokens above a stack of this height cannot come near the bound."""
    return height + _STATES_A_TOKEN * tokens <= DEEP_STACK


MayStay = Callable[[Entry, list[Token], int], bool]


def take_over(parser: Parser, first: Entry, may_stay: MayStay | None = None) -> bool:
    """Let an entry whose tokens are the next ones join the list at hand, and those behind it.

    `may_stay` is asked of each with its tokens behind so many. False if none can be taken over.
    """
    pending = parser.pending
    symbol, entry = first.symbol, first
    taken: list[tree.Node] = []
    last: Entry | None = None
    count = 0
    size = len(pending)
    context = parser.context()
    while True:
        end = count + entry.count
        if (
            size <= end
            or pending[-end] is not entry.last
            or pending[~end] is not entry.next
            or not entry.fits(context)
            or (may_stay is not None and not may_stay(entry, pending, count))
        ):
            break
        if entry.has_open_use:
            parser.undefined_uses.append(len(parser.consumed) + count)
        taken.append(entry.node)
        last, count = entry, end
        following = pending[~end].entry
        if following is None or following.symbol != symbol:
            break
        entry = following
    if last is None:
        return False
    start = len(parser.consumed)
    parser.consumed.extend(pending[: -count - 1 : -1])
    del pending[-count:]
    parser.values[-1].extend(taken)
    # A repair just before the first or behind the last touches that one alone.
    end = start + count
    if last is not first:
        parser.note(start, start + first.count, first)
        parser.note(start + first.count, end - last.count, first)
    parser.note(end - last.count, end, last)
    return True


def keep_entries(tokens: Sequence[Token], taken: Mapping[int, int]) -> None:
    """Forget the entries of an earlier parse but those that were taken over.

    `taken` has how many tokens were taken over at once, by the identity of the first of them. So
    entries never overlap but where one holds another.
    """
    at = 0
    while at < len(tokens):
        token = tokens[at]
        count = taken.get(id(token))
        if count is None:
            token.entry = None
            at += 1
        else:
            at += count


def forget_entries(tokens: Sequence[Token], changed: int) -> None:
    """Forget the entries that reach up to the token at an index, or go on behind it."""
    at = 0
    while at < changed:
        token = tokens[at]
        entry = token.entry
        if entry is None:
            at += 1
        elif at + entry.count < changed:
            at += entry.count
        else:
            token.entry = None
            at += 1
