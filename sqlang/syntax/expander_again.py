"""The expander of an edited text: what stays expanded as it was joins the tree as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from itertools import islice

from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.bounds import MAXIMUM_EXPANDED_TOKENS, MAXIMUM_REPLACEMENTS
from sqlang.syntax.entries import Entry
from sqlang.syntax.expanded import Expanded, Growth
from sqlang.syntax.expander import Expander, Reusable
from sqlang.syntax.known_expansions import KnownExpansions
from sqlang.syntax.libraries import Libraries
from sqlang.syntax.readings import Readings, Tally
from sqlang.syntax.runs import Hidden, OutOfSightError
from sqlang.syntax.table import Table
from sqlang.syntax.taking_over import join_expanded, take_over_expanded
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.damage_log import DamageLog
    from sqlang.syntax.definitions import DefinitionRecord


class ExpanderAgain(Expander):
    """The interceptor that makes the kernel tree of an excerpt, and notes what it reads.

    `written` are the tokens of the text. With `reads_all` nothing stays expanded. `empty_runs`
    counts the runs of definitions alone, which are nowhere in the tree.
    """

    def __init__(
        self,
        reusable: Reusable,
        libraries: Libraries,
        size: int,
        given_up: frozenset[int],
        known: KnownExpansions,
        written: Sequence[Token],
        *,
        reads_all: bool,
    ) -> None:
        super().__init__(reusable, libraries, size, given_up)
        self._reads_all: Final = reads_all
        self._known: Final = known
        self._written: Final = written
        self._readings: Final = Readings()
        self._runs: Final[set[int]] = set()
        self._open_libraries: Final[list[_OpenLibrary]] = []
        self.empty_runs = 0

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        entry = token.entry
        if entry is not None and state == parser.table.lists[entry.symbol]:
            pending = parser.pending
            if len(pending) > 1 and type(pending[-2]) is Hidden:
                self._join(parser, entry.symbol)
                return True
            if isinstance(entry.node, tree.Definition) and self._stays_expanded(parser, entry):
                return True
        return super().intercept(parser, token, state)

    def has_joined(self, parser: Parser) -> None:
        """A node has just joined the list at hand."""
        if self._readings.ends_one(parser):
            self._readings.end(parser, self.uses, self._tally())

    def keep(self, parser: Parser, log: DamageLog) -> None:
        """Let what was read without a mistake be known from now on."""
        self._readings.keep(parser, log, self._known)

    # What stays

    def _stays(self, parser: Parser, entry: Entry) -> bool:
        if super()._stays(parser, entry) or self._stays_expanded(parser, entry):
            return True
        self._readings.begin(parser, entry, self._tally())
        return False

    def _stays_expanded(self, parser: Parser, entry: Entry) -> bool:
        """Let an entry whose tokens are the next ones join the list as it was expanded."""
        expanded = None if self._reads_all else self._known.still_expanded(entry, self._written)
        if (
            expanded is None
            or self._is_too_large(expanded.growth)
            or not self._are_new(expanded.defined)
            or not take_over_expanded(parser, entry, expanded, self._written)
        ):
            return False
        self._adopt(expanded)
        return True

    def _join(self, parser: Parser, symbol: str) -> None:
        """Let the run at hand join the list; each joins once."""
        run, expanded = join_expanded(parser, symbol)
        if id(run) in self._runs or not self._are_new(expanded.defined):
            raise OutOfSightError(run)
        if self._is_too_large(expanded.growth):
            raise OutOfSightError
        self._runs.add(id(run))
        self.empty_runs += not expanded.nodes
        self._adopt(expanded)

    def _is_too_large(self, growth: Growth) -> bool:
        """Whether some use may be one too many."""
        return (
            self._size + growth.added > MAXIMUM_EXPANDED_TOKENS
            or self._replacements + growth.replacements > MAXIMUM_REPLACEMENTS
        )

    def _are_new(self, defined: Mapping[str, DefinitionRecord]) -> bool:
        """Whether none of these is defined already, or used before it."""
        return not defined or (
            self.definitions.keys().isdisjoint(defined) and self._called.keys().isdisjoint(defined)
        )

    def _adopt(self, expanded: Expanded) -> None:
        """Take the uses and definitions of what has joined."""
        growth = expanded.growth
        self._size += growth.total
        self._added += growth.added
        self._replacements += growth.replacements
        self.uses.extend(expanded.uses)
        defined = expanded.defined
        if defined:
            self.definitions.update(defined)
            for name in expanded.calls.keys() - self._called.keys():
                self._called[name] = expanded.calls[name]
            self.words.update(defined)
            self._reusable.define(*defined)

    # Libraries

    def _knows_library(self, tokens: list[Token]) -> bool:
        for library in self._open_libraries:
            library.has_uses = True  # so it is not kept: the other one may change
        if not tokens:
            return True
        expanded = None if self._reads_all else self._known.of_library(tokens)
        if expanded is not None and self._are_new(expanded.defined):
            self._adopt(expanded)
            return True
        self._open_libraries.append(_OpenLibrary(tokens, self.definitions, self.diagnostics))
        return False

    def _has_read_library(self) -> None:
        library = self._open_libraries.pop()
        if not library.has_uses and library.diagnostics == len(self.diagnostics):
            self._readings.define_library(library.tokens, self._defined_since(library.definitions))

    def _defined_since(self, count: int) -> Sequence[DefinitionRecord]:
        return tuple(islice(self.definitions.values(), count, None))

    # What is read

    def _kept(self, record: DefinitionRecord) -> DefinitionRecord:
        return self._known.as_before(record)

    def _has_defined(self, pending: list[Token], record: DefinitionRecord) -> None:
        entry = record.first.entry
        if entry is not None and entry.last is record.last and entry.next is pending[-1]:
            self._readings.define(entry, record)

    def _tally(self) -> Tally:
        return Tally(len(self.uses), self._size, self._added, self._replacements, self._failures)


class _OpenLibrary:
    """A library that is being read, and how much there was before it."""

    __slots__ = ("definitions", "diagnostics", "has_uses", "tokens")

    def __init__(self, tokens: list[Token], definitions: Sized, diagnostics: Sized) -> None:
        self.tokens: Final = tokens
        self.definitions: Final = len(definitions)
        self.diagnostics: Final = len(diagnostics)
        self.has_uses = False


class ExpandingParser(Parser):
    """A parser that tells its interceptor of the nodes that join a list."""

    __slots__ = ("_expander",)

    def __init__(self, table: Table, tokens: Iterable[Token], expander: ExpanderAgain) -> None:
        super().__init__(table, tokens, interceptor=expander)
        self._expander: Final = expander

    def _append(self, symbol: str) -> None:
        super()._append(symbol)
        self._expander.has_joined(self)
