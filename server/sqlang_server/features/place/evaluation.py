"""When the expression at a place is evaluated, and so what it may read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from sqlang.ir.moments import Moment
from sqlang.syntax.table import NAME
from sqlang.vocabulary import Keyword, keyword
from sqlang_server.features.place.stack import RUN_LIST, ParserStack


class Fixed(Enum):
    """Places of expressions that have no moment of their own."""

    CONSTANT = "its value is known before the run (CST-1)"
    RENEWAL = "the gap of a `renewal`: draws and pure functions alone (WRK-3)"
    OF_USE = "in a definition: that of each use"


Evaluation = Moment | Fixed

_LISTS: Final[Mapping[str, str]] = {
    "items": "program",
    "pool_options": "pool",
    "step_options": "step",
    "workload_items": "workload",
    "statements": "block",
    RUN_LIST: "run",
}
"""The context of the vocabulary in which the first words of the entries of a list stand."""

_ENTRIES: Final[Mapping[tuple[str, str], str]] = {
    ("block", "run"): "run statement",
    ("block", "prefill"): "serving form",
    ("block", "decode"): "serving form",
    ("block", "tool"): "serving form",
    ("block", "transfer"): "serving form",
    **{("block", word): word for word in ("hold", "branch", "choose")},
    **{("pool", word): word for word in ("evict", "preempt", "queue", "admit", "spill")},
    **{("workload", word): word for word in ("arrive", "trace")},
    **{("program", word): word for word in ("stage", "share")},
    ("step", "serve"): "serve",
}
"""The context of the words inside an entry, by that of its first word."""


def context_of(stack: ParserStack) -> str:
    """The context of the vocabulary in which a keyword at a place is."""
    outer = _LISTS[stack.symbols[stack.list_at()]]
    return _ENTRIES.get((outer, next(iter(stack.entry), "")), outer)


def keyword_at(stack: ParserStack, text: str) -> Keyword | None:
    """The word of the vocabulary that a terminal is at a place."""
    found = keyword(text, context_of(stack))
    return found or keyword(text, _LISTS[stack.symbols[stack.list_at()]])


def evaluation_at(stack: ParserStack) -> Evaluation:
    """The moment of the expression that the stack is in (spec 2, section 4)."""
    symbols = stack.symbols
    first = stack.list_at() + 1
    outer, context = _LISTS[symbols[first - 1]], context_of(stack)
    for at in range(len(symbols) - 1, first - 1, -1):
        symbol = symbols[at]
        if symbol == "[" and _is_index_of_reference(stack, at, first):
            return Moment.SESSION
        if symbol == "def":
            return Fixed.OF_USE
        if symbol == "renewal":
            return Fixed.RENEWAL
        word = keyword(symbol, context) or keyword(symbol, outer)
        if word is not None and (word.moment is not None or outer != "block"):
            if word.moment is None and at > first and symbol not in _WITH_EXPRESSION:
                continue
            return word.moment or Fixed.CONSTANT
    return Fixed.CONSTANT if outer == "run" else Moment.SESSION


_WITH_EXPRESSION: Final = frozenset({"fifo", "poisson", "closed", "batch"})
"""Words inside an entry whose argument is a constant."""


def _is_index_of_reference(stack: ParserStack, at: int, first: int) -> bool:
    """Whether a bracket opens the index of a name that is no argument of a call (MOM-8)."""
    symbols = stack.symbols
    if at - 1 < first or symbols[at - 1] != NAME:
        return True
    if at - 2 < first:
        return True
    before = symbols[at - 2]
    return before != "(" and not (before == "," and symbols[at - 3] == "argument_list")
