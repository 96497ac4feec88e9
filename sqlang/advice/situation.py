"""Where a mistake stands: the tokens beside it, the nodes around it, words that are near."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.spelling import most_edits, nearest
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.ir.moments import Moment
    from sqlang.semantics.checked import Checked


class Situation:
    """One program with its mistakes, looked at from the places where they are."""

    def __init__(self, surface: SurfaceTree, checked: Checked) -> None:
        self.checked: Final = checked
        self.source: Final = checked.kernel.sources[0]
        self._surfaces: Final = {self.source: surface}
        self._tokens: Final = {self.source: surface.tokens}
        self._nearest: Final[dict[tuple[str, frozenset[str]], str | None]] = {}
        self._by_length: Final[dict[frozenset[str], dict[int, list[str]]]] = {}
        self.readable: Final[dict[Moment | str | None, frozenset[str]]] = {}

    def tokens(self, source: Source) -> Sequence[Token]:
        """The tokens of a text as written, the end token last."""
        if source not in self._tokens:
            self._tokens[source] = tuple(tokenize(source).tokens)
        return self._tokens[source]

    def index(self, source: Source, offset: int) -> int:
        """The number of the first token that starts at an offset or behind it."""
        tokens = self.tokens(source)
        return min(bisect_left(tokens, offset, key=_start), len(tokens) - 1)

    def before(self, span: Span) -> Token | None:
        """The token before a place."""
        at = self.index(span.source, span.start)
        return self.tokens(span.source)[at - 1] if at > 0 else None

    def at(self, span: Span) -> Token:
        """The token that starts at a place, or the next one."""
        return self.tokens(span.source)[self.index(span.source, span.start)]

    def behind(self, span: Span) -> Token:
        """The token behind a place."""
        return self.tokens(span.source)[self.index(span.source, span.end)]

    def all_behind(self, span: Span) -> Iterator[Token]:
        """The tokens behind a place, up to the end."""
        tokens = self.tokens(span.source)
        return (tokens[at] for at in range(self.index(span.source, span.end), len(tokens)))

    def around(self, span: Span) -> list[tree.Node]:
        """The nodes that hold a place, from the program down, in the text as written."""
        if span.source not in self._surfaces:
            self._surfaces[span.source] = parse_surface(span.source)
        surface = self._surfaces[span.source]
        if any(each.code == "SQ006" for each in surface.diagnostics):
            return []
        path: list[tree.Node] = []
        node: tree.Node | None = surface.program
        while node is not None:
            path.append(node)
            node = next((each for each in _near(node, span) if _holds(each, span)), None)
        return path

    def nearest(self, word: str, candidates: Iterable[str]) -> str | None:
        """The candidate that a word may be the misspelling of, if there is one."""
        key = word, frozenset(candidates)
        if key not in self._nearest:
            self._nearest[key] = nearest(word, self._as_long(*key))
        return self._nearest[key]

    def _as_long(self, word: str, candidates: frozenset[str]) -> Iterator[str]:
        """Those about as long as a word: the others, which may be thousands, are never near."""
        by_length = self._by_length.get(candidates)
        if by_length is None:
            by_length = self._by_length[candidates] = {}
            for each in candidates:
                by_length.setdefault(len(each), []).append(each)
        most = most_edits(word)
        lengths = range(len(word) - most, len(word) + most + 1)
        return (each for length in lengths for each in by_length.get(length, ()))


def _near(node: tree.Node, span: Span) -> Iterable[tree.Node]:
    """The children of a node that may hold a place; a block may have thousands."""
    if not isinstance(node, tree.Block):
        return node.children()
    at = bisect_right(node.statements, span.start, key=_first_start)
    return node.statements[max(at - 2, 0) : at]


def _start(token: Token) -> int:
    return token.start


def _first_start(node: tree.Node) -> int:
    return node.first.start


def _holds(node: tree.Node, span: Span) -> bool:
    return (
        node.first.source is span.source
        and node.first.start <= span.start
        and span.end <= node.last.end
    )
