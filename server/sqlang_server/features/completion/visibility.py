"""Which names of a program a place may use."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cached_property
from heapq import nsmallest
from typing import Final

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.syntax import tree
from sqlang_server.features.completion.typed import MOST, Typed
from sqlang_server.features.place.place import Place
from sqlang_server.features.place.scope import definition_around
from sqlang_server.view import View


class Visibility:
    """The names of a program as a place sees them; most may be declared below it (SYN-1).

    It `is_cut` once some have been left out because there are so many.
    """

    def __init__(self, view: View, place: Place) -> None:
        self._view: Final = view
        self._start: Final = place.cursor.start
        self.is_cut = False
        cursor = place.cursor
        self._typed: Final = Typed(view.source.text[cursor.start : cursor.offset])
        around = definition_around(place)
        self._definition: Final = None if around is None else around.start

    def symbols(self, kind: SymbolKind, preferred: Container[str] = ()) -> Iterator[Symbol]:
        """The symbols of a kind, but for one that is only declared by the word at the place.

        Of very many those that are `preferred`, then others that what is typed may mean.
        """
        found = self._by_kind.get(kind, [])
        if len(found) > MOST:
            self.is_cut = True
            meant = (each for each in found if self._typed.may_mean(each.name))
            found = nsmallest(
                MOST,
                meant,
                key=lambda each: (each.name not in preferred, *self._typed.order(each.name)),
            )
        return (each for each in found if not self.is_declared_here(each))

    def definitions(self) -> dict[str, tree.Definition]:
        """All definitions by their names."""
        found = self._by_kind.get(SymbolKind.DEFINITION, ())
        return {each.name: each.node for each in found if isinstance(each.node, tree.Definition)}

    @cached_property
    def _by_kind(self) -> dict[SymbolKind, list[Symbol]]:
        found: dict[SymbolKind, list[Symbol]] = {}
        for symbol in self._view.analysis.symbols.symbols:
            found.setdefault(symbol.kind, []).append(symbol)
        return found

    def is_declared_here(self, symbol: Symbol) -> bool:
        """Whether the word at the place is what declares a symbol, and nothing else does."""
        declarations = symbol.declarations
        return (
            len(declarations) == 1
            and declarations[0].start == self._start
            and self._view.here(declarations[0])
        )

    def is_before(self, symbol: Symbol) -> bool:
        """Whether a symbol is declared above the place."""
        first = symbol.declarations[0]
        return not self._view.here(first) or first.start < self._start

    def is_usable(self, node: tree.Definition, symbol: Symbol) -> bool:
        """Whether a definition is known at the place (DEF-3, USE-2): it ends above it.

        One without an end may seem to end there.
        """
        if self._view.here(symbol.declarations[0]):
            return node.last.end <= self._start and node.first.start != self._definition
        return self._uses_library

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The attributes that only a session's own statements may read."""
        return frozenset(
            name.name
            for item in self._items
            if isinstance(item, tree.Workload)
            for entry in item.items
            if isinstance(entry, tree.Hidden)
            for name in entry.names
            if name.first.start != self._start
        )

    @cached_property
    def _uses_library(self) -> bool:
        return any(
            isinstance(item, tree.UseLibrary) and item.last.end <= self._start
            for item in self._items
        )

    @property
    def _items(self) -> tuple[tree.Item, ...]:
        return self._view.analysis.surface.program.items
