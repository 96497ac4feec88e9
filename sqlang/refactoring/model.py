"""What a refactoring is, and the part of a text that somebody wants to refactor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from itertools import chain, count
from typing import Final, NamedTuple

from sqlang.analysis import Analysis
from sqlang.diagnostics.model import Edit
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    NAMED_NUMBERS,
)
from sqlang.vocabulary.words import GRAMMAR_WORDS, RETIRED_WORDS


class Kind(Enum):
    """What a refactoring does, by the names that the Language Server Protocol has for it."""

    EXTRACT = "refactor.extract"
    INLINE = "refactor.inline"
    REWRITE = "refactor.rewrite"


class Refactoring(NamedTuple):
    """One thing that could be done: its title, and its edits, none of which overlaps another."""

    title: str
    kind: Kind
    edits: tuple[Edit, ...]


class Selection:
    """A stretch of a text without the blanks around it; empty where only the cursor stands."""

    def __init__(self, analysis: Analysis, start: int, end: int) -> None:
        self.analysis: Final = analysis
        self.text: Final = analysis.source.text
        self.is_cursor: Final = not self.text[start:end].strip()
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        self.start: Final = start
        self.end: Final = end
        self.path: Final = tuple(_path(analysis.surface.program, start, end))
        """The nodes that hold it, the outermost first."""

    @property
    def item(self) -> tree.Node | None:
        """The item of the program that holds it."""
        return self.path[1] if len(self.path) > 1 else None

    @property
    def definition(self) -> tree.Definition | None:
        """The definition in whose body it is."""
        item = self.item
        if not isinstance(item, tree.Definition) or self.start < item.body.first.start:
            return None
        return item

    def innermost(self, *kinds: type[tree.Node]) -> tree.Node | None:
        """The smallest node of some kinds that holds it."""
        return next((node for node in reversed(self.path) if isinstance(node, kinds)), None)

    def symbol(self) -> Symbol | None:
        """What the name under the cursor stands for."""
        found = self.analysis.symbols.at(self.analysis.source.path, self.start)
        return None if found is None or not found.symbol.declarations else found.symbol

    def is_wrong(self, span: Span) -> bool:
        """Whether there is a mistake in a stretch of the text, or of a library."""
        return any(
            found.span.source is span.source
            and found.span.start <= span.end
            and span.start <= found.span.end
            for found in self.analysis.found
        )

    def edit(self, start: int, end: int, text: str) -> Edit:
        """Replaces a stretch of the text."""
        return Edit(Span(self.analysis.source, start, end), text)

    def replaced(self, node: tree.Node, text: str) -> Edit:
        """Writes something else for a node."""
        return self.edit(node.first.start, node.last.end, text)

    def before_item(self, text: str, *, after: int = 0) -> Edit:
        """Puts a line before the item, or behind an offset that is in the item or below it."""
        item = self.item
        start = item.first.start if item is not None else self.start
        if after <= start:
            at = self.text.rfind("\n", 0, start) + 1
            at = at if not self.text[at:start].strip() else start
            return self.edit(at, at, f"{text}\n")
        return self.edit(after, after, f"\n{text}")

    def indentation(self, offset: int) -> str:
        """The blanks at the beginning of a line."""
        line = self.text[self.text.rfind("\n", 0, offset) + 1 :]
        return line[: len(line) - len(line.lstrip(" \t"))]


def text_of(node: tree.Node) -> str:
    """As it is written."""
    return node.span.text


def as_operand(expression: tree.Expression) -> str:
    """As it is written, in parentheses unless it is one word, a number or closed by itself."""
    closed = (tree.Number, tree.Name, tree.Parenthesized, tree.Call)
    text = text_of(expression)
    return text if isinstance(expression, closed) else f"({text})"


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends; nothing but a line feed ends one (LEX-1)."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def fresh_name(analysis: Analysis, base: str) -> str:
    """A name that means nothing yet in a program: the base, or that with a number behind."""
    taken = set(GRAMMAR_WORDS) | set(RETIRED_WORDS) | set(FUNCTIONS) | set(DISTRIBUTIONS)
    taken |= set(CONTEXT_VARIABLES) | set(NAMED_NUMBERS)
    taken |= {word.name for word in BUILTIN_ATTRIBUTES}
    taken |= set(re.findall(rf"\b{base}\w*", analysis.source.text))
    names = chain([base], (f"{base}{number}" for number in count(2)))
    return next(name for name in names if name not in taken and not _is_known(analysis, name))


def _is_known(analysis: Analysis, name: str) -> bool:
    """Whether a name stands for something, also in a library."""
    return any(analysis.symbols.find(kind, name) is not None for kind in SymbolKind)


def _path(root: tree.Node, start: int, end: int) -> Iterator[tree.Node]:
    node: tree.Node | None = root
    while node is not None:
        yield node
        node = next((each for each in node.children() if _holds(each, start, end)), None)


def _holds(node: tree.Node, start: int, end: int) -> bool:
    return node.first.start <= start and end <= node.last.end
