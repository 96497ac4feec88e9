"""The automaton without values: what a stack of states would do with some tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlang.syntax.runs import Hidden, OutOfSightError
from sqlang.syntax.shape import RUN_OPTIONS
from sqlang.syntax.table import NAME, UNDEFINED, Table
from sqlang.syntax.tokens import Kind, Token


def reductions(table: Table, states: list[int]) -> Iterator[list[int]]:
    """The stack, and the stack after each default reduction that can follow, the last one stuck."""
    yield states
    while table.reductions[states[-1]] >= 0:
        states = states.copy()
        _reduce(table, states)
        yield states


def reach(table: Table, states: list[int], tokens: Iterable[Token]) -> int:
    """How many of the tokens would be read from here; the accepted end counts as read.

    What is no run option is not read as one, though the grammar takes every name for one.
    """
    states = states.copy()
    count = 0
    for token in tokens:
        if _is_unknown_option(table, states[-1], token) or not feed(table, states, token):
            break
        count += 1
    return count


def feed_all(table: Table, states: list[int], tokens: Sequence[Token]) -> bool:
    """Read these tokens, changing the stack; false if one fits nowhere.

    A run leaves a list as it was.
    """
    last = len(tokens) - 1
    at = 0
    while at <= last:
        following = tokens[at + 1] if at + 1 < last else None
        if type(following) is Hidden:
            end = table.lists[following.run.symbol]
            while states[-1] != end and table.reductions[states[-1]] >= 0:
                _reduce(table, states)
            if states[-1] != end:
                raise OutOfSightError(following.run)
            at += 2
        elif feed(table, states, tokens[at]):
            at += 1
        else:
            return False
    return True


def _is_unknown_option(table: Table, state: int, token: Token) -> bool:
    if token.kind is not Kind.NAME or token.text in RUN_OPTIONS:
        return False
    if table.reductions[state] >= 0 and table.rules[table.reductions[state]].length == 0:
        state = table.gotos[state][table.rules[table.reductions[state]].symbol]
    return state == table.lists["run_options"]


def feed(table: Table, states: list[int], token: Token) -> bool:
    """Read one token, changing the stack; false if it fits nowhere."""
    terminal = token.terminal
    while True:
        row = table.shifts[states[-1]]
        target = row.get(terminal) or (row.get(NAME) if token.kind is Kind.NAME else None)
        if target is not None:
            states.append(target)
            return True
        if table.reductions[states[-1]] < 0:
            break
        _reduce(table, states)
    if token.kind is Kind.NAME and UNDEFINED in row:
        states.append(row[UNDEFINED])
        return True
    return token.kind is Kind.END and states[-1] in table.ends.values()


def _reduce(table: Table, states: list[int]) -> None:
    rule = table.rules[table.reductions[states[-1]]]
    if rule.length:
        del states[-rule.length :]
    states.append(table.gotos[states[-1]][rule.symbol])
