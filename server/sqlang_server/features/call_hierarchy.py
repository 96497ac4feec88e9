"""The call hierarchy: which definitions an item of a program uses, and where they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types

from sqlang.semantics.symbols import SymbolKind
from sqlang.source import Encoding, Source, Span
from sqlang.syntax import tree
from sqlang.syntax.workspace import Workspace
from sqlang_server.positions import Positions
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_Named = tree.Let | tree.Definition | tree.Pool | tree.Stage
_Item = _Named | tree.Workload | tree.NamedBlock | tree.RunSettings

_KINDS: Final[dict[type[tree.Node], types.SymbolKind]] = {
    tree.Let: types.SymbolKind.Constant,
    tree.Definition: types.SymbolKind.Function,
    tree.Pool: types.SymbolKind.Object,
    tree.Stage: types.SymbolKind.Class,
}


class Caller(NamedTuple):
    """An item of a text, in which definitions may be used."""

    item: _Item

    @property
    def source(self) -> Source:
        return self.item.first.source

    @property
    def word(self) -> tree.Identifier:
        """Its name, or the word that it begins with."""
        return self.item.name if isinstance(self.item, _Named) else self.item.word

    @property
    def kind(self) -> types.SymbolKind:
        return _KINDS.get(type(self.item), types.SymbolKind.Namespace)

    def has(self, span: Span) -> bool:
        """Whether a place is in the item."""
        start, end = self.item.first.start, self.item.last.end
        return span.source.path == self.source.path and start <= span.start < end


class Places(NamedTuple):
    """Tells a client where things are, in its URIs and its units."""

    uri_of_path: Callable[[str], str]
    encoding: Encoding

    def range(self, span: Span) -> types.Range:
        return Positions(span.source, self.encoding).of_span(span)

    def item(self, caller: Caller) -> types.CallHierarchyItem:
        """An item as the protocol has it."""
        word, source = caller.word, caller.source
        return types.CallHierarchyItem(
            name=word.name,
            kind=caller.kind,
            uri=self.uri_of_path(source.path),
            range=self.range(Span(source, caller.item.first.start, caller.item.last.end)),
            selection_range=self.range(Span(source, word.first.start, word.last.end)),
        )


def prepared(view: View, position: types.Position) -> list[types.CallHierarchyItem] | None:
    """The definition whose name is at a position, or the item whose name or word it is."""
    offset = view.offset(position)
    places = Places(view.uri_of_path, view.client.encoding)
    occurrence = view.analysis.symbols.at(view.source.path, offset)
    node = None if occurrence is None else occurrence.symbol.node
    if isinstance(node, tree.Definition):
        return [places.item(Caller(node))]
    for caller in callers(view.analysis, view.source.path):
        if caller.word.first.start <= offset <= caller.word.last.end:
            return [places.item(caller)]
    return None


def callers(program: Analysis, path: str) -> list[Caller]:
    """The items of one of the texts of a program: of a library the definitions."""
    if Workspace.canonical(path) == Workspace.canonical(program.source.path):
        return [Caller(each) for each in program.surface.program.items if isinstance(each, _Item)]
    nodes = (symbol.node for symbol in program.symbols.symbols)
    definitions = [each for each in nodes if isinstance(each, tree.Definition)]
    return [Caller(each) for each in definitions if _is_at(each.first.source, path)]


def found_again(program: Analysis, path: str, item: types.CallHierarchyItem) -> Caller | None:
    """What a client was told of; after edits the next one with that name."""
    alike = [
        each
        for each in callers(program, path)
        if each.word.name == item.name and each.kind == item.kind
    ]
    line = item.selection_range.start.line
    return min(alike, key=lambda each: abs(_line(each) - line), default=None)


def incoming(
    programs: Iterable[Analysis], name: str, places: Places
) -> list[types.CallHierarchyIncomingCall]:
    """The items in which a definition is used, each once, of all programs that know it."""
    found: dict[tuple[str, int], tuple[Caller, dict[int, types.Range]]] = {}
    for program in programs:
        known: dict[str, list[Caller]] = {}
        for span in _uses(program, name):
            path = span.source.path
            if path not in known:
                known[path] = callers(program, path)
            caller = next((each for each in known[path] if each.has(span)), None)
            if caller is not None:
                key = Workspace.canonical(path), caller.item.first.start
                ranges = found.setdefault(key, (caller, {}))[1]
                ranges[span.start] = places.range(span)
    return [
        types.CallHierarchyIncomingCall(places.item(caller), list(ranges.values()))
        for caller, ranges in found.values()
    ]


def outgoing(
    program: Analysis, caller: Caller, places: Places
) -> list[types.CallHierarchyOutgoingCall]:
    """The definitions that an item uses, in the order of its text."""
    found: dict[tree.Definition, list[types.Range]] = {}
    start, end = caller.item.first.start, caller.item.last.end
    for occurrence in program.symbols.within(caller.source.path, start, end):
        node = occurrence.symbol.node
        if isinstance(node, tree.Definition) and not occurrence.write:
            found.setdefault(node, []).append(places.range(occurrence.span))
    return [
        types.CallHierarchyOutgoingCall(places.item(Caller(node)), ranges)
        for node, ranges in found.items()
    ]


def _uses(program: Analysis, name: str) -> Iterator[Span]:
    symbol = program.symbols.find(SymbolKind.DEFINITION, name)
    for occurrence in program.symbols.occurrences_of(symbol) if symbol is not None else ():
        if not occurrence.write:
            yield occurrence.span


def _is_at(source: Source, path: str) -> bool:
    return source.path == path or Workspace.canonical(source.path) == Workspace.canonical(path)


def _line(caller: Caller) -> int:
    return caller.source.editor_lines.position(caller.word.first.start).line
