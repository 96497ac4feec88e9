"""Finds the places where symbols are named, in the texts as they are written."""

from __future__ import annotations

from sqlang.semantics.nesting import has_parts
from sqlang.semantics.program_scope import ProgramScope
from sqlang.semantics.scopes import Scope
from sqlang.semantics.searching import SearchingVisitor
from sqlang.semantics.stretches import Stretch
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.naming import NameNode


class OccurrenceFinder(SearchingVisitor):
    """Finds what occurs in one text: all, or what touches a range, or what has one name."""

    __slots__ = ("_end", "_name", "_program", "_start", "found")

    def __init__(
        self,
        program: ProgramScope,
        start: int = 0,
        end: int | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(program.known)
        self._program: Final = program
        self._start: Final = start
        self._end: Final = end
        self._name: Final = name
        self.found: Final[list[Occurrence]] = []

    def concerns(self, node: tree.Node) -> bool:
        if not self._touches(node.first.start, node.last.end):
            return False
        return self._name is None or not has_parts(node) or self.known.of(node).has(self._name)

    def concerns_stretch(self, stretch: Stretch) -> bool:
        return self._name is None or stretch.mentions.has(self._name)

    def block(self, block: tree.Block, scope: Scope) -> None:
        if self._touches(block.first.start, block.last.end):
            super().block(block, scope)

    def declared(
        self,
        kind: SymbolKind,
        name: tree.Identifier,
        node: tree.Node,  # noqa: ARG002 - for others
        scope: Scope,
    ) -> None:
        if self._is_sought(name):
            self._note(name, scope.find(name.name) or self._program.find(kind, name.name), True)

    def local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        symbol = self._program.local(kind, name, node)
        if self._is_sought(name):
            self._note(name, symbol, True)
        return symbol

    def read(self, at: NameNode, scope: Scope) -> None:
        if self._is_sought(at):
            self._note(at, scope.value(at.name) or self._program.value(at.name))

    def named(self, kind: SymbolKind, at: NameNode, scope: Scope) -> None:
        if self._is_sought(at):
            self._note(at, scope.find(at.name) or self._program.find(kind, at.name))

    def passed(self, callee: str, place: int, at: NameNode, scope: Scope) -> None:
        if not self._is_sought(at):
            return
        kind = self._program.roles.role(callee, place)
        if kind is None:
            self.read(at, scope)
        else:
            self.named(kind, at, scope)

    def _is_sought(self, at: NameNode) -> bool:
        if self._name is not None and self._name != at.name:
            return False
        return self._touches(at.first.start, at.last.end)

    def _touches(self, start: int, end: int) -> bool:
        return end >= self._start and (self._end is None or start <= self._end)

    def _note(self, at: NameNode, symbol: Symbol | None, write: bool = False) -> None:
        if symbol is not None:
            self.found.append(Occurrence(at.first.span, symbol, write))
