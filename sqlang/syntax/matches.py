"""What the matches of `re` and of `regex` have in common: for type checkers, never loaded."""

from __future__ import annotations

from typing import Protocol


class Match(Protocol):
    """A piece of text that fits a pattern."""

    @property
    def lastindex(self) -> int | None:
        """The number of the alternative that fits, if they are numbered."""

    def __getitem__(self, group: int, /) -> str:
        """The text of a group; of the whole match for 0."""

    def end(self) -> int:
        """The offset behind the match."""
