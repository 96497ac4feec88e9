"""The names of a program by kind, and what is known of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sqlang.semantics.reference_roles import ArgumentRoles
from sqlang.semantics.symbols import SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree

if TYPE_CHECKING:
    from sqlang.analysis import Analysis


class ProgramNames:
    """Asks a table of symbols for no more than the names that are offered."""

    def __init__(self, analysis: Analysis) -> None:
        self._symbols: Final = analysis.symbols
        self._names: Final = analysis.checked.names

    def of(self, kind: SymbolKind) -> Collection[str]:
        """The names of a kind that the program declares."""
        return self._by_kind.get(kind, ())

    def family(self, kind: SymbolKind, name: str) -> tree.Pool | tree.Stage | None:
        """What declares a pool or stage."""
        families = self._names.pools if kind is SymbolKind.POOL else self._names.stages
        found = families.get(name)
        return None if found is None else found.node

    def declarations(self, kind: SymbolKind, name: str) -> tuple[Span, ...]:
        """Where a name is declared."""
        symbol = self._symbols.find(kind, name)
        return () if symbol is None else symbol.declarations

    @cached_property
    def definitions(self) -> Mapping[str, tree.Definition]:
        """All definitions, those of libraries too."""
        symbols = [each for each in self._symbols.symbols if each.kind is SymbolKind.DEFINITION]
        return {each.name: each.node for each in symbols if isinstance(each.node, tree.Definition)}

    def role(self, callee: str, place: int) -> SymbolKind | None:
        """What a call takes an argument as that is a name: a pool, a stage, a value (`None`)."""
        return ArgumentRoles(self.definitions).role(callee, place)

    @cached_property
    def _by_kind(self) -> dict[SymbolKind, dict[str, None]]:
        found: dict[SymbolKind, dict[str, None]] = {}
        for symbol in self._symbols.symbols:
            if symbol.declarations:
                found.setdefault(symbol.kind, {})[symbol.name] = None
        return found
