"""The call around a place, closed or not."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from sqlang.syntax.table import NAME, UNDEFINED
from sqlang.syntax.tokens import Token
from sqlang_server.features.place.place import Place
from sqlang_server.features.place.stack import RUN_LIST

_OPENERS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")

_NO_CALLS: Final = frozenset({"def", "via", RUN_LIST})
"""Symbols behind which a name and a parenthesis are no call."""


class CallKind(Enum):
    """What a name before a parenthesis is used as."""

    VALUE = "a function or definition in an expression"
    STATEMENT = "a definition of statements"
    DRAW = "a distribution"


class CallAround(NamedTuple):
    """A call, and the number of the argument that a place is in.

    The place is `at_start` of the argument if nothing of it stands before.
    """

    kind: CallKind
    name: Token
    argument: int
    at_start: bool


def call_around(place: Place) -> CallAround | None:
    """The innermost call whose parenthesis is open at a place."""
    symbols, firsts = place.stack.symbols, place.stack.firsts
    first = place.stack.list_at()
    for at in range(len(symbols) - 1, first + 1, -1):
        name = firsts[at - 1]
        if symbols[at] != "(" or name is None or symbols[at - 1] not in (NAME, UNDEFINED):
            continue
        before = symbols[at - 2]
        if before in _NO_CALLS:
            return None
        kind = CallKind.VALUE
        if symbols[at - 1] == UNDEFINED:
            kind = CallKind.STATEMENT
        elif before == "~":
            kind = CallKind.DRAW
        at_start = at == len(symbols) - 1 or (at == len(symbols) - 3 and symbols[-1] == ",")
        return CallAround(kind, name, _argument(place, name), at_start)
    return None


def _argument(place: Place, name: Token) -> int:
    """How many commas separate the place from the parenthesis behind the name."""
    level = place.levels[-1]
    begun = next((number for number, token in enumerate(level) if token is name), len(level))
    depth = count = 0
    for token in level[begun + 1 :]:
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        count += depth == 1 and token.text == ","
    return count
