"""Which pools and stages a node names, and what a definition takes its parameters as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlang.semantics.expressions import parts, walk
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


Named = tuple[SymbolKind, tree.Identifier, tree.Expression | None]
"""A name, the name space it is looked up in, and the index written after it."""

_POOL: Final = SymbolKind.POOL
_STAGE: Final = SymbolKind.STAGE
_ARGUMENT_KINDS: Final = {"p": _POOL, "s": _STAGE}


def named_by(node: tree.Node) -> Iterator[Named]:
    """What a statement, option or part of one names itself, in the order of the text."""
    match node:
        case tree.Take() | tree.Lease() | tree.Grow() | tree.Drop() | tree.Release() | tree.Load():
            yield _named(_POOL, node.pool)
        case tree.Run():
            yield from (_named(_STAGE, stage) for stage in node.stages)
            if node.growing is not None:
                yield _named(_POOL, node.growing)
        case tree.Where():
            yield from (_named(_STAGE, stage) for stage in node.stages)
        case tree.Serving():
            for pool in (node.growing, node.origin, node.destination):
                if pool is not None:
                    yield _named(_POOL, pool)
        case tree.NameOption():
            yield (_POOL if node.word.name == "memory" else _STAGE), node.target, None
        case tree.SpillOption():
            yield _POOL, node.to, None
            yield _STAGE, node.via, None
        case tree.Hidden():
            yield from ((SymbolKind.ATTRIBUTE, name, None) for name in node.names)


class ArgumentRoles:
    """What a call does with each argument that is a name: a pool, a stage, or a value (`None`).

    A function says so itself; of a definition it is what its body does with the parameter.
    """

    __slots__ = ("_definitions", "_known")

    def __init__(self, definitions: Mapping[str, tree.Definition]) -> None:
        self._definitions: Final = definitions
        self._known: Final[dict[tuple[str, int], SymbolKind | None]] = {}

    def role(self, callee: str, place: int) -> SymbolKind | None:
        """The name space in which the argument at a place is looked up."""
        if callee in self._definitions:
            return self._of_definition(callee, place)
        word = FUNCTIONS.get(callee)
        if word is None or place >= len(word.arguments):
            return None
        return _ARGUMENT_KINDS.get(word.arguments[place])

    def _of_definition(self, name: str, place: int) -> SymbolKind | None:
        key = (name, place)
        if key not in self._known:
            self._known[key] = None  # ends the search in definitions that use each other
            definition = self._definitions[name]
            if place < len(definition.parameters):
                self._known[key] = self._taken_as(definition, definition.parameters[place].name)
        return self._known[key]

    def _taken_as(self, definition: tree.Definition, parameter: str) -> SymbolKind | None:
        for node in walk(definition.body):
            for kind, name, _ in named_by(node):
                if name.name == parameter:
                    return kind
            if isinstance(node, (tree.Call, tree.Use)):
                kind_passed = self._passed_as(*callee(node), parameter)
                if kind_passed is not None:
                    return kind_passed
        return None

    def _passed_as(
        self, name: tree.Identifier, arguments: Sequence[tree.Argument], parameter: str
    ) -> SymbolKind | None:
        for place, argument in enumerate(arguments):
            if isinstance(argument, (tree.Name, tree.IndexedArgument)):
                kind = self.role(name.name, place)
                if kind is not None and parts(argument)[0].name == parameter:
                    return kind
        return None


def callee(node: tree.Call | tree.Use) -> tuple[tree.Identifier, tuple[tree.Argument, ...]]:
    """What is called or used, and with what."""
    return (node.function if isinstance(node, tree.Call) else node.name), node.arguments


def _named(kind: SymbolKind, reference: tree.Reference) -> Named:
    return kind, reference.name, reference.index
