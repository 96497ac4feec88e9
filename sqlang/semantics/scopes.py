"""Which symbol a name means at a place of a text: parameters, bindings, then the whole program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlang.semantics.expressions import walk
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class ProgramScope:
    """The symbols of the whole program, those of libraries included, by name space."""

    __slots__ = ("_symbols", "definitions")

    def __init__(self, programs: Iterable[tree.Program]) -> None:
        collected = _Collected()
        for program in programs:
            collected.take(program)
        self._symbols: Final = collected.symbols()
        self.definitions: Final[Mapping[str, tree.Definition]] = collected.definitions

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(self._symbols.values())

    def find(self, kind: SymbolKind, name: str) -> Symbol | None:
        return self._symbols.get((kind, name))

    def value(self, name: str) -> Symbol | None:
        """What a name read as a value means, if it is the program's own or a built-in attribute."""
        return self.find(SymbolKind.ATTRIBUTE, name) or self.find(SymbolKind.CONSTANT, name)


class Scope:
    """What names mean inside a definition and the holds around a place."""

    __slots__ = ("_bindings", "_parameters", "program")

    def __init__(
        self,
        program: ProgramScope,
        parameters: Mapping[str, Symbol] | None = None,
        bindings: Mapping[str, Symbol] | None = None,
    ) -> None:
        self.program: Final = program
        self._parameters: Final = parameters or {}
        self._bindings: Final = bindings or {}

    def with_parameters(self, parameters: Mapping[str, Symbol]) -> Scope:
        return Scope(self.program, parameters, {})

    def with_bindings(self, bindings: Mapping[str, Symbol]) -> Scope:
        return Scope(self.program, self._parameters, {**self._bindings, **bindings})

    def find(self, kind: SymbolKind, name: str) -> Symbol | None:
        """A name in a place that only one name space fits; a parameter may stand there too."""
        return self._parameters.get(name) or self.program.find(kind, name)

    def value(self, name: str) -> Symbol | None:
        """A name read as a value; names of the language itself are no symbols (NAM-4)."""
        return self._parameters.get(name) or self._bindings.get(name) or self.program.value(name)


class _Collected:
    """Gathers the declarations of each name before symbols can be made of them."""

    def __init__(self) -> None:
        self.definitions: dict[str, tree.Definition] = {}
        self._declared: dict[tuple[SymbolKind, str], list[tuple[tree.Identifier, tree.Node]]] = {}
        for word in BUILTIN_ATTRIBUTES:
            self._declared[SymbolKind.ATTRIBUTE, word.name] = []

    def take(self, program: tree.Program) -> None:
        for node in walk(program):
            match node:
                case tree.Pool(name=name):
                    self._declare(SymbolKind.POOL, name, node)
                case tree.Stage(name=name):
                    self._declare(SymbolKind.STAGE, name, node)
                case tree.Let(name=name):
                    self._declare(SymbolKind.CONSTANT, name, node)
                case tree.Definition(name=name):
                    self._declare(SymbolKind.DEFINITION, name, node)
                    self.definitions.setdefault(name.name, node)
                case tree.Set(target=name) | tree.Choose(target=name):
                    self._declare(SymbolKind.ATTRIBUTE, name, node)
                case tree.Observe(target=name):
                    self._declare(SymbolKind.OBSERVATION, name, node)

    def symbols(self) -> dict[tuple[SymbolKind, str], Symbol]:
        return {
            (kind, name): Symbol(
                kind,
                name,
                tuple(identifier.span for identifier, _ in places),
                places[0][1] if places else None,
            )
            for (kind, name), places in self._declared.items()
        }

    def _declare(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> None:
        self._declared.setdefault((kind, name.name), []).append((name, node))
