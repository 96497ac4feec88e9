"""The parse table: what the automaton does in each state, loaded without Lark.

Every state of the grammar has at most one reduction, so a row lists shifts alone and the reduction
is what happens when the token is in no row (a default reduction). The state in which that ends
knows exactly what should have followed.
"""

from __future__ import annotations

from functools import cache

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


@cache
def load_table() -> Table:
    """The table that ships; a test holds that it is that of the grammar."""
    from sqlang.syntax import grammar_table as made

    return Table(
        made.CHECKSUM,
        made.STARTS,
        made.ENDS,
        made.LISTS,
        [Rule(*rule) for rule in made.RULES],
        [made.ROWS[shifts] for shifts, _, _ in made.STATES],
        [made.ROWS[gotos] for _, gotos, _ in made.STATES],
        [reduction for _, _, reduction in made.STATES],
    )
