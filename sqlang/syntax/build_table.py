"""Makes `grammar_table.py` from `grammar.lark`: the only module that imports Lark.

Run `python -m sqlang.syntax.build_table` after each change of the grammar.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NoReturn
from zlib import crc32

from lark import Lark
from lark.grammar import Rule as LarkRule
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import ParseTableBase, Shift

from sqlang.syntax.table import (
    DEFINED,
    NAME,
    NUMBER,
    STRING,
    UNDEFINED,
    Rule,
    Table,
)

GRAMMAR_FILE: Final = "grammar.lark"
TABLE_FILE: Final = "grammar_table.py"
STARTS: Final = ("program", "expr", "item", "statement")
CLASSES: Final = {
    "NAME": NAME,
    "NUMBER": NUMBER,
    "STRING": STRING,
    "DEFINED": DEFINED,
    "UNDEFINED": UNDEFINED,
}

State = int


class GrammarError(ValueError):
    """The grammar breaks an assumption of the automaton; the message says which."""


class _NoLexer(Lexer):
    """Stands where Lark wants a lexer: we use its tables only."""

    def __init__(self, _configuration: object) -> None:
        pass

    def lex(self, _lexer_state: object, _parser_state: object) -> NoReturn:
        raise NotImplementedError


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


def compile_grammar(grammar: str) -> tuple[Lark, ParseTableBase[State]]:
    """Lark's own table for the grammar; raises `lark.exceptions.GrammarError` for a conflict."""
    lark = Lark(grammar, parser="lalr", lexer=_NoLexer, start=list(STARTS))
    return lark, lark.parser.parser._parse_table  # noqa: SLF001 - there is no public way


def build(grammar: str) -> Table:
    """The table of a grammar; equal grammars give equal tables."""
    lark, lark_table = compile_grammar(grammar)
    spelling = {terminal.name: str(terminal.pattern.value) for terminal in lark.terminals} | CLASSES
    return _Builder(lark_table, spelling).table(grammar_checksum(grammar))


class _Builder:
    """Renumbers Lark's states and rules in an order that does not vary from run to run."""

    def __init__(self, lark_table: ParseTableBase[State], spelling: Mapping[str, str]) -> None:
        self._rows = lark_table.states
        self._starts = {start: lark_table.start_states[start] for start in STARTS}
        self._spelling = spelling
        self._numbers = {state: number for number, state in enumerate(self._in_order())}
        self._rules = sorted({rule for row in self._rows.values() for rule in _reductions(row)})

    def table(self, checksum: int) -> Table:
        shifts = [self._targets(state, terminal=True) for state in self._numbers]
        gotos = [self._targets(state, terminal=False) for state in self._numbers]
        starts = {start: self._numbers[state] for start, state in self._starts.items()}
        lists = self._list_states(gotos)
        ends = {start: gotos[state][start] for start, state in starts.items()}
        # A program is accepted when its items are read: its last state then expects items, not the
        # end.
        ends["program"] = lists["items"]
        reductions = [self._reduction(state) for state in self._numbers]
        reductions[ends["program"]] = -1
        rules = [Rule(length, symbol, action or None) for symbol, _, length, action in self._rules]
        return Table(checksum, starts, ends, lists, rules, shifts, gotos, reductions)

    def _in_order(self) -> Iterator[State]:
        """States in the order in which they are met, from the start states, symbols sorted."""
        seen = dict.fromkeys(self._starts.values())
        queue = list(seen)
        for state in queue:
            yield state
            for symbol in sorted(self._rows[state]):
                action, target = self._rows[state][symbol]
                if action is Shift and target not in seen:
                    seen[target] = None
                    queue.append(target)

    def _targets(self, state: State, *, terminal: bool) -> dict[str, int]:
        """Where a state goes by its terminals or by its nonterminals."""
        return {
            self._spelling.get(symbol, symbol): self._numbers[target]
            for symbol, (action, target) in sorted(self._rows[state].items())
            if action is Shift and (symbol in self._spelling) is terminal
        }

    def _reduction(self, state: State) -> int:
        found = list(_reductions(self._rows[state]))
        if len(set(found)) > 1:
            raise GrammarError(f"a state has several reductions: {found}")
        return self._rules.index(found[0]) if found else -1

    def _list_states(self, gotos: list[dict[str, int]]) -> dict[str, int]:
        """The state after each list whose rule ends in `append`; there is one for each."""
        lists = sorted({symbol for symbol, _, _, action in self._rules if action == "append"})
        found = {symbol: {row[symbol] for row in gotos if symbol in row} for symbol in lists}
        several = [symbol for symbol, states in found.items() if len(states) != 1]
        if several:
            raise GrammarError(f"these lists have more than one state: {several}")
        return {symbol: states.pop() for symbol, states in found.items()}


_SortedRule = tuple[str, tuple[str, ...], int, str]


def _reductions(row: Mapping[str, tuple[object, object]]) -> Iterator[_SortedRule]:
    for action, rule in row.values():
        if action is not Shift:
            yield _described(rule)


def _described(rule: object) -> _SortedRule:
    if not isinstance(rule, LarkRule):
        raise GrammarError(f"Lark's table has {rule!r} where a rule should be")
    names = tuple(symbol.name for symbol in rule.expansion)
    if rule.alias is None and len(names) != 1:
        raise GrammarError(f"an alternative of `{rule.origin.name}` needs an action")
    return rule.origin.name, names, len(names), rule.alias or ""


def to_module(table: Table) -> str:
    """The text of `grammar_table.py`: literals, one rule, row or state a line to be read in a diff.

    As a module its bytecode is kept, and loading that takes a tenth of the time of JSON.
    """
    rows: dict[str, int] = {}
    pairs = zip(table.shifts, table.gotos, table.reductions, strict=True)
    states = [
        (_place(rows, shifts), _place(rows, gotos), reduction) for shifts, gotos, reduction in pairs
    ]
    rules = [(rule.length, rule.symbol, rule.action) for rule in table.rules]
    return "\n".join(
        (
            _HEAD,
            f"CHECKSUM = {table.checksum}",
            f"STARTS: dict[str, int] = {_dictionary(table.starts)}",
            f"ENDS: dict[str, int] = {_dictionary(table.ends)}",
            f"LISTS: dict[str, int] = {_dictionary(table.lists)}",
            _tuple("RULES: tuple[tuple[int, str, str | None], ...]", map(_literal, rules)),
            _tuple("ROWS: tuple[dict[str, int], ...]", rows),
            '"""Where a state goes by some symbols."""',
            _tuple("STATES: tuple[tuple[int, int, int], ...]", map(_literal, states)),
            '"""Of each the places of its shifts and gotos in `ROWS`, and its reduction."""\n',
        )
    )


_HEAD: Final = '''"""What `build_table.py` made of `grammar.lark`: not to be edited."""

from __future__ import annotations
'''


def _place(rows: dict[str, int], row: dict[str, int]) -> int:
    """The place of a row, which equal ones share."""
    return rows.setdefault(_dictionary(row), len(rows))


def _tuple(name: str, members: Iterable[str]) -> str:
    lines = "".join(f"    {member},\n" for member in members)
    return f"{name} = (\n{lines})"


def _dictionary(row: dict[str, int]) -> str:
    return "{" + ", ".join(f"{_literal(key)}: {value}" for key, value in row.items()) + "}"


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))})"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def main() -> None:
    """Write the table beside the grammar."""
    with open(beside_this_module(TABLE_FILE), "w", encoding="utf-8", newline="\n") as file:
        file.write(to_module(build(grammar_text())))


if __name__ == "__main__":
    main()
