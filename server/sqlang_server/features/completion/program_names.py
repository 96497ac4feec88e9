"""The names of a program by kind, and what is known of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

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
        return self._symbols.program.declared(kind)

    def family(self, kind: SymbolKind, name: str) -> tree.Pool | tree.Stage | None:
        """What declares a pool or stage."""
        families = self._names.pools if kind is SymbolKind.POOL else self._names.stages
        found = families.get(name)
        return None if found is None else found.node

    def declarations(self, kind: SymbolKind, name: str) -> tuple[Span, ...]:
        """Where a name is declared."""
        symbol = self._symbols.find(kind, name)
        return () if symbol is None else symbol.declarations

    @property
    def definitions(self) -> Mapping[str, tree.Definition]:
        """All definitions, those of libraries too."""
        return self._symbols.program.roles.definitions

    def role(self, callee: str, place: int) -> SymbolKind | None:
        """What a call takes an argument as that is a name: a pool, a stage, a value (`None`)."""
        return self._symbols.program.roles.role(callee, place)
