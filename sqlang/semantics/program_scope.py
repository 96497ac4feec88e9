"""What names mean in a whole program, its libraries included, and which of them it uses."""

from __future__ import annotations

from collections.abc import Sequence, Set

from sqlang.semantics.declaration_finder import DeclarationFinder
from sqlang.semantics.known_mentions import KnownMentions
from sqlang.semantics.stretches import MentionedFile
from sqlang.semantics.symbols import Declaration, Declarations, Symbol, SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_BUILT_IN: Final = {word.name: None for word in BUILTIN_ATTRIBUTES}
_LOCAL: Final = (SymbolKind.PARAMETER, SymbolKind.BINDING)


class ProgramScope(Declarations):
    """The symbols of a program by name space; each is made when it is first asked for."""

    __slots__ = ("_locals", "_mentions", "_symbols", "_used", "files", "known", "roles")

    def __init__(self, files: Sequence[MentionedFile], known: KnownMentions) -> None:
        self.files: Final = files
        self.known: Final = known
        self._mentions: Final = known.together(files)
        self.roles: Final = known.roles(files)
        self._symbols: Final[dict[tuple[SymbolKind, str], Symbol]] = {}
        self._locals: Final[dict[tree.Node, Symbol]] = {}
        self._used: dict[SymbolKind, Set[str]] | None = None

    def find(self, kind: SymbolKind, name: str) -> Symbol | None:
        """The program's own symbol of a name, or a built-in attribute."""
        key = (kind, name)
        known = self._symbols.get(key)
        if known is not None:
            return known
        is_built_in = kind is SymbolKind.ATTRIBUTE and name in _BUILT_IN
        if not is_built_in and name not in self._mentions.declared(kind):
            return None
        symbol = self._symbols[key] = Symbol(kind, name, all_of_them=self)
        return symbol

    def occurs(self, symbol: Symbol) -> bool:
        """Whether a symbol is anywhere in the texts: a built-in attribute may not be."""
        kind, name = symbol.kind, symbol.name
        return (
            name in self._mentions.declared(kind)
            or name in self.used(kind)
            or name in self._mentions.named(kind)
        )

    def value(self, name: str) -> Symbol | None:
        """What a name read as a value means; names of the language are no symbols (NAM-4)."""
        return self.find(SymbolKind.ATTRIBUTE, name) or self.find(SymbolKind.CONSTANT, name)

    def local(self, kind: SymbolKind, name: tree.Identifier, node: tree.Node) -> Symbol:
        """The symbol of a parameter or binding, which is where it is declared."""
        known = self._locals.get(name)
        if known is None:
            known = self._locals[name] = Symbol(kind, name.name, ((name, node),))
        return known

    def locals(self, name: str | None = None) -> list[Symbol]:
        """The parameters and bindings, of one name or all, in the order of the texts."""
        finder = DeclarationFinder(_LOCAL, name, self.known)
        for file in self.files:
            finder.items(file.stretches)
        return [self.local(kind, identifier, node) for kind, identifier, node in finder.found]

    def symbols(self) -> list[Symbol]:
        """Those of the whole program, of built-in attributes the ones that occur."""
        built_in = [self.find(SymbolKind.ATTRIBUTE, name) for name in _BUILT_IN]
        found = [symbol for symbol in built_in if symbol is not None and self.occurs(symbol)]
        for kind in SymbolKind:
            if kind not in _LOCAL:
                declared = [self.find(kind, name) for name in sorted(self._mentions.declared(kind))]
                found += [symbol for symbol in declared if symbol is not None]
        return list(dict.fromkeys(found))

    def declared(self, kind: SymbolKind) -> Set[str]:
        """The names of one kind that any of the files declares."""
        return self._mentions.declared(kind)

    def own(self, kind: SymbolKind) -> Set[str]:
        """The names of one kind that the first of the files declares: the program itself."""
        return self.files[0].mentions.declared(kind) if self.files else frozenset()

    def of(self, kind: SymbolKind, name: str) -> Sequence[Declaration]:
        finder = DeclarationFinder((kind,), name, self.known)
        for file in self.files:
            finder.items(file.stretches)
        return [(identifier, node) for _, identifier, node in finder.found]

    def used(self, kind: SymbolKind) -> Set[str]:
        """The names of one kind that are used somewhere (see `Mentions`); maybe some more."""
        if self._used is None:
            self._used = self._uses()
        return self._used.get(kind, frozenset())

    def _uses(self) -> dict[SymbolKind, Set[str]]:
        passed = self.roles.names_used(self._mentions.passed)
        used: dict[SymbolKind, Set[str]] = {
            kind: _joined(self._mentions.named(kind), passed[kind])
            for kind in (SymbolKind.POOL, SymbolKind.STAGE, SymbolKind.DEFINITION)
        }
        read = _joined(self._mentions.read, passed[SymbolKind.ATTRIBUTE])
        attributes = self._mentions.declared(SymbolKind.ATTRIBUTE)
        used[SymbolKind.CONSTANT] = read - attributes - _BUILT_IN.keys()
        used[SymbolKind.ATTRIBUTE] = read
        return used


def _joined(names: frozenset[str], more: Set[str]) -> Set[str]:
    """Some names and some more, which most often are none."""
    return names if more <= names else names | more
