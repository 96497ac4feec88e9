"""The symbols of a program, and where each of them occurs in its texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.semantics.known_mentions import KnownMentions
from sqlang.semantics.occurrences import OccurrenceFinder
from sqlang.semantics.program_scope import ProgramScope
from sqlang.semantics.stretches import MentionedFile
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_LOCAL: Final = frozenset({SymbolKind.PARAMETER, SymbolKind.BINDING})


class SymbolTable:
    """The symbols of a program and its libraries, and their occurrences as these are written.

    What is asked for is looked up where it can be: of a place the statement there, of a symbol the
    parts of the texts in which it is named. Only `symbols` and `occurrences` go through all.
    Occurrences are sorted by text, then by place.
    """

    __slots__ = ("_occurrences", "_symbols", "program")

    def __init__(self, program: ProgramScope) -> None:
        self.program: Final = program
        self._symbols: tuple[Symbol, ...] | None = None
        self._occurrences: tuple[Occurrence, ...] | None = None

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Those of the whole program, then all parameters and bindings."""
        if self._symbols is None:
            self._symbols = (*self.program.symbols(), *self.program.locals())
        return self._symbols

    @property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """All of them."""
        if self._occurrences is None:
            self._occurrences = tuple(self._found(self.program.files))
        return self._occurrences

    def at(self, path: str, offset: int) -> Occurrence | None:
        """The occurrence that holds an offset or ends at it."""
        touching = self.within(path, offset, offset)
        return touching[-1] if touching else None

    def within(self, path: str, start: int, end: int) -> list[Occurrence]:
        """The occurrences in one text that touch a range, in the order of the text."""
        files = [file for file in self.program.files if file.path == path]
        return self._found(files, start, end)

    def find(self, kind: SymbolKind, name: str) -> Symbol | None:
        """The symbol with this name; of several parameters or bindings the first."""
        if kind in _LOCAL:
            local = self.program.locals(name)
            return next((symbol for symbol in local if symbol.kind is kind), None)
        symbol = self.program.find(kind, name)
        if symbol is None or self.program.occurs(symbol):
            return symbol
        return None

    def occurrences_of(self, symbol: Symbol) -> list[Occurrence]:
        """Where one symbol occurs."""
        files = self.program.files
        found = self._found(files, name=symbol.name)
        return [each for each in found if each.symbol is symbol]

    def _found(
        self,
        files: Iterable[MentionedFile],
        start: int = 0,
        end: int | None = None,
        name: str | None = None,
    ) -> list[Occurrence]:
        found: list[Occurrence] = []
        for file in sorted(files, key=_path):
            finder = OccurrenceFinder(self.program, start, end, name)
            finder.items(file.touching(start, end))
            finder.found.sort(key=_place)
            found += finder.found
        return found


def symbol_table(
    programs: Sequence[tree.Program], known: KnownMentions | None = None
) -> SymbolTable:
    """The symbols of a program and its libraries, given as surface trees.

    `known` is of tables made before, whose texts have been edited since.
    """
    mentions = KnownMentions() if known is None else known
    return SymbolTable(ProgramScope(mentions.files(programs), mentions))


def _path(file: MentionedFile) -> str:
    return file.path


def _place(occurrence: Occurrence) -> tuple[int, int]:
    return occurrence.span.start, occurrence.span.end
