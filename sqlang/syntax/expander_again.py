"""The expander of an edited text: what stays expanded as it was joins the tree in runs."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.syntax.automaton import Parser
from sqlang.syntax.bounds import MAXIMUM_EXPANDED_TOKENS, MAXIMUM_REPLACEMENTS
from sqlang.syntax.entries import Entry
from sqlang.syntax.expander import Expander, Reusable
from sqlang.syntax.known_expansions import KnownExpansions
from sqlang.syntax.libraries import Libraries
from sqlang.syntax.readings import Readings, Tally
from sqlang.syntax.runs import Hidden, OutOfSightError, Run
from sqlang.syntax.table import Table
from sqlang.syntax.taking_over import join_expanded
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.damage_log import DamageLog
    from sqlang.syntax.definitions import DefinitionRecord


class ExpanderAgain(Expander):
    """The interceptor that makes the kernel tree of an excerpt, and notes what it reads.

    `empty_runs` counts the runs of definitions alone, which are nowhere in the tree.
    """

    def __init__(
        self,
        reusable: Reusable,
        libraries: Libraries,
        size: int,
        given_up: frozenset[int],
        known: KnownExpansions,
    ) -> None:
        super().__init__(reusable, libraries, size, given_up)
        self._known: Final = known
        self._readings: Final = Readings()
        self._runs: Final[set[int]] = set()
        self.empty_runs = 0

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        entry = token.entry
        if entry is not None and state == parser.table.lists[entry.symbol]:
            pending = parser.pending
            if len(pending) > 1 and type(pending[-2]) is Hidden:
                self._adopt(join_expanded(parser, entry.symbol))
                return True
        return super().intercept(parser, token, state)

    def has_joined(self, parser: Parser) -> None:
        """A node has just joined the list at hand."""
        if self._readings.ends_one(parser):
            self._readings.end(parser, self.uses, self._tally())

    def keep(self, parser: Parser, log: DamageLog) -> None:
        """Let what was read without a mistake be known from now on."""
        self._readings.keep(parser, log, self._known.changes.count)

    def _stays(self, parser: Parser, entry: Entry) -> bool:
        if super()._stays(parser, entry):
            return True
        self._readings.begin(parser, entry, self._tally())
        return False

    def _tally(self) -> Tally:
        return Tally(len(self.uses), self._size, self._added, self._replacements, self._failures)

    def _kept(self, record: DefinitionRecord) -> DefinitionRecord:
        return self._known.as_before(record)

    def _has_defined(self, pending: list[Token], record: DefinitionRecord) -> None:
        entry = record.first.entry
        if entry is not None and entry.last is record.last and entry.next is pending[-1]:
            self._readings.define(entry, record)

    def _adopt(self, run: Run) -> None:
        """Take the uses and definitions of a run that has joined; each joins once."""
        expanded = run.expanded
        if expanded is None or id(run) in self._runs:
            raise OutOfSightError(run)
        self._runs.add(id(run))
        if not expanded.nodes:
            self.empty_runs += 1
        growth = expanded.growth
        if (
            self._size + growth.added > MAXIMUM_EXPANDED_TOKENS
            or self._replacements + growth.replacements > MAXIMUM_REPLACEMENTS
        ):
            raise OutOfSightError  # some use in it may be one too many
        self._size += growth.total
        self._added += growth.added
        self._replacements += growth.replacements
        self.uses.extend(expanded.uses)
        defined = expanded.defined
        if not defined:
            return
        if not (
            self.definitions.keys().isdisjoint(defined) and self._called.keys().isdisjoint(defined)
        ):
            raise OutOfSightError(run)  # a second one of this name, or one used before it
        self.definitions.update(defined)
        for name in expanded.calls.keys() - self._called.keys():
            self._called[name] = expanded.calls[name]
        self.words.update(defined)
        self._reusable.define(*defined)


class ExpandingParser(Parser):
    """A parser that tells its interceptor of the nodes that join a list."""

    __slots__ = ("_expander",)

    def __init__(self, table: Table, tokens: Iterable[Token], expander: ExpanderAgain) -> None:
        super().__init__(table, tokens, interceptor=expander)
        self._expander: Final = expander

    def _append(self, symbol: str) -> None:
        super()._append(symbol)
        self._expander.has_joined(self)
