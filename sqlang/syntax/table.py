"""The parse table: what the automaton does in each state, loaded without Lark.

Every state of the grammar has at most one reduction, so a row lists shifts alone and the reduction
is what happens when the token is in no row (a default reduction). The state in which that ends
knows exactly what should have followed.
"""

from __future__ import annotations

import os
from functools import cache
from sys import intern

from sqlang.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


NAME: Final = "<name>"
NUMBER: Final = "<number>"
STRING: Final = "<string>"
DEFINED: Final = "<defined>"
UNDEFINED: Final = "<undefined>"
"""Terminals that are no spelling; every other terminal is the text of its token."""

TABLE_FILE: Final = "grammar_table.txt"


class Rule(Record):
    """How many symbols become which one; the action makes its value (`None`: pass it on)."""

    __slots__ = ("length", "symbol", "action")

    def __init__(self, length: int, symbol: str, action: str | None) -> None:
        self.length: Final = length
        self.symbol: Final = symbol
        self.action: Final = action


class Table(Record):
    """States are indices. `shifts` go by terminal, `gotos` by nonterminal, `reductions` are rules.

    `starts` and `ends` are the first and the accepting state for each start symbol. `lists` are the
    states after a list that recovery may go back to, by its nonterminal.
    """

    __slots__ = ("checksum", "starts", "ends", "lists", "rules", "shifts", "gotos", "reductions")

    def __init__(
        self,
        checksum: int,
        starts: dict[str, int],
        ends: dict[str, int],
        lists: dict[str, int],
        rules: list[Rule],
        shifts: list[dict[str, int]],
        gotos: list[dict[str, int]],
        reductions: list[int],
    ) -> None:
        self.checksum: Final = checksum
        self.starts: Final = starts
        self.ends: Final = ends
        self.lists: Final = lists
        self.rules: Final = rules
        self.shifts: Final = shifts
        self.gotos: Final = gotos
        self.reductions: Final = reductions


def beside_this_module(name: str) -> str:
    """The path of a file that ships with the package."""
    return os.path.join(os.path.dirname(__file__), name)


@cache
def load_table() -> Table:
    """The table that ships; a test holds that it is that of the grammar."""
    with open(beside_this_module(TABLE_FILE), encoding="utf-8") as file:
        return from_text(file.read())


def to_text(table: Table) -> str:
    """The table as text, one rule or state a line so that changes can be read.

    Blank lines part the checksum, the start symbols with their first and last states, the states of
    the lists, the rules, and the states: shifts, gotos and reduction of each, between tabs.
    """
    starts = [f"{symbol} {state} {table.ends[symbol]}" for symbol, state in table.starts.items()]
    lists = [f"{symbol} {state}" for symbol, state in table.lists.items()]
    rules = [f"{rule.length} {rule.symbol} {rule.action or ''}".rstrip() for rule in table.rules]
    rows = zip(map(_row, table.shifts), map(_row, table.gotos), table.reductions, strict=True)
    states = ["\t".join(map(str, row)) for row in rows]
    parts = ([str(table.checksum)], starts, lists, rules, states)
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def from_text(text: str) -> Table:
    """The table that `to_text` wrote; `json` would take longer to load than this to read it."""
    parts = [part.splitlines() for part in text.split("\n\n")]
    (checksum,), starts, lists, rules, states = parts
    ends = [line.split(" ") for line in starts]
    rows: dict[str, dict[str, int]] = {}
    cells = [line.split("\t") for line in states]
    for row in {cell for *both, _ in cells for cell in both}:
        rows[row] = _targets(row.split(" ")) if row else {}
    return Table(
        int(checksum),
        {symbol: int(first) for symbol, first, _ in ends},
        {symbol: int(last) for symbol, _, last in ends},
        _targets(" ".join(lists).split(" ")),
        [_rule(*line.split(" ")) for line in rules],
        [rows[shifts] for shifts, _, _ in cells],
        [rows[gotos] for _, gotos, _ in cells],
        [int(reduction) for _, _, reduction in cells],
    )


def _rule(length: str, symbol: str, action: str | None = None) -> Rule:
    return Rule(int(length), intern(symbol), action)


def _targets(words: list[str]) -> dict[str, int]:
    """From symbols and states in turn; symbols are interned, as the words of tokens are."""
    return dict(zip(map(intern, words[::2]), map(int, words[1::2]), strict=True))


def _row(targets: dict[str, int]) -> str:
    return " ".join(f"{symbol} {state}" for symbol, state in targets.items())
