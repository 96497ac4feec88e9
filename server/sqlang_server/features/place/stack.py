"""The stack of the automaton with what stands on it by name, so that a place can be recognized."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.syntax.shape import RUN_OPTIONS
from sqlang.syntax.table import NAME, UNDEFINED, Table
from sqlang.syntax.tokens import Kind, Token

ITEMS: Final = "items"
STATEMENTS: Final = "statements"
RUN_LIST: Final = "run_options"


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
        other.take_over(self)
        return other

    def take_over(self, other: ParserStack) -> None:
        """Become what another stack is."""
        self.states = other.states.copy()
        self.symbols = other.symbols.copy()
        self.firsts = other.firsts.copy()

    def row(self) -> dict[str, int]:
        """What the present state can read."""
        return self.table.shifts[self.states[-1]]

    def reduced(self) -> Iterator[ParserStack]:
        """The stack itself, and the stacks after each reduction that can follow."""
        stack = self
        yield stack
        while stack.has_reduction:
            stack = stack.copy()
            if not stack.reduce():
                return
            yield stack

    def list_at(self) -> int:
        """Where on the stack the innermost list is."""
        return self.lists()[-1]

    def lists(self) -> list[int]:
        """Where on the stack lists are, the outermost first."""
        lists = self.table.lists
        return [at for at, symbol in enumerate(self.symbols) if symbol in lists]

    @property
    def entry(self) -> list[str]:
        """The symbols of the entry of the innermost list; none where one begins."""
        return self.symbols[self.list_at() + 1 :]

    @property
    def has_reduction(self) -> bool:
        return self.table.reductions[self.states[-1]] >= 0

    def shift(self, token: Token) -> bool:
        """Read a token as the parser does; false if it fits nowhere, and then the stack is spoilt.

        A word that begins no statement is read as the use of a definition.
        """
        row = self.row()
        while True:
            if token.terminal in row:
                return self.push(row[token.terminal], token.terminal, token)
            if NAME in row and token.kind is Kind.NAME and not self._is_no_option(token):
                return self.push(row[NAME], NAME, token)
            if not self.has_reduction or not self.reduce():
                break
            row = self.row()
        if token.terminal == NAME and UNDEFINED in row:
            return self.push(row[UNDEFINED], UNDEFINED, token)
        return False

    def push(self, state: int, symbol: str, first: Token | None) -> bool:
        self.states.append(state)
        self.symbols.append(symbol)
        self.firsts.append(first)
        return True

    def reduce(self) -> bool:
        """Put a nonterminal in the place of its parts; false if they are not all there."""
        rule = self.table.rules[self.table.reductions[self.states[-1]]]
        base = len(self.states) - rule.length
        target = self.table.gotos[self.states[base - 1]].get(rule.symbol) if base > 0 else None
        if target is None:
            return False
        first = self.firsts[base] if rule.length else None
        self.cut(base)
        return self.push(target, rule.symbol, first)

    def cut(self, size: int) -> None:
        """Take off all but so many states."""
        del self.states[size:], self.symbols[size:], self.firsts[size:]

    def _is_no_option(self, token: Token) -> bool:
        """The grammar takes every word for a run option."""
        return self.symbols[-1] == RUN_LIST and token.text not in RUN_OPTIONS
