"""Notes what a kernel parse makes of the entries of the surface tree, for the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.entries import Context, Entry, is_shallow
from sqlang.syntax.expanded import Expanded, Growth
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.damage_log import DamageLog
    from sqlang.syntax.definitions import DefinitionRecord, UseRecord
    from sqlang.syntax.known_expansions import KnownExpansions


class Tally:
    """How far a parse has come: what was put in the place of uses, and what went wrong."""

    __slots__ = ("added", "failures", "replacements", "total", "uses")

    def __init__(self, uses: int, total: int, added: int, replacements: int, failures: int) -> None:
        self.uses: Final = uses
        self.total: Final = total
        self.added: Final = added
        self.replacements: Final = replacements
        self.failures: Final = failures

    def growth(self, before: Tally) -> Growth:
        return Growth(
            self.total - before.total,
            self.added - before.added,
            self.replacements - before.replacements,
        )


class _Reading:
    """An entry that is being read: what comes before it, and how many tokens come behind it."""

    __slots__ = ("before", "entry", "height", "nodes", "problems", "rest", "siblings", "start")

    def __init__(
        self,
        entry: Entry,
        parser: Parser,
        before: Tally,
        rest: int,
    ) -> None:
        self.entry: Final = entry
        self.before: Final = before
        self.start: Final = len(parser.consumed)
        self.rest: Final = rest
        self.height: Final = len(parser.values)
        siblings: list[tree.Node] = parser.values[-1]
        self.siblings: Final = siblings
        self.nodes: Final = len(siblings)
        self.problems: Final = len(parser.diagnostics)


class _Read:
    """An entry that was read to its end without a mistake, as the tokens `[start, end)`."""

    __slots__ = ("contexts", "end", "entry", "growth", "nodes", "start", "uses")

    def __init__(
        self,
        reading: _Reading,
        parser: Parser,
        uses: Sequence[UseRecord],
        growth: Growth,
    ) -> None:
        self.entry: Final = reading.entry
        self.start: Final = reading.start
        self.end: Final = len(parser.consumed)
        self.nodes: Final = tuple(reading.siblings[reading.nodes :])
        self.uses: Final = uses
        self.growth: Final = growth
        self.contexts: Final = frozenset(_contexts(parser, self.start, self.nodes))


def _behind(entry: Entry, pending: Sequence[Token]) -> int | None:
    """How many tokens are left once an entry has been read that begins with the next one."""
    size = len(pending)
    if size > entry.count and pending[~entry.count] is entry.next:
        return size - entry.count
    places = range(size - 1, -1, -1)  # some of its tokens stand in runs
    return next((at + 1 for at in places if pending[at] is entry.next), None)


def _contexts(parser: Parser, start: int, nodes: Sequence[tree.Node]) -> Iterable[Context]:
    """Those of the nodes that have just joined their list, if one may come near the bound."""
    if is_shallow(len(parser.states), parser.count(start, len(parser.consumed))):
        return
    own = set(map(id, nodes))
    for element in reversed(parser.elements):
        if element.start < start:
            return
        if element.context is not None and id(element.node) in own:
            yield element.context


class Readings:
    """What one parse makes of the entries in which something is replaced, and of definitions."""

    def __init__(self) -> None:
        self._open: Final[list[_Reading]] = []
        self._read: Final[list[_Read]] = []
        self._defined: Final[list[tuple[Entry, DefinitionRecord]]] = []
        self._libraries: Final[list[tuple[list[Token], Sequence[DefinitionRecord]]]] = []

    def begin(self, parser: Parser, entry: Entry, tally: Tally) -> None:
        """An entry whose tokens are the next ones is going to be read."""
        rest = _behind(entry, parser.pending)
        if rest is not None:
            self._open.append(_Reading(entry, parser, tally, rest))

    def define(self, entry: Entry, record: DefinitionRecord) -> None:
        """An entry is a definition without a mistake."""
        self._defined.append((entry, record))

    def define_library(self, tokens: list[Token], records: Sequence[DefinitionRecord]) -> None:
        """A library has these definitions, without a mistake."""
        self._libraries.append((tokens, records))

    def ends_one(self, parser: Parser) -> bool:
        """Whether the node that has just joined its list is the last one of an entry."""
        waiting, left = self._open, len(parser.pending)
        while waiting and waiting[-1].rest > left:
            waiting.pop()
        return bool(waiting) and (
            waiting[-1].rest == left and waiting[-1].height == len(parser.values)
        )

    def end(self, parser: Parser, uses: Sequence[UseRecord], tally: Tally) -> None:
        """The innermost entry has been read; `uses` are all so far."""
        reading = self._open.pop()
        before = reading.before
        if (
            before.failures == tally.failures
            and reading.problems == len(parser.diagnostics)
            and len(reading.siblings) > reading.nodes
        ):
            growth = tally.growth(before)
            self._read.append(_Read(reading, parser, tuple(uses[before.uses :]), growth))

    def keep(self, parser: Parser, log: DamageLog, known: KnownExpansions) -> None:
        """Leave on the entries what was made of them, unless a mistake is in one or behind it."""
        since = known.changes.count
        for read in self._read:
            start, end = read.start, read.end
            if log and log.touches_any(start, end):
                continue
            read.entry.expanded = Expanded(
                read.nodes,
                parser.count(start, end),
                since,
                contexts=read.contexts,
                uses=read.uses,
                growth=read.growth,
                tokens=tuple(parser.consumed[start:end]),
            )
        for entry, record in self._defined:
            entry.expanded = _definitions((record,), since)
        for tokens, records in self._libraries:
            library = known.libraries.of(tokens)
            if library is not None:
                words = frozenset(each.text for each in tokens if each.kind is Kind.NAME)
                library.expanded = _definitions(records, since, words)


def _definitions(
    records: Sequence[DefinitionRecord], since: int, words: frozenset[str] | None = None
) -> Expanded:
    """Definitions without a mistake, which leave nothing in the tree."""
    from sqlang.syntax.hygiene import calls

    called: dict[str, tuple[DefinitionRecord, Token]] = {}
    for record in records:
        for use in calls(record.body):
            called.setdefault(use.text, (record, use))
    defined = {record.name.text: record for record in records}
    return Expanded((), 0, since, defined=defined, calls=called, words=words)
