"""What may be offered, before anybody has chosen how it is sent."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from lsprotocol.types import CompletionItemKind


class Rank(IntEnum):
    """How likely it is meant: the least comes first."""

    LOCAL = 1
    WANTED = 2
    CLAUSE = 3
    MOMENT = 4
    OWN = 5
    WORD = 6
    CONSTANT = 7
    DEFINITION = 8
    BUILT_IN = 9
    GENERAL = 10
    FUNCTION = 11
    UNLIKELY = 12


class Candidate(NamedTuple):
    """A word or name that fits a place.

    `about` says what its documentation is to be found by: a sort and what tells it from others of
    that sort. `place` orders those of one rank, before their labels do. `snippet` is what a client
    may write instead of the label where nothing follows on the line; a `call` brings the
    parentheses and stands unless they are there already.
    """

    label: str
    kind: CompletionItemKind
    rank: Rank
    about: tuple[str, ...] = ()
    detail: str = ""
    signature: str = ""
    place: int = 0
    snippet: str | None = None
    opener: str = ""

    @property
    def sort_text(self) -> str:
        return f"{self.rank:02}{self.place:02}{self.label}"


NOTHING: Final[tuple[Candidate, ...]] = ()
