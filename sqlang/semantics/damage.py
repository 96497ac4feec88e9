"""What the parts of a text that could not be parsed may have said: nothing follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sqlang.source import Source, Span
from sqlang.syntax.kernel import KernelTree
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.tokens import Kind
from sqlang.syntax.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_DECLARING: Final = frozenset({"let", "def", "pool", "stage", "set", "choose"})


class Damage:
    """The damaged stretches of one program; a `whole` text has none and no mistake of form.

    `words` are the words in them: an unknown name that is one of these may be declared there.
    `asked` counts the questions whether a mistake may be hidden.
    """

    __slots__ = ("_nameless", "_spans", "asked", "whole", "words")

    def __init__(self, kernel: KernelTree) -> None:
        self.whole: Final = not kernel.diagnostics
        self._spans: Final[Sequence[Span]] = kernel.damaged
        words, nameless = _read(kernel.damaged)
        self.words: Final = kernel.lost | words
        self.asked = 0
        self._nameless: Final = nameless

    def touches(self, span: Span) -> bool:
        """Whether a stretch of text is damaged, at least in part."""
        return any(
            span.source is damaged.source and span.start < damaged.end and damaged.start < span.end
            for damaged in self._spans
        )

    def touches_one(self, nodes: Sequence[Node]) -> bool:
        """The same of some nodes that stand one after the other in one text."""
        return any(_touches_one(damaged, nodes) for damaged in self._spans)

    def hides(self, name: str, *declared_by: str) -> bool:
        """Whether what declares a name may be lost: its words, or the name after one of them."""
        self.asked += 1
        return name in self.words or not self._nameless.isdisjoint(declared_by)

    def may_hide(self) -> bool:
        """Whether a statement may be lost that would make this one right."""
        self.asked += 1
        return not self.whole


def _touches_one(damaged: Span, nodes: Sequence[Node]) -> bool:
    from bisect import bisect_left  # only after a mistake

    before = bisect_left(nodes, damaged.end, key=_start)
    if before == 0:
        return False
    last = nodes[before - 1].span
    return last.source is damaged.source and damaged.start < last.end


def _start(node: Node) -> int:
    return node.first.start


def _read(spans: Sequence[Span]) -> tuple[frozenset[str], frozenset[str]]:
    """The words in some stretches, and those of them that declare something but lack its name."""
    words: set[str] = set()
    nameless: set[str] = set()
    for span in spans:
        source = Source(span.text)
        tokens = tokenize(source).tokens
        source.forget_buffer()
        words.update(token.text for token in tokens if token.kind is Kind.NAME)
        for word, name in pairwise(tokens):
            if word.text in _DECLARING and name.kind is not Kind.NAME:
                nameless.add(word.text)
    return frozenset(words), frozenset(nameless)
