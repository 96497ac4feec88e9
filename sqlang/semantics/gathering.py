"""Gathers what stretches of a text mention."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.semantics.mentions import Gathered, Mentions
from sqlang.semantics.naming import NameVisitor, kind_of
from sqlang.semantics.nesting import has_parts
from sqlang.semantics.reference_roles import role_of_function
from sqlang.semantics.scopes import Scope
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.syntax import tree
from sqlang.syntax.segments import Part
from sqlang.vocabulary import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.known_mentions import KnownMentions
    from sqlang.semantics.naming import NameNode


class MentionGatherer(NameVisitor):
    """Gathers what a stretch mentions; what is known of the parts of blocks comes from outside."""

    __slots__ = ("_declaring", "_known", "_gathered", "_own")

    def __init__(self, known: KnownMentions) -> None:
        self._known: Final = known
        self._own: str | None = None
        self._declaring: tuple[SymbolKind, str] | None = None
        self._gathered: Final = Gathered()

    def mentions(self) -> Mentions:
        """What has been visited so far."""
        return self._gathered.all()

    def assignment(self, assignment: tree.Set | tree.Choose, scope: Scope) -> None:
        self._own = assignment.target.name
        super().assignment(assignment, scope)
        self._own = None

    def resource(self, resource: tree.Pool | tree.Stage, scope: Scope) -> None:
        self._declaring = kind_of(resource), resource.name.name
        super().resource(resource, scope)
        self._declaring = None

    def block(self, block: tree.Block, scope: Scope) -> None:
        self.parts(self._known.parts(block), scope)

    def parts(self, parts: Sequence[Part], scope: Scope) -> None:
        """Gather from the parts of a block."""
        for part in parts:
            if has_parts(part):
                self._gathered.parts.append(self._known.of(part).within(scope))
            else:
                self.node(part, scope)

    def definition(self, definition: tree.Definition, scope: Scope) -> None:
        self.declared(SymbolKind.DEFINITION, definition.name, definition, scope)
        parameters: dict[str, Symbol] = {}
        for parameter in definition.parameters:
            parameters[parameter.name] = self.local(SymbolKind.PARAMETER, parameter, parameter)
        self._gathered.parts.append(self._known.of_body(definition).within(Scope(parameters, {})))

    def declared(
        self,
        kind: SymbolKind,
        name: tree.Identifier,
        node: tree.Node,  # noqa: ARG002 - for others
        scope: Scope,
    ) -> None:
        if name.name not in scope.parameters:
            self._gathered.declare(kind, name.name)

    def local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        self._gathered.declare(kind, name.name)
        return Symbol(kind, name.name, ((name, node),))

    def read(self, at: NameNode, scope: Scope) -> None:
        name = at.name
        if scope.value(name) is None and not self._is_own(at):
            self._gathered.read(name)

    def named(self, kind: SymbolKind, at: NameNode, scope: Scope) -> None:
        name = at.name
        if name not in scope.parameters and self._declaring != (kind, name):
            self._gathered.name(kind, name)

    def passed(self, callee: str, place: int, at: NameNode, scope: Scope) -> None:
        name = at.name
        if callee in FUNCTIONS:
            kind = role_of_function(callee, place)
            if kind is None:
                self.read(at, scope)
            elif not self._is_own(at):
                self.named(kind, at, scope)
        elif name not in scope.parameters and not self._is_own(at):
            other = SymbolKind.BINDING if name in scope.bindings else None
            if self._declaring is not None and name == self._declaring[1]:
                other = self._declaring[0]
            self._gathered.passed.add((callee, place, name, other))

    def _is_own(self, at: NameNode) -> bool:
        """Whether a name is read in what an attribute of that name is set to (ADM-6)."""
        return at.name == self._own and isinstance(at, tree.Name)
