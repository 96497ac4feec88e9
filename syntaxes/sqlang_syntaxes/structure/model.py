"""Rules of highlighting, as TextMate has them: matches, and regions that other rules apply within.

A pattern is a regular expression that Python's `re` and Oniguruma read alike. It has no groups that
capture, looks no further than the end of its line, and repeats possessively, so that no text takes
more than linear time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlang_syntaxes.classes import WordClass


class Piece(NamedTuple):
    """A part of what a rule matches, with its class; `None` for white space."""

    pattern: str
    word_class: WordClass | None


class Maybe(NamedTuple):
    """Pieces that follow others or do not."""

    pieces: Pieces


Pieces = tuple[Piece | Maybe, ...]


class Match(NamedTuple):
    """Pieces that follow each other."""

    pieces: Pieces


class Region(NamedTuple):
    """From a beginning up to an end, which is looked for before any of the groups of rules within.

    `rest` is the class of what no rule within tells more of.
    """

    name: str
    begin: Pieces
    end: Piece
    within: tuple[str, ...]
    rest: WordClass | None = None


class Include(NamedTuple):
    """All rules of another group."""

    group: str


Rule = Match | Region | Include
Groups = Mapping[str, tuple[Rule, ...]]
"""Rules by the name of their group; the earlier one wins where two match at the same place."""


def flat(pieces: Pieces) -> Iterator[Piece]:
    """All pieces in the order of their groups."""
    for piece in pieces:
        if isinstance(piece, Maybe):
            yield from flat(piece.pieces)
        else:
            yield piece


def pattern_of(pieces: Pieces) -> str:
    """The regular expression, with a capturing group for each piece."""
    return "".join(
        f"(?:{pattern_of(piece.pieces)})?" if isinstance(piece, Maybe) else f"({piece.pattern})"
        for piece in pieces
    )
