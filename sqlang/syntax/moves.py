"""Where the automaton goes in each state, worked out when a text first comes there and kept.

Both tables are the parse table seen from the driver loop: one look-up for each token read and one
for each reduction. They are bounded by the numbers of states, symbols and terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlang.syntax.table import DEFINED, NAME, Table
from sqlang.syntax.table import Rule as TableRule
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.actions import Action

    Rule = tuple[int, str, Action, slice, slice]
    """How many symbols become which one, what makes its value, and where on the stacks all of them
    are and all but the first."""


class Row(dict[str, int | None]):
    """The state after a terminal is read in one state; a word that the row lacks is a name."""

    __slots__ = ("_shifts",)

    def __init__(self, shifts: Mapping[str, int]) -> None:
        self._shifts: Final = shifts

    def __missing__(self, terminal: str) -> int | None:
        target = self._shifts.get(terminal)
        if target is None and terminal in GRAMMAR_WORDS:
            target = self._shifts.get(NAME)
        self[terminal] = target
        return target


class Landings(dict[str, "Landing"]):
    """For each symbol that a reduction makes above one state, the states that may come of it."""

    __slots__ = ("_gotos", "_moves")

    def __init__(self, gotos: Mapping[str, int], moves: Moves) -> None:
        self._gotos: Final = gotos
        self._moves: Final = moves

    def __missing__(self, symbol: str) -> Landing:
        landing = self[symbol] = Landing(self._gotos, symbol, self._moves)
        return landing


class Landing(dict[str, int]):
    """The state in which a reduction ends, by the terminal of the token that set it off.

    Where the token does not fit and the state passes its one symbol on as another (a sum that is a
    comparison, and so on up to an expression), that is followed at once.
    """

    __slots__ = ("_gotos", "_moves", "_symbol")

    def __init__(self, gotos: Mapping[str, int], symbol: str, moves: Moves) -> None:
        self._gotos: Final = gotos
        self._symbol: Final = symbol
        self._moves: Final = moves

    def __missing__(self, terminal: str) -> int:
        moves = self._moves
        state = self._gotos[self._symbol]
        while moves.rows[state][terminal] is None and DEFINED not in moves.shifts[state]:
            rule = moves.rules[state]
            if rule is None or rule[0] != 1 or rule[2] is not moves.keep:
                break
            state = self._gotos[rule[1]]
        self[terminal] = state
        return state


class Moves:
    """All moves by state: `rows` by terminal, then `rules`, and after a rule `landings`.

    `lists` are the states after a list that recovery may go back to, each with its symbol.
    A rule of one symbol whose action is `keep` only gives its value another name.
    """

    __slots__ = ("keep", "landings", "lists", "rows", "rules", "shifts")

    def __init__(self, table: Table, action: Callable[[str | None], Action]) -> None:
        rules = [_rule(each, action(each.action)) for each in table.rules]
        self.keep: Final = action(None)
        self.rules: Final[list[Rule | None]] = [
            rules[number] if number >= 0 else None for number in table.reductions
        ]
        self.shifts: Final = table.shifts
        self.lists: Final = {state: symbol for symbol, state in table.lists.items()}
        self.rows: Final = [Row(shifts) for shifts in table.shifts]
        self.landings: Final = [Landings(gotos, self) for gotos in table.gotos]


def _rule(rule: TableRule, action: Action) -> Rule:
    length = rule.length
    return length, rule.symbol, action, slice(-length, None), slice(1 - length, None)
