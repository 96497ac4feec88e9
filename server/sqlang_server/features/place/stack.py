"""The stack of the automaton with what stands on it by name, so that a place can be recognized."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlang.syntax.shape import RUN_OPTIONS
from sqlang.syntax.table import NAME, UNDEFINED, Table
from sqlang.syntax.tokens import Kind, Token

ITEMS: Final = "items"
STATEMENTS: Final = "statements"
RUN_LIST: Final = "run_options"
OUTERMOST: Final = 1
"""Where on the stack the list of items is."""


class _Parts(NamedTuple):
    """What a reduction takes off the stack."""

    states: list[int]
    symbols: list[str]
    firsts: list[Token | None]


class ParserStack:
    """The states of the automaton, and of each the symbol and the token it begins with.

    A symbol is the terminal that was read (`NAME` for a word that is one) or a nonterminal.
    """

    __slots__ = ("firsts", "states", "symbols", "table")

    def __init__(self, table: Table) -> None:
        self.table: Final = table
        self.states = [table.starts["program"], table.lists[ITEMS]]
        self.symbols = ["", ITEMS]
        self.firsts: list[Token | None] = [None, None]

    def copy(self) -> ParserStack:
        other = ParserStack(self.table)
        other.states = self.states.copy()
        other.symbols = self.symbols.copy()
        other.firsts = self.firsts.copy()
        return other

    def row(self) -> dict[str, int]:
        """What the present state can read."""
        return self.table.shifts[self.states[-1]]

    def reduced(self) -> Iterator[ParserStack]:
        """The stack itself, then a copy of it after each reduction that can follow.

        It is one copy, which the next step changes.
        """
        yield self
        stack = self.copy()
        while stack.has_reduction and stack.reduce():
            yield stack

    def list_at(self) -> int:
        """Where on the stack the innermost list is."""
        return next(self.lists())

    def lists(self) -> Iterator[int]:
        """Where on the stack lists are, the innermost first."""
        lists = self.table.lists
        for at in range(len(self.symbols) - 1, -1, -1):
            if self.symbols[at] in lists:
                yield at

    @property
    def begins_entry(self) -> bool:
        """Whether nothing of an entry has been read."""
        return self.symbols[-1] in self.table.lists

    @property
    def entry(self) -> list[str]:
        """The symbols of the entry of the innermost list; none where one begins."""
        return self.symbols[self.list_at() + 1 :]

    @property
    def has_reduction(self) -> bool:
        return self.table.reductions[self.states[-1]] >= 0

    def shift(self, token: Token) -> bool:
        """Read a token as the parser does; false if it fits nowhere, and then all is as it was.

        A word that begins no statement is read as the use of a definition.
        """
        reduced: list[_Parts] = []
        while True:
            row = self.row()
            if token.terminal in row:
                return self.push(row[token.terminal], token.terminal, token)
            if NAME in row and token.kind is Kind.NAME and not self._is_no_option(token):
                return self.push(row[NAME], NAME, token)
            parts = self._reduce() if self.has_reduction else None
            if parts is None:
                break
            reduced.append(parts)
        if token.terminal == NAME and UNDEFINED in row:
            return self.push(row[UNDEFINED], UNDEFINED, token)
        while reduced:
            self._restore(reduced.pop())
        return False

    def push(self, state: int, symbol: str, first: Token | None) -> bool:
        self.states.append(state)
        self.symbols.append(symbol)
        self.firsts.append(first)
        return True

    def reduce(self) -> bool:
        """Put a nonterminal in the place of its parts; false if they are not all there."""
        return self._reduce() is not None

    def _reduce(self) -> _Parts | None:
        """Reduce, and give what was taken off; `None` if it is not all there."""
        rule = self.table.rules[self.table.reductions[self.states[-1]]]
        base = len(self.states) - rule.length
        target = self.table.gotos[self.states[base - 1]].get(rule.symbol) if base > 0 else None
        if target is None:
            return None
        parts = _Parts(self.states[base:], self.symbols[base:], self.firsts[base:])
        self.cut(base)
        self.push(target, rule.symbol, parts.firsts[0] if rule.length else None)
        return parts

    def _restore(self, parts: _Parts) -> None:
        """Undo the last reduction, which took these parts off."""
        self.cut(len(self.states) - 1)
        self.states += parts.states
        self.symbols += parts.symbols
        self.firsts += parts.firsts

    def cut(self, size: int) -> None:
        """Take off all but so many states."""
        del self.states[size:], self.symbols[size:], self.firsts[size:]

    def _is_no_option(self, token: Token) -> bool:
        """The grammar takes every word for a run option."""
        return self.symbols[-1] == RUN_LIST and token.text not in RUN_OPTIONS
