"""What a program and its libraries declare, and every place in the texts where it occurs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


class Symbol(Record):
    """One thing with a name.

    `declarations` are the names where it is declared or assigned, none for a built-in attribute
    that the program only reads. `node` is the first of what declares it: an item, a statement, a
    binding, an identifier.
    """

    __slots__ = ("kind", "name", "declarations", "node")

    def __init__(
        self, kind: SymbolKind, name: str, declarations: tuple[Span, ...], node: tree.Node | None
    ) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self.declarations: Final = declarations
        self.node: Final = node


class Occurrence(Record):
    """A place where a symbol is named; `write` if it is declared or assigned there."""

    __slots__ = ("span", "symbol", "write")

    def __init__(self, span: Span, symbol: Symbol, write: bool) -> None:
        self.span: Final = span
        self.symbol: Final = symbol
        self.write: Final = write


class SymbolTable:
    """The symbols of a program, and their occurrences in its texts as these are written.

    Occurrences are sorted by text, then by place.
    """

    __slots__ = ("_by_path", "_found", "occurrences", "symbols")

    def __init__(self, symbols: Sequence[Symbol], occurrences: Iterable[Occurrence]) -> None:
        self.symbols: Final = tuple(symbols)
        self.occurrences: Final = tuple(sorted(occurrences, key=_place))
        self._found: Final[dict[tuple[SymbolKind, str], Symbol]] = {}
        for symbol in symbols:
            self._found.setdefault((symbol.kind, symbol.name), symbol)
        self._by_path: Final[dict[str, list[Occurrence]]] = {}
        for occurrence in self.occurrences:
            self._by_path.setdefault(occurrence.span.source.path, []).append(occurrence)

    def at(self, path: str, offset: int) -> Occurrence | None:
        """The occurrence that holds an offset or ends at it."""
        touching = self.within(path, offset, offset)
        return touching[-1] if touching else None

    def within(self, path: str, start: int, end: int) -> list[Occurrence]:
        """The occurrences in one text that touch a range, in the order of the text."""
        from bisect import bisect_left, bisect_right  # an editor asks this, a check does not

        occurrences = self._by_path.get(path, [])
        first = bisect_left(occurrences, start, key=lambda each: each.span.end)
        last = bisect_right(occurrences, end, key=lambda each: each.span.start)
        return occurrences[first:last]

    def occurrences_of(self, symbol: Symbol) -> list[Occurrence]:
        """Where one symbol occurs."""
        return [each for each in self.occurrences if each.symbol is symbol]

    def find(self, kind: SymbolKind, name: str) -> Symbol | None:
        """The symbol with this name; of several parameters or bindings the first."""
        return self._found.get((kind, name))


def _place(occurrence: Occurrence) -> tuple[str, int, int]:
    span = occurrence.span
    return span.source.path, span.start, span.end
