"""The clauses of a program's text: what a line can lose, or have replaced, as a whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.surface import SurfaceTree
from sqlang.syntax.tokens import Token

_SHOWN = 60


class Clause(NamedTuple):
    """An item, an option, a statement, or a `part` of a header such as `cache (8)`.

    `start` and `end` are offsets, the semicolon included; `words` are its first two tokens. `node`
    is what the grammar made of it, None for a part.
    """

    source: Source
    start: int
    end: int
    words: tuple[str, ...]
    node: tree.Node | None

    @property
    def keyword(self) -> str:
        return self.words[0]

    @property
    def is_part(self) -> bool:
        return self.node is None

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line it begins on, from 1."""
        return line_of(self.source, self.start)

    @property
    def last_line(self) -> int:
        """The line it ends on, from 1."""
        return line_of(self.source, max(self.start, self.end - 1))

    @property
    def described(self) -> str:
        """Its text if that is short, else its beginning and the lines it stands on."""
        text = " ".join(self.text.split())
        if self.line == self.last_line and len(text) <= _SHOWN:
            return f"`{text}`"
        begin = " ".join(self.text.partition("\n")[0].split())
        shown = begin if len(begin) <= _SHOWN else f"{begin[:_SHOWN]}…"
        where = "" if self.line == self.last_line else f" (lines {self.line} to {self.last_line})"
        return f"`{shown}`{where}"

    def holds(self, other: Clause) -> bool:
        """Whether the other one is a piece of this one."""
        return self.start <= other.start and other.end <= self.end and self != other


def line_of(source: Source, offset: int) -> int:
    """The number of a line, from 1."""
    return source.lines.position(offset).line + 1


def clauses_of(surface: SurfaceTree, source: Source) -> list[Clause]:
    """All clauses of a text without syntax errors, in the order in which they begin."""
    finder = _Finder(surface.tokens, source)
    found = list(finder.clauses(surface.program))
    return sorted(found, key=lambda clause: (clause.start, -clause.end))


class _Finder:
    """Walks the tree and finds the tokens around its nodes."""

    def __init__(self, tokens: Sequence[Token], source: Source) -> None:
        self._tokens = tokens
        self._source = source
        self._starts = [token.start for token in tokens]

    def clauses(self, program: tree.Program) -> Iterator[Clause]:
        nodes: list[tree.Node] = [program]
        while nodes:
            node = nodes.pop()
            for entry in _entries(node):
                yield self._entry(entry)
            yield from self._parts(node)
            nodes += node.children()

    def _entry(self, node: tree.Node) -> Clause:
        first, last = self._at(node.first), self._at(node.last)
        if self._tokens[last].text not in (";", "}") and self._text(last + 1) == ";":
            last += 1
        return self._clause(first, last, node)

    def _parts(self, node: tree.Node) -> Iterator[Clause]:
        match node:
            case tree.Hold():
                inner = [take.reserve for take in node.takes] + [node.reuse, node.cache]
                for expression in inner:
                    if expression is not None:
                        first, last = self._at(expression.first), self._at(expression.last)
                        yield self._clause(first - 2, last + 1, None)
                for part in (node.at_admission, node.lease):
                    if part is not None:
                        yield self._clause(self._at(part.first), self._at(part.last), None)
            case tree.Run() | tree.Serving() if node.growing is not None:
                first, last = self._at(node.growing.first), self._at(node.growing.last)
                yield self._clause(first - 1, last, None)
            case tree.Branch() if node.otherwise is not None:
                first, last = self._at(node.otherwise.first), self._at(node.otherwise.last)
                yield self._clause(first - 1, last, None)

    def _clause(self, first: int, last: int, node: tree.Node | None) -> Clause:
        words = tuple(token.text for token in self._tokens[first : first + 2])
        start, end = self._tokens[first].start, self._tokens[last].end
        return Clause(self._source, start, end, words, node)

    def _at(self, token: Token) -> int:
        return bisect_left(self._starts, token.start)

    def _text(self, at: int) -> str:
        return self._tokens[at].text if at < len(self._tokens) else ""


def _entries(node: tree.Node) -> Sequence[tree.Node]:
    """The entries of the list that a node has, if it has one."""
    match node:
        case tree.Program() | tree.Workload():
            return node.items
        case tree.Pool() | tree.StageKind() | tree.RunSettings():
            return node.options
        case tree.Block():
            return node.statements
    return ()
