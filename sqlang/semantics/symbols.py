"""What a program and its libraries declare, and a place in the texts where it occurs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from sqlang.records import Record
from sqlang.source import Span
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class SymbolKind(Enum):
    """The name space a symbol is in (NAM-1); parameters and bindings have scopes of their own."""

    POOL = "pool"
    STAGE = "stage"
    CONSTANT = "constant"
    ATTRIBUTE = "attribute"
    OBSERVATION = "observation"
    DEFINITION = "definition"
    PARAMETER = "parameter"
    BINDING = "binding"

    # That of enumerations hashes the name, in Python; tables by kind are asked for every name.
    __hash__ = object.__hash__


Declaration = tuple[tree.Identifier, tree.Node]
"""A name where it is declared or assigned, and the node that does so."""


class Declarations:
    """Knows where the symbols of a whole program are declared."""

    __slots__ = ()

    def of(self, kind: SymbolKind, name: str) -> Sequence[Declaration]:
        """Where a name is declared, in the order of the texts."""
        raise NotImplementedError


class Symbol:
    """One thing with a name; in one table there is one object for each.

    Where it is declared is looked for when first asked for.
    """

    __slots__ = ("_all", "_found", "_spans", "kind", "name")

    def __init__(
        self,
        kind: SymbolKind,
        name: str,
        found: Sequence[Declaration] | None = None,
        all_of_them: Declarations | None = None,
    ) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self._found = found
        self._all: Final = all_of_them
        self._spans: tuple[Span, ...] | None = None

    def __repr__(self) -> str:
        return f"Symbol({self.kind.value} {self.name!r})"

    @property
    def declarations(self) -> tuple[Span, ...]:
        """The names where it is declared or assigned.

        None for a built-in attribute that the program only reads.
        """
        if self._spans is None:
            self._spans = tuple([identifier.span for identifier, _ in self._places()])
        return self._spans

    @property
    def node(self) -> tree.Node | None:
        """The first of what declares it: an item, a statement, a binding, an identifier."""
        places = self._places()
        return places[0][1] if places else None

    def _places(self) -> Sequence[Declaration]:
        if self._found is None:
            self._found = () if self._all is None else self._all.of(self.kind, self.name)
        return self._found


class Occurrence(Record):
    """A place where a symbol is named; `write` if it is declared or assigned there."""

    __slots__ = ("span", "symbol", "write")

    def __init__(self, span: Span, symbol: Symbol, write: bool) -> None:
        self.span: Final = span
        self.symbol: Final = symbol
        self.write: Final = write
