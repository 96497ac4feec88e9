"""What earlier kernel parses of an edited text made of its entries, and the excerpts to read again.

An entry stays as it was expanded for as long as it stands in the text and the definitions that it
names are the same. Where none of these is before or behind it any more, or another one is, that
definition has changed: tokens that stay never change places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlang.syntax import tree
from sqlang.syntax.calls import calls_of
from sqlang.syntax.changed_names import ChangedNames
from sqlang.syntax.definitions import DefinitionRecord
from sqlang.syntax.entries import Entry
from sqlang.syntax.excerpt import Edit, Excerpt, opened
from sqlang.syntax.expanded import Expanded, joined
from sqlang.syntax.known_libraries import KnownLibraries
from sqlang.syntax.run_lines import KnownLines
from sqlang.syntax.runs import Hidden, Run, run_of
from sqlang.syntax.segments import Part, Segment
from sqlang.syntax.shape import KnownShapes
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class KnownExpansions:
    """What is known of one text; `definitions` are those of the latest parse."""

    __slots__ = ("_bodies", "changes", "definitions", "libraries", "shapes")

    def __init__(self, shapes: KnownShapes) -> None:
        self.shapes: Final = shapes
        self.libraries: Final = KnownLibraries()
        self.changes: Final = ChangedNames()
        self.definitions: Mapping[str, DefinitionRecord] = {}
        self._bodies: Final[dict[str, tuple[DefinitionRecord, frozenset[str]]]] = {}

    def learn(self, definitions: Mapping[str, DefinitionRecord]) -> frozenset[str]:
        """Note what is defined from now on; the names that have another meaning by that."""
        before = self.definitions
        changed = {
            name
            for name in before.keys() | definitions.keys()
            if before.get(name) is not definitions.get(name)
        }
        if not changed:
            return frozenset()
        self.definitions = dict(definitions)
        concerned = self._with_users(changed)
        self.changes.note(concerned)
        return concerned

    def _with_users(self, changed: set[str]) -> frozenset[str]:
        """The names that have changed, and those of all definitions that come to them."""
        for name, record in self.definitions.items():
            known = self._bodies.get(name)
            if known is None or known[0] is not record:
                words = frozenset(each.text for each in record.body if each.kind is Kind.NAME)
                self._bodies[name] = record, words
        for name in self._bodies.keys() - self.definitions.keys():
            del self._bodies[name]
        found = set(changed)
        new = found
        while new:
            new = {
                name for name, (_, words) in self._bodies.items() if not words.isdisjoint(new)
            } - found
            found |= new
        return frozenset(found)

    def as_before(self, record: DefinitionRecord) -> DefinitionRecord:
        """The definition of the latest parse if it is the same, so that it stays one object."""
        before = self.definitions.get(record.name.text)
        return before if before is not None and before == record else record

    def expanded(self, entry: Entry, written: Sequence[Token]) -> Expanded | None:
        """What an entry is once definitions are expanded, if that is known."""
        known = self.still_expanded(entry, written)
        if known is not None:
            return known
        entry.expanded = found = (
            self._joined(entry, written) if isinstance(entry, Run) else self._plain(entry, written)
        )
        return found

    def still_expanded(self, entry: Entry, written: Sequence[Token]) -> Expanded | None:
        """What was made of an entry before, if that holds."""
        known, count = entry.expanded, self.changes.count
        if known is None or known.since == count:
            return known
        if self.changes.concern(known.words(entry, written), known.since):
            return None
        known.since = count
        return known

    def of_library(self, tokens: list[Token]) -> Expanded | None:
        """What the definitions of a library are, if that is known."""
        library = self.libraries.of(tokens)
        known = None if library is None else library.expanded
        if known is not None:
            count = self.changes.count
            if known.since != count and self.changes.concern(known.own_words, known.since):
                return None
            known.since = count
        return known

    def _plain(self, entry: Entry, written: Sequence[Token]) -> Expanded | None:
        """What an entry is if nothing is expanded in it."""
        if entry.has_open_use or isinstance(entry.node, (tree.Definition, tree.UseLibrary)):
            return None
        calls = calls_of(entry, written)
        if not calls.isdisjoint(self.definitions):
            return None
        contexts = frozenset() if entry.context is None else frozenset((entry.context,))
        return Expanded(
            (entry.node,), entry.count, self.changes.count, contexts=contexts, words=calls
        )

    def _joined(self, run: Run, written: Sequence[Token]) -> Expanded | None:
        parts: list[Expanded] = []
        for entry in run.entries:
            part = self.expanded(entry, written)
            if part is None:
                return None
            parts.append(part)
        return joined(parts, self.changes.count)

    # Excerpts

    def excerpt(self, read: Sequence[Token], written: Sequence[Token]) -> Excerpt:
        """The tokens where runs that are known stay, and what is to be read of others is open."""
        result: list[Token] = []
        count = 0
        for token in read:
            if type(token) is not Hidden:
                result.append(token)
                continue
            run = token.run
            if self.expanded(run, written) is not None:
                result.append(token)
                count += 1
                continue
            result.pop()
            at = _index(written, run.first)
            end = at + run.count
            for known in self._runs_in(run, written):
                start = _index(written, known.first)
                if not _stands(known, written, start, end):
                    continue
                result += written[at:start]
                result += (known.first, Hidden(known))
                count += 1
                at = start + known.count
            result += written[at:end]
        return Excerpt(result, count)

    def _runs_in(self, run: Run, written: Sequence[Token]) -> Iterator[Run]:
        """The runs that are known in one that is not."""
        neighbors: list[Entry] = []
        for entry in run.entries:
            if self.expanded(entry, written) is not None:
                neighbors.append(entry)
                continue
            yield from self._together(neighbors, written)
            neighbors = []
            if isinstance(entry, Run):
                yield from self._runs_in(entry, written)
            else:
                yield from self._runs_of(entry.node, written)
        yield from self._together(neighbors, written)

    def _together(self, neighbors: list[Entry], written: Sequence[Token]) -> Iterator[Run]:
        if sum(entry.count for entry in neighbors) < 3:
            return
        run = Run(neighbors)
        if self.expanded(run, written) is not None:
            yield run

    def _runs_of(self, node: tree.Node, written: Sequence[Token]) -> Iterator[Run]:
        """The runs that are known in the blocks of a node, in the order of the text."""
        for child in node.children():
            if isinstance(child, tree.Block):
                yield from self._runs_of_list(self.shapes.segments.parts(child), written)
            elif isinstance(child, tree.NamedBlock):
                yield from self._runs_of_list((child,), written)

    def _runs_of_list(
        self, parts: Sequence[Part | tree.Node], written: Sequence[Token]
    ) -> Iterator[Run]:
        for part in parts:
            run = part.run if isinstance(part, Segment) else run_of((part,))
            if run is None:
                inner = part.parts if isinstance(part, Segment) else ()
                yield from self._runs_of_list(inner, written)
            elif self.expanded(run, written) is not None:
                yield run
            else:
                yield from self._runs_in(run, written)


def open_runs(
    excerpt: Excerpt, runs: Sequence[Run], written: Sequence[Token], known: KnownShapes, beside: int
) -> Excerpt:
    """The excerpt with so many tokens at both ends of some runs written out."""
    program = tree.Program(written[-1], written[-1], ())
    nothing = Edit(0, 0, False, program, (), known.segments, KnownLines())
    return opened(excerpt, runs, written, nothing, beside)


def _stands(run: Run, written: Sequence[Token], start: int, last: int) -> bool:
    """Whether a run still stands at a place."""
    end = start + run.count
    return (
        run.first.entry is not None
        and end <= last
        and end < len(written)
        and written[start] is run.first
        and written[end - 1] is run.last
        and written[end] is run.next
    )


def _index(written: Sequence[Token], token: Token) -> int:
    from bisect import bisect_left

    return bisect_left(written, token.start, key=_start)


def _start(token: Token) -> int:
    return token.start
