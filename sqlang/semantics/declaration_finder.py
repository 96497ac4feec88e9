"""Finds where names are declared or assigned in a text."""

from __future__ import annotations

from sqlang.semantics.known_mentions import KnownMentions
from sqlang.semantics.mentions import Mentions
from sqlang.semantics.naming import kind_of
from sqlang.semantics.nesting import has_parts
from sqlang.semantics.scopes import Scope
from sqlang.semantics.searching import SearchingVisitor
from sqlang.semantics.stretches import Stretch
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.naming import NameNode


class DeclarationFinder(SearchingVisitor):
    """Finds the declarations of some kinds, of one `name` or of all."""

    __slots__ = ("_kinds", "_name", "found")

    def __init__(
        self, kinds: tuple[SymbolKind, ...], name: str | None, known: KnownMentions
    ) -> None:
        super().__init__(known)
        self._kinds: Final = kinds
        self._name: Final = name
        self.found: Final[list[tuple[SymbolKind, tree.Identifier, tree.Node]]] = []

    def concerns(self, node: tree.Node) -> bool:
        return not has_parts(node) or self._is_in(self.known.of(node))

    def concerns_stretch(self, stretch: Stretch) -> bool:
        return self._is_in(stretch.mentions)

    def node(self, node: tree.Node, scope: Scope) -> None:
        match node:
            case tree.Set() | tree.Choose():
                self.declared(SymbolKind.ATTRIBUTE, node.target, node, scope)
            case tree.Observe():
                self.declared(SymbolKind.OBSERVATION, node.target, node, scope)
            case tree.Let():
                self.declared(SymbolKind.CONSTANT, node.name, node, scope)
            case tree.Pool() | tree.Stage():
                self.declared(kind_of(node), node.name, node, scope)
            case (
                tree.Definition()
                | tree.Workload()
                | tree.NamedBlock()
                | tree.Block()
                | tree.Hold()
                | tree.Branch()
                | tree.Loop()
            ):
                super().node(node, scope)

    def declared(
        self, kind: SymbolKind, name: tree.Identifier, node: tree.Node, scope: Scope
    ) -> None:
        if name.name not in scope.parameters:
            self._note(kind, name, node)

    def local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        self._note(kind, name, node)
        return Symbol(kind, name.name)

    def read(self, at: NameNode, scope: Scope) -> None:
        pass

    def named(self, kind: SymbolKind, at: NameNode, scope: Scope) -> None:
        pass

    def passed(self, callee: str, place: int, at: NameNode, scope: Scope) -> None:
        pass

    def _note(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> None:
        if kind in self._kinds and (self._name is None or self._name == name.name):
            self.found.append((kind, name, node))

    def _is_in(self, mentions: Mentions) -> bool:
        for kind in self._kinds:
            names = mentions.declared(kind)
            if names and (self._name is None or self._name in names):
                return True
        return False
