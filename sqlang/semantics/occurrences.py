"""Finds every place where a symbol is named, in the texts as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.semantics.expressions import parts
from sqlang.semantics.reference_roles import ArgumentRoles, callee, named_by
from sqlang.semantics.scopes import ProgramScope, Scope
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind, SymbolTable
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def symbol_table(programs: Sequence[tree.Program]) -> SymbolTable:
    """The symbols of a program and its libraries, given as surface trees."""
    whole = ProgramScope(programs)
    finder = OccurrenceFinder(whole)
    for program in programs:
        finder.node(program, Scope(whole))
    named = {id(each.symbol) for each in finder.occurrences}
    symbols = [each for each in whole.symbols if each.declarations or id(each) in named]
    return SymbolTable([*symbols, *finder.local_symbols], finder.occurrences)


class OccurrenceFinder:
    """Walks surface trees; `local_symbols` are the parameters and bindings it met."""

    __slots__ = ("_roles", "local_symbols", "occurrences")

    def __init__(self, whole: ProgramScope) -> None:
        self._roles: Final = ArgumentRoles(whole.definitions)
        self.occurrences: Final[list[Occurrence]] = []
        self.local_symbols: Final[list[Symbol]] = []

    def node(self, node: tree.Node, scope: Scope) -> None:
        """Note what a node names itself, then go into what is below it."""
        match node:
            case tree.Name(name=name):
                self._note(node, scope.value(name))
            case tree.Call() | tree.Use():
                self._call(node, scope)
            case tree.IndexedArgument():
                self._note(node.name, scope.value(node.name.name))
                self.node(node.index, scope)
            case tree.Hold():
                self._hold(node, scope)
            case tree.Definition():
                self._definition(node, scope)
            case _:
                self._declared_by(node, scope)
                self._named_by(node, scope)
                for child in node.children():
                    if not isinstance(child, (tree.Identifier, tree.Reference)):
                        self.node(child, scope)

    def _nodes(self, nodes: Iterable[tree.Node | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self.node(node, scope)

    def _declared_by(self, node: tree.Node, scope: Scope) -> None:
        match node:
            case tree.Set(target=name) | tree.Choose(target=name):
                self._declare(SymbolKind.ATTRIBUTE, name, scope)
            case tree.Observe(target=name):
                self._declare(SymbolKind.OBSERVATION, name, scope)
            case tree.Pool(name=name):
                self._declare(SymbolKind.POOL, name, scope)
            case tree.Stage(name=name):
                self._declare(SymbolKind.STAGE, name, scope)
            case tree.Let(name=name):
                self._declare(SymbolKind.CONSTANT, name, scope)

    def _named_by(self, node: tree.Node, scope: Scope) -> None:
        for kind, name, index in named_by(node):
            self._note(name, scope.find(kind, name.name))
            self._nodes((index,), scope)

    def _definition(self, definition: tree.Definition, scope: Scope) -> None:
        self._declare(SymbolKind.DEFINITION, definition.name, scope)
        parameters: dict[str, Symbol] = {}
        for parameter in definition.parameters:
            symbol = self._local(SymbolKind.PARAMETER, parameter, parameter)
            parameters.setdefault(parameter.name, symbol)
        self.node(definition.body, scope.with_parameters(parameters))

    def _hold(self, hold: tree.Hold, scope: Scope) -> None:
        """Bindings are read in the header but for indices of pools, and in the body (ADM-5)."""
        bindings: dict[str, Symbol] = {}
        for binding in hold.at_admission.bindings if hold.at_admission else ():
            self.node(binding.value, scope.with_bindings(bindings))
            bindings[binding.name.name] = self._local(SymbolKind.BINDING, binding.name, binding)
        inner = scope.with_bindings(bindings)
        for take in hold.takes:
            self._named_by(take, scope)
            self._nodes((take.units, take.reserve), inner)
        self._nodes((hold.reuse, hold.body, hold.cache), inner)
        if hold.lease is not None:
            self._named_by(hold.lease, scope)
            self.node(hold.lease.time, inner)

    def _call(self, node: tree.Call | tree.Use, scope: Scope) -> None:
        """A name as an argument is looked up where the function or definition wants it."""
        name, arguments = callee(node)
        self._note(name, scope.find(SymbolKind.DEFINITION, name.name))
        for place, argument in enumerate(arguments):
            kind = self._roles.role(name.name, place)
            if kind is None or not isinstance(argument, (tree.Name, tree.IndexedArgument)):
                self.node(argument, scope)
                continue
            at, index = parts(argument)
            self._note(at, scope.find(kind, at.name))
            self._nodes((index,), scope)

    def _declare(self, kind: SymbolKind, name: tree.Identifier, scope: Scope) -> None:
        self._note(name, scope.find(kind, name.name), write=True)

    def _local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        symbol = Symbol(kind, name.name, (name.span,), node)
        self.local_symbols.append(symbol)
        self._note(name, symbol, write=True)
        return symbol

    def _note(self, at: tree.Node, symbol: Symbol | None, write: bool = False) -> None:
        if symbol is not None:
            self.occurrences.append(Occurrence(at.span, symbol, write))
