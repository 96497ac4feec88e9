"""The names that stand before `(`: the uses of definitions are among them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.syntax.entries import Entry
from sqlang.syntax.hygiene import calls
from sqlang.syntax.runs import Hidden, Run
from sqlang.syntax.tokens import Token


def names_called(read: Sequence[Token], written: Sequence[Token]) -> frozenset[str]:
    """Those among the tokens read, where runs stand for tokens of a text."""
    found: set[str] = set()
    visible: list[Token] = []
    for token in read:
        if type(token) is Hidden:
            found |= calls_of(token.run, written)
        else:
            visible.append(token)
    found.update(name.text for name in calls(visible))
    return frozenset(found)


def calls_of(entry: Entry, written: Sequence[Token]) -> frozenset[str]:
    """Those in an entry or run of a text; none ends with a name."""
    if entry.known_calls is None and isinstance(entry, Run):
        inner = [calls_of(each, written) for each in entry.entries]
        return entry.learn_calls(frozenset[str]().union(*inner))
    if entry.known_calls is not None:
        return entry.known_calls
    return entry.calls(tokens_of(entry, written)[::-1], 0)


def tokens_of(entry: Entry, written: Sequence[Token]) -> Sequence[Token]:
    """The tokens of an entry among those of its text."""
    from bisect import bisect_left

    start = bisect_left(written, entry.first.start, key=_start)
    return written[start : start + entry.count]


def _start(token: Token) -> int:
    return token.start
