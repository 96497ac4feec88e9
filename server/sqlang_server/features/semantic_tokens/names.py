"""What the names of a program mean wherever no parameter or binding has the name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    FUNCTIONS,
    RENAMED_CONTEXT,
    RETIRED_WORDS,
)
from sqlang_server.features.semantic_tokens.paints import Paint

_BUILT_IN: Final = frozenset(word.name for word in BUILTIN_ATTRIBUTES)
_HIDDEN: Final = "hidden"
_STATEMENTS: Final = "statements"

_Use = SymbolKind | str
"""How a text declares a name; a definition of statements and `hidden` are told apart."""

_WORDS: Final[tuple[tuple[_Use, Paint], ...]] = (
    (SymbolKind.POOL, Paint.POOL),
    (SymbolKind.STAGE, Paint.STAGE),
    (SymbolKind.DEFINITION, Paint.DEFINITION),
    (_STATEMENTS, Paint.STATEMENTS),
    (SymbolKind.OBSERVATION, Paint.OBSERVATION),
)


class Names:
    """How often each name is declared as what."""

    __slots__ = ("_before", "_declared")

    def __init__(self) -> None:
        self._declared: Final[dict[str, dict[_Use, int]]] = {}
        self._before: dict[str, frozenset[_Use]] = {}

    def add(self, entry: tree.Node) -> None:
        """Take up what an entry declares, not what the entries in it do."""
        for use, name in _declares(entry):
            uses = self._declared.setdefault(name, {})
            self._before.setdefault(name, frozenset(uses))
            uses[use] = uses.get(use, 0) + 1

    def remove(self, entry: tree.Node) -> None:
        """The same entry is gone."""
        for use, name in _declares(entry):
            uses = self._declared[name]
            self._before.setdefault(name, frozenset(uses))
            uses[use] -= 1
            if not uses[use]:
                del uses[use]
            if not uses:
                del self._declared[name]

    def changed(self) -> frozenset[str]:
        """The names that are declared as something else than when this was asked before."""
        before, self._before = self._before, {}
        return frozenset(
            name for name, uses in before.items() if self._declared.get(name, {}).keys() != uses
        )

    def is_hidden(self, name: str) -> bool:
        return _HIDDEN in self._declared.get(name, ())

    def paint(self, paint: int, name: str) -> Paint:
        """What a paint that depends on the name comes to."""
        uses = self._declared.get(name, {})
        if paint == Paint.WRITTEN:
            return Paint.BUILT_IN_WRITTEN if name in _BUILT_IN else Paint.ATTRIBUTE_WRITTEN
        if paint == Paint.LISTED:
            return Paint.BUILT_IN if name in _BUILT_IN else Paint.ATTRIBUTE
        if paint != Paint.VALUE:
            for use, found in _WORDS if paint == Paint.WORD else _WORDS[:2]:
                if use in uses:
                    return found
        value = _value(name, uses)
        if value is Paint.UNKNOWN and paint == Paint.WORD:
            return _by_itself(name)
        return value


def _value(name: str, uses: dict[_Use, int]) -> Paint:
    """NAM-4: an attribute, a constant, a context variable, a former name of one."""
    if name in _BUILT_IN:
        return Paint.BUILT_IN
    if SymbolKind.ATTRIBUTE in uses:
        return Paint.ATTRIBUTE
    if SymbolKind.CONSTANT in uses:
        return Paint.CONSTANT
    if name in CONTEXT_VARIABLES:
        return Paint.CONTEXT
    return Paint.RENAMED if name in RENAMED_CONTEXT else Paint.UNKNOWN


def _by_itself(name: str) -> Paint:
    """A word of which nothing is known but how it is spelt."""
    if name in FUNCTIONS:
        return Paint.FUNCTION
    return Paint.RETIRED if name in RETIRED_WORDS else Paint.UNKNOWN


def _declares(entry: tree.Node) -> Iterator[tuple[_Use, str]]:
    match entry:
        case tree.Set() | tree.Choose():
            yield SymbolKind.ATTRIBUTE, entry.target.name
        case tree.Observe():
            yield SymbolKind.OBSERVATION, entry.target.name
        case tree.Let():
            yield SymbolKind.CONSTANT, entry.name.name
        case tree.Pool():
            yield SymbolKind.POOL, entry.name.name
        case tree.Stage():
            yield SymbolKind.STAGE, entry.name.name
        case tree.Definition():
            is_block = isinstance(entry.body, tree.Block)
            yield _STATEMENTS if is_block else SymbolKind.DEFINITION, entry.name.name
        case tree.Hidden():
            for name in entry.names:
                yield _HIDDEN, name.name
