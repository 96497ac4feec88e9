"""The parse table: what the automaton does in each state, loaded without Lark.

Every state of the grammar has at most one reduction, so a row lists shifts alone and the reduction
is what happens when the token is in no row (a default reduction). The state in which that ends
knows exactly what should have followed.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

NAME: Final = "<name>"
NUMBER: Final = "<number>"
STRING: Final = "<string>"
DEFINED: Final = "<defined>"
UNDEFINED: Final = "<undefined>"
"""Terminals that are no spelling; every other terminal is the text of its token."""

GRAMMAR_FILE: Final = "grammar.lark"
TABLE_FILE: Final = "grammar_table.json"


class Rule(NamedTuple):
    """How many symbols become which one; the action makes its value (`None`: pass it on)."""

    length: int
    symbol: str
    action: str | None


class Table(NamedTuple):
    """States are indices. `shifts` go by terminal, `gotos` by nonterminal, `reductions` are rules.

    `starts` and `ends` are the first and the accepting state for each start symbol. `lists` are the
    states after a list that recovery may go back to, by its nonterminal.
    """

    checksum: int
    starts: dict[str, int]
    ends: dict[str, int]
    lists: dict[str, int]
    rules: list[Rule]
    shifts: list[dict[str, int]]
    gotos: list[dict[str, int]]
    reductions: list[int]


def beside_this_module(name: str) -> str:
    """The path of a file that ships with the package."""
    return os.path.join(os.path.dirname(__file__), name)


def grammar_text() -> str:
    """The grammar as it stands in the checkout or the installed package."""
    with open(beside_this_module(GRAMMAR_FILE), encoding="utf-8", newline="") as file:
        return file.read()


def grammar_checksum(grammar: str) -> int:
    """What ties a table to the grammar it was made from, however its lines end."""
    return crc32(grammar.replace("\r\n", "\n").encode())


@cache
def load_table() -> Table:
    """The table that ships; made anew through Lark if somebody has edited the grammar."""
    checksum = grammar_checksum(grammar_text())
    try:
        with open(beside_this_module(TABLE_FILE), encoding="utf-8") as file:
            table = from_json(file.read())
    except (OSError, ValueError, KeyError, TypeError):
        table = None
    if table is None or table.checksum != checksum:
        from sqlang.syntax.build_table import build

        return build(grammar_text())
    return table


def to_json(table: Table) -> str:
    """The table as text, one row a line so that changes can be read."""
    parts = ",\n".join(f'"{name}": {_rows(value)}' for name, value in table._asdict().items())
    return f"{{\n{parts}\n}}\n"


def from_json(text: str) -> Table:
    """The table that `to_json` wrote; other text raises `ValueError`, `KeyError`, `TypeError`."""
    value = json.loads(text)
    value["rules"] = [Rule(*rule) for rule in value["rules"]]
    return Table(**value)


def _rows(value: object) -> str:
    if not isinstance(value, list) or isinstance(value[0], int):
        return json.dumps(value)
    return "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"
