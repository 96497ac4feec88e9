"""Repairs of one token: the one put in, taken out or exchanged after which most can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlang.records import Record
from sqlang.syntax.layout import starts_line
from sqlang.syntax.simulation import reach
from sqlang.syntax.spelling import is_near
from sqlang.syntax.table import DEFINED, NAME, NUMBER, STRING, UNDEFINED, Table
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import RETIRED_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


HORIZON: Final = 12
"""How many tokens a repair is tried on."""

_ENOUGH: Final = 3
"""A repair that lets fewer tokens be read is none."""

_INSERTION_COSTS: Final = {
    **dict.fromkeys((";", ")", "]"), 1),
    "}": 2,
    **dict.fromkeys(("{", "(", "=", ":", ",", NAME, NUMBER, STRING), 3),
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!=", "^", "&&", "||"), 7),
    "?": 9,
}
_WORD: Final = 4
_RARE_WORDS: Final = {"run": 5, "server": 5}
_OTHER_PUNCTUATION: Final = 6
_DELETION: Final = 5
_SURPLUS_BRACE: Final = 0
"""To take out a brace of the kind that the text has more of."""

_UNBALANCING_BRACE: Final = 6
"""To put in a brace of a kind that the text does not lack: another mistake would follow from it."""

_NEAR_WORD: Final = 2
_OTHER_MARK: Final = 7

_REPLACED: Final = {**RETIRED_WORDS, "fits": "reserve"}
"""Words of older editions, and what says it now."""


class Repair(Record):
    """Put `inserted` before the token found, or in its place, or (`None`) take that token out.

    `at` is the stack, among those of the default reductions, from which it works.
    """

    __slots__ = ("cost", "at", "inserted", "removes")

    def __init__(self, cost: int, at: int, inserted: str | None, removes: bool) -> None:
        self.cost: Final = cost
        self.at: Final = at
        self.inserted: Final = inserted
        self.removes: Final = removes


class Tried(Record):
    """A repair and how many of the tokens to come can be read with it."""

    __slots__ = ("repair", "distance")

    def __init__(self, repair: Repair, distance: int) -> None:
        self.repair: Final = repair
        self.distance: Final = distance


def best_repair(
    table: Table,
    stacks: Sequence[list[int]],
    upcoming: Sequence[Token],
    unclosed: int,
    *,
    may_insert: bool,
) -> Tried | None:
    """The repair that goes furthest, the cheapest of several; `None` if none goes far enough.

    `upcoming` begins with the token found and ends with that of the end, or is cut at `HORIZON`.
    `unclosed` tells how many more braces are opened than closed in the whole text.
    """
    best: Tried | None = None
    for repair in _candidates(table, stacks, upcoming[0], unclosed, may_insert=may_insert):
        stack = stacks[repair.at]
        if repair.inserted is not None:
            stack = [*stack, table.shifts[stack[-1]][repair.inserted]]
        rest = upcoming[1:] if repair.removes else upcoming
        tried = Tried(repair, reach(table, stack, rest) + repair.removes)
        if best is None or _rank(tried) < _rank(best):
            best = tried
    if best is None or best.distance < min(_ENOUGH, len(upcoming)):
        return None
    return best


def _rank(tried: Tried) -> tuple[int, int]:
    return -tried.distance, tried.repair.cost


def _candidates(
    table: Table, stacks: Sequence[list[int]], found: Token, unclosed: int, *, may_insert: bool
) -> Iterator[Repair]:
    """Repairs, first those where the automaton is stuck: they need nothing to be read again."""
    is_first = starts_line(found)
    is_surplus = found.text == "{" if unclosed > 0 else unclosed < 0 and found.text == "}"
    deletion = _SURPLUS_BRACE if is_surplus else _DELETION
    seen: set[str] = set()
    for at in range(len(stacks) - 1, -1, -1):
        if found.kind is not Kind.END and at in {0, len(stacks) - 1}:
            yield Repair(deletion, at, None, removes=True)
        for terminal in table.shifts[stacks[at][-1]]:
            if terminal in {DEFINED, UNDEFINED} or terminal in seen:
                continue
            seen.add(terminal)
            if may_insert:
                cost = _insertion_cost(terminal, is_first, unclosed)
                yield Repair(cost, at, terminal, removes=False)
            exchange = _exchange_cost(terminal, found)
            if exchange:
                yield Repair(exchange, at, terminal, removes=True)


def _insertion_cost(terminal: str, before_line_start: bool, unclosed: int) -> int:
    if (terminal == "}" and unclosed <= 0) or (terminal == "{" and unclosed >= 0):
        return _UNBALANCING_BRACE
    if before_line_start and terminal in {";", "}"}:
        return 0
    if terminal[0].isalpha():
        return _RARE_WORDS.get(terminal, _WORD)
    return _INSERTION_COSTS.get(terminal, _OTHER_PUNCTUATION)


def _exchange_cost(terminal: str, found: Token) -> int:
    """What it costs to read one token as another; 0 if nobody would."""
    if found.kind is Kind.NAME and terminal[0].isalpha():
        is_meant = _REPLACED.get(found.text) == terminal or is_near(found.text, terminal)
        return _NEAR_WORD if is_meant else 0
    is_mark = found.kind is Kind.PUNCTUATION and not terminal[0].isalpha() and terminal[0] != "<"
    return max(_OTHER_MARK, _INSERTION_COSTS.get(terminal, 0)) if is_mark else 0
