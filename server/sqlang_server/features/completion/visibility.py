"""Which names of a program a place may use."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Final

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang_server.features.completion.program_names import ProgramNames
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
        self.known: Final = ProgramNames(view.analysis)
        self.is_cut = False
        cursor, text = place.cursor, view.source.text
        self._start: Final = cursor.start
        self._word: Final = text[cursor.start : cursor.end]
        self._typed: Final = Typed(text[cursor.start : cursor.offset])
        around = definition_around(place)
        self._definition: Final = None if around is None else around.start

    def names(self, kind: SymbolKind, preferred: Collection[str] = ()) -> Collection[str]:
        """The names of a kind, but for one that is only declared by the word at the place.

        Of very many those that are `preferred`, then others that what is typed may mean.
        """
        found = self.known.of(kind)
        if self._word in found and self.is_declared_here(kind, self._word):
            found = [name for name in found if name != self._word]
        return self._chosen(found, preferred)

    def definitions(self) -> Iterator[tree.Definition]:
        """The definitions that are known at the place (DEF-3, USE-2): they end above it.

        One without an end may seem to end there.
        """
        known = self.known.definitions
        for name in self._chosen(known):
            definition = known[name]
            if not self._view.here(definition.name.span):
                if self._uses_library:
                    yield definition
            elif definition.last.end <= self._start and definition.first.start != self._definition:
                yield definition

    def _chosen(self, names: Collection[str], preferred: Collection[str] = ()) -> Collection[str]:
        """The names to send, all of them if they are not too many."""
        if len(names) <= MOST:
            return names
        self.is_cut = True
        return self._typed.choose(names, preferred)

    def is_declared_here(self, kind: SymbolKind, name: str) -> bool:
        """Whether the word at the place is what declares a name, and nothing else does."""
        declarations = self.known.declarations(kind, name)
        return (
            len(declarations) == 1
            and declarations[0].start == self._start
            and self._view.here(declarations[0])
        )

    def is_before(self, kind: SymbolKind, name: str) -> bool:
        """Whether a name is declared above the place."""
        first = self.known.declarations(kind, name)[0]
        return not self._view.here(first) or first.start < self._start

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
