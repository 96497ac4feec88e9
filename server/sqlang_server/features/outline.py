"""The outline of a text: its items and their parts, before the protocol makes symbols of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from lsprotocol.types import SymbolKind

from sqlang.syntax import tree

_LONGEST: Final = 60

MOST_STATEMENTS: Final = 500
"""So many lines of an outline are about statements; of a longer text those at its end have none."""


class Entry(NamedTuple):
    """One line of an outline: `selected` is what the cursor goes to."""

    name: str
    kind: SymbolKind
    node: tree.Node
    selected: tree.Node
    detail: str = ""
    children: tuple[Entry, ...] = ()


class _Statements:
    """How many statements may still be listed, and the attributes of the item at hand."""

    __slots__ = ("assigned", "left")

    def __init__(self) -> None:
        self.left = MOST_STATEMENTS
        self.assigned: set[str] = set()

    def lists(self) -> bool:
        """Count one more."""
        self.left -= 1
        return self.left >= 0

    def first(self, name: str) -> bool:
        """Whether an attribute was not assigned in this item before."""
        known = name in self.assigned
        self.assigned.add(name)
        return not known


def outline(program: tree.Program) -> list[Entry]:
    """The items in the order of the text; what is broken has no line.

    Of an attribute only the first assignment in each item is shown, of an `observe` every one.
    """
    statements = _Statements()
    return [entry for item in program.items for entry in _item(item, statements)]


def _item(item: tree.Item, statements: _Statements) -> Iterator[Entry]:
    match item:
        case tree.Let(name=name, value=value):
            yield Entry(name.name, SymbolKind.Constant, item, name, _short(value))
        case tree.Definition():
            yield _definition(item, statements)
        case tree.Pool(name=name, size=size, options=options):
            detail = "pool" if size is None else f"pool[{_short(size)}]"
            yield Entry(name.name, SymbolKind.Object, item, name, detail, _options(options))
        case tree.Stage(name=name, kind=kind):
            detail = (
                kind.word.name if item.size is None else f"{kind.word.name}[{_short(item.size)}]"
            )
            yield Entry(name.name, SymbolKind.Class, item, name, detail, _options(kind.options))
        case tree.Workload(word=word, items=items):
            parts = tuple(entry for part in items for entry in _part(part, statements))
            yield Entry(word.name, SymbolKind.Namespace, item, word, children=parts)
        case tree.NamedBlock():
            yield _block(item, statements)
        case tree.RunSettings(word=word, options=options):
            children = _options(options)
            yield Entry(word.name, SymbolKind.Namespace, item, word, children=children)
        case tree.UseLibrary(path=path):
            yield Entry(path, SymbolKind.Module, item, item, "use")


def _definition(item: tree.Definition, statements: _Statements) -> Entry:
    parameters = tuple(
        Entry(each.name, SymbolKind.Variable, each, each) for each in item.parameters
    )
    children = _of_item(item.body, statements) if isinstance(item.body, tree.Block) else ()
    detail = f"({', '.join(each.name for each in item.parameters)})"
    name = item.name
    return Entry(name.name, SymbolKind.Function, item, name, detail, (*parameters, *children))


def _block(item: tree.NamedBlock, statements: _Statements) -> Entry:
    children = _of_item(item.block, statements)
    return Entry(item.word.name, SymbolKind.Namespace, item, item.word, children=children)


def _part(part: tree.WorkloadItem, statements: _Statements) -> Iterator[Entry]:
    """A part of a workload."""
    match part:
        case tree.Arrive(word=word, argument=argument):
            detail = f"{word.name} ({_short(argument)})" if argument is not None else word.name
            yield Entry("arrive", SymbolKind.Event, part, word, detail)
        case tree.Trace(path=path):
            yield Entry("trace", SymbolKind.File, part, part, path)
        case tree.NamedBlock():
            yield _block(part, statements)
        case tree.Hidden(names=names):
            detail = ", ".join(name.name for name in names)
            yield Entry("hidden", SymbolKind.Property, part, part, detail)


def _options(options: Iterable[tree.PoolOption | tree.StepOption]) -> tuple[Entry, ...]:
    return tuple(
        Entry(each.word.name, SymbolKind.Property, each, each.word, _behind(each, each.word))
        for each in options
        if not isinstance(each, tree.Damaged)
    )


def _of_item(block: tree.Block, statements: _Statements) -> tuple[Entry, ...]:
    statements.assigned.clear()
    return tuple(_of_block(block, statements))


def _of_block(block: tree.Block, statements: _Statements) -> Iterator[Entry]:
    """The holds of a block, and what it assigns and observes; ways and loops add no level."""
    for statement in block.statements:
        if statements.left <= 0:
            return
        match statement:
            case tree.Hold(takes=takes, body=body) if statements.lists():
                name = ", ".join(take.pool.name.name for take in takes)
                inner = tuple(_of_block(body, statements))
                selected = takes[0].pool.name
                yield Entry(f"hold {name}", SymbolKind.Struct, statement, selected, "", inner)
            case tree.Observe(target=target, value=value) if statements.lists():
                detail = _short(value)
                yield Entry(target.name, SymbolKind.Event, statement, target, detail)
            case tree.Set(target=target) | tree.Choose(target=target):
                if statements.first(target.name) and statements.lists():
                    yield Entry(target.name, SymbolKind.Variable, statement, target)
            case tree.Branch(then=then, otherwise=otherwise):
                yield from _of_block(then, statements)
                if otherwise is not None:
                    yield from _of_block(otherwise, statements)
            case tree.Loop(body=body):
                yield from _of_block(body, statements)


def _short(node: tree.Node) -> str:
    """A value as it is written, in one line."""
    return _line(node.first.source.text[node.first.start : node.last.end])


def _behind(node: tree.Node, word: tree.Node) -> str:
    """What follows the word of an option."""
    return _line(node.first.source.text[word.last.end : node.last.end].rstrip(";"))


def _line(text: str) -> str:
    text = " ".join(text[: 4 * _LONGEST].split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 2] + " …"
