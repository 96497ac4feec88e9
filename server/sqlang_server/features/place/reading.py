"""The automaton on its way to a cursor: it reads what is whole and gets over what is not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Kind, Token
from sqlang_server.features.place.levels import Level
from sqlang_server.features.place.stack import ITEMS, OUTERMOST, RUN_LIST, STATEMENTS, ParserStack

_BLOCKS: Final = {
    "pool": "pool_options",
    "stage": "step_options",
    "workload": "workload_items",
    "run": RUN_LIST,
}
"""The lists in the braces of items whose header is broken; in all other braces are statements."""


def read_levels(levels: Sequence[Level]) -> ParserStack:
    """The automaton before a cursor with these levels around it."""
    stack = ParserStack(load_table())
    for level in levels:
        for token in level:
            _read(stack, token)
    _put_together(stack)
    return stack


def give_up_entry(stack: ParserStack) -> None:
    """Be where an entry of the innermost list may begin, whatever has been read of one."""
    stack.cut(stack.list_at() + 1)


def _put_together(stack: ParserStack) -> None:
    """Reduce what is complete, as far as nothing else can follow it."""
    while not stack.row() and stack.has_reduction:
        if not stack.reduce():
            return


def _read(stack: ParserStack, token: Token) -> None:
    """Read one token; one that fits nowhere begins an entry, opens a block, or is left out."""
    if stack.shift(token) or _begins_entry(stack, token):
        return
    if token.text == "{":
        _open_block(stack)
    elif token.text == "}":
        _close_block(stack, token)


def _begins_entry(stack: ParserStack, token: Token) -> bool:
    """Take a word for the first one of an entry, here or in a list around, if it can be."""
    if token.kind is not Kind.NAME:
        return False
    for at in stack.lists():
        if token.terminal in stack.table.shifts[stack.states[at]]:
            stack.cut(at + 1)
            return stack.shift(token)
    return False


def _open_block(stack: ParserStack) -> None:
    """Open the block that the word of the entry has, whatever is wrong behind that word."""
    settings = stack.firsts[-1] if stack.symbols[-1] == "run" else None
    if settings is not None and stack.symbols[stack.list_at()] != ITEMS:
        stack.cut(OUTERMOST + 1)
        stack.shift(settings)
    kind = STATEMENTS
    if stack.symbols[stack.list_at()] == ITEMS:
        kind = _BLOCKS.get(next(iter(stack.entry), ""), STATEMENTS)
    stack.push(stack.states[-1], "{", None)
    stack.push(stack.table.lists[kind], kind, None)


def _close_block(stack: ParserStack, token: Token) -> None:
    give_up_entry(stack)
    if not stack.shift(token):
        around = islice(stack.lists(), 1, None)
        stack.cut(next(around, OUTERMOST) + 1)
