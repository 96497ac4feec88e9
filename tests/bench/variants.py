"""Programs with one token too few or too many: every conforming program, at each place in turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from tests.conformance import vectors

SEED: Final = 1
INSERTED: Final = (";", "}", "{", "(", ")", ",", "x", "=", "3", "if", "end", '"s"')


class Variant(NamedTuple):
    """A program with one edit: what stood at `start` to `end` of it is now `text`."""

    kind: str
    name: str
    start: int
    end: int
    text: str

    @property
    def original(self) -> Source:
        return _program(self.kind, self.name)

    @property
    def source(self) -> Source:
        """The edited text, in the place of the program."""
        whole = self.original
        text = f"{whole.text[: self.start]}{self.text}{whole.text[self.end :]}"
        return Source(text, whole.path, whole.directory)

    def moved(self, offset: int) -> int:
        """Where in the edited text stands what stood at an offset outside the edit."""
        is_behind = offset >= self.end
        return offset + len(self.text) - (self.end - self.start) if is_behind else offset


def deletions() -> Iterator[Variant]:
    """Every program without each of its tokens in turn."""
    for kind, name in _programs():
        for token in tokenize(vectors.source(kind, name)).tokens[:-1]:
            yield Variant(kind, name, token.start, token.end, "")


def insertions() -> Iterator[Variant]:
    """Every program with a token put in at each place, the end included.

    The tokens take turns, in an order that is shuffled anew for each round.
    """
    words = _rounds(Random(SEED))
    for kind, name in _programs():
        whole = vectors.source(kind, name)
        for token in tokenize(whole).tokens:
            at = token.start
            gap = "" if whole.text[:at][-1:].isspace() else " "
            yield Variant(kind, name, at, at, f"{gap}{next(words)} ")


@lru_cache(maxsize=1)
def _program(kind: str, name: str) -> Source:
    """A program as it is; its variants come one after the other."""
    return vectors.source(kind, name)


def _programs() -> Iterator[tuple[str, str]]:
    for kind in ("accept", "run"):
        for name in vectors.names(kind):
            yield kind, name


def _rounds(random: Random) -> Iterator[str]:
    while True:
        yield from random.sample(INSERTED, len(INSERTED))
