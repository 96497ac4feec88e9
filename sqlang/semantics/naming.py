"""Goes through a text as it is written and tells of each name in what way it is looked up."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.semantics.expressions import parts
from sqlang.semantics.scopes import Scope
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    NameNode = tree.Name | tree.Identifier


_POOL: Final = SymbolKind.POOL
_STAGE: Final = SymbolKind.STAGE


def kind_of(resource: tree.Pool | tree.Stage) -> SymbolKind:
    """The name space of a pool or stage."""
    return _POOL if isinstance(resource, tree.Pool) else _STAGE


class NameVisitor:
    """Visits the names below a node in the order of the text; subclasses make something of them.

    A hold's bindings come first, since they are read in all that follows (ADM-5).
    """

    __slots__ = ()

    def block(self, block: tree.Block, scope: Scope) -> None:
        """A block: what is known of its statements need not be visited again."""
        raise NotImplementedError

    def declared(
        self, kind: SymbolKind, name: tree.Identifier, node: tree.Node, scope: Scope
    ) -> None:
        """A name that a node declares or assigns."""
        raise NotImplementedError

    def local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        """A parameter or binding."""
        raise NotImplementedError

    def read(self, at: NameNode, scope: Scope) -> None:
        """A name read as a value."""
        raise NotImplementedError

    def named(self, kind: SymbolKind, at: NameNode, scope: Scope) -> None:
        """A name that only one name space fits."""
        raise NotImplementedError

    def passed(self, callee: str, place: int, at: NameNode, scope: Scope) -> None:
        """A name as an argument: it is looked up where the function or definition wants it."""
        raise NotImplementedError

    def node(self, node: tree.Node, scope: Scope) -> None:
        """Visit what a node names itself, then what is below it."""
        kind = type(node)
        if kind is tree.Number:
            return
        match node:
            case tree.Name():
                self.read(node, scope)
            case tree.Binary():
                self.node(node.left, scope)
                self.node(node.right, scope)
            case tree.Call():
                self._call(node.function, node.arguments, scope)
            case tree.Set() | tree.Choose():
                self.assignment(node, scope)
            case tree.Observe():
                self.declared(SymbolKind.OBSERVATION, node.target, node, scope)
                self.node(node.value, scope)
            case tree.Block():
                self.block(node, scope)
            case tree.Hold():
                self._hold(node, scope)
            case tree.Use():
                self._call(node.name, node.arguments, scope)
            case tree.IndexedArgument():
                self.read(node.name, scope)
                self.node(node.index, scope)
            case tree.Definition():
                self.definition(node, scope)
            case tree.Pool() | tree.Stage():
                self.resource(node, scope)
            case _:
                if isinstance(node, tree.Let):
                    self.declared(SymbolKind.CONSTANT, node.name, node, scope)
                else:
                    self._names(node, scope)
                self._below(node, scope)

    def assignment(self, assignment: tree.Set | tree.Choose, scope: Scope) -> None:
        """A statement that assigns an attribute."""
        self.declared(SymbolKind.ATTRIBUTE, assignment.target, assignment, scope)
        if isinstance(assignment, tree.Set):
            self.node(assignment.value, scope)
        else:
            self._below(assignment, scope)

    def resource(self, resource: tree.Pool | tree.Stage, scope: Scope) -> None:
        """A pool or stage, which may name itself."""
        self.declared(kind_of(resource), resource.name, resource, scope)
        self._below(resource, scope)

    def definition(self, definition: tree.Definition, scope: Scope) -> None:
        """A definition: its name, its parameters, and its body, in which these are known."""
        self.declared(SymbolKind.DEFINITION, definition.name, definition, scope)
        parameters: dict[str, Symbol] = {}
        for parameter in definition.parameters:
            symbol = self.local(SymbolKind.PARAMETER, parameter, parameter)
            parameters.setdefault(parameter.name, symbol)
        self.node(definition.body, Scope(parameters, {}))

    def _below(self, node: tree.Node, scope: Scope) -> None:
        for child in node.children():
            if not isinstance(child, (tree.Identifier, tree.Reference)):
                self.node(child, scope)

    def _names(self, node: tree.Node, scope: Scope) -> None:
        """The pools, stages and hidden attributes that a statement, option or part names itself."""
        match node:
            case (
                tree.Take()
                | tree.Lease()
                | tree.Grow()
                | tree.Drop()
                | tree.Release()
                | tree.Load()
            ):
                self._reference(_POOL, node.pool, scope)
            case tree.Run():
                self._references(_STAGE, node.stages, scope)
                self._references(_POOL, (node.growing,), scope)
            case tree.Where():
                self._references(_STAGE, node.stages, scope)
            case tree.Serving():
                pools = (node.growing, node.origin, node.destination)
                self._references(_POOL, pools, scope)
            case tree.NameOption():
                self.named(_POOL if node.word.name == "memory" else _STAGE, node.target, scope)
            case tree.SpillOption():
                self.named(_POOL, node.to, scope)
                self.named(_STAGE, node.via, scope)
            case tree.Hidden():
                for name in node.names:
                    self.named(SymbolKind.ATTRIBUTE, name, scope)

    def _references(
        self, kind: SymbolKind, references: Iterable[tree.Reference | None], scope: Scope
    ) -> None:
        for reference in references:
            if reference is not None:
                self._reference(kind, reference, scope)

    def _reference(self, kind: SymbolKind, reference: tree.Reference, scope: Scope) -> None:
        self.named(kind, reference.name, scope)
        if reference.index is not None:
            self.node(reference.index, scope)

    def _hold(self, hold: tree.Hold, scope: Scope) -> None:
        """Bindings are read in the header but for indices of pools, and in the body (ADM-5)."""
        inner = scope
        for binding in hold.at_admission.bindings if hold.at_admission else ():
            self.node(binding.value, inner)
            symbol = self.local(SymbolKind.BINDING, binding.name, binding)
            inner = inner.with_bindings({binding.name.name: symbol})
        for take in hold.takes:
            self._reference(_POOL, take.pool, scope)
            self._optional((take.units, take.reserve), inner)
        self._optional((hold.reuse, hold.body, hold.cache), inner)
        if hold.lease is not None:
            self._reference(_POOL, hold.lease.pool, scope)
            self.node(hold.lease.time, inner)

    def _optional(self, nodes: Iterable[tree.Node | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self.node(node, scope)

    def _call(
        self, name: tree.Identifier, arguments: tuple[tree.Argument, ...], scope: Scope
    ) -> None:
        self.named(SymbolKind.DEFINITION, name, scope)
        for place, argument in enumerate(arguments):
            if isinstance(argument, (tree.Name, tree.IndexedArgument)):
                at, index = parts(argument)
                self.passed(name.name, place, at, scope)
                self._optional((index,), scope)
            else:
                self.node(argument, scope)
