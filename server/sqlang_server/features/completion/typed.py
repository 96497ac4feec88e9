"""What the letters typed so far may mean, and how much is sent of it."""

from __future__ import annotations

from collections.abc import Collection
from heapq import nsmallest
from typing import Final

MOST: Final = 80
"""So many items are sent at most: what is cut comes with the next letter."""

MOST_WITH_DOCUMENTATION: Final = 40
"""Of a list that is cut so many to a client that needs the documentation of all at once."""


class Typed:
    """The part of a word that is before the cursor."""

    __slots__ = ("_letters",)

    def __init__(self, text: str) -> None:
        self._letters: Final = text.casefold()

    def may_mean(self, label: str) -> bool:
        """Whether the letters are in a label in their order: what editors filter by."""
        letters, label = self._letters, label.casefold()
        if len(letters) > len(label):
            return False
        behind = 0
        for letter in letters:
            behind = label.find(letter, behind) + 1
            if not behind:
                return False
        return True

    def order(self, label: str) -> tuple[bool, str]:
        """Labels that begin with the letters come first."""
        return not label.casefold().startswith(self._letters), label

    def choose(self, names: Collection[str], preferred: Collection[str]) -> list[str]:
        """The names to send of too many: those that are `preferred`, then the likeliest."""
        if not self._letters:
            first = [name for name in preferred if name in names]
            return list(dict.fromkeys((*first, *nsmallest(MOST, names))))[:MOST]
        meant = filter(self.may_mean, names)
        return nsmallest(MOST, meant, key=lambda name: (name not in preferred, *self.order(name)))
