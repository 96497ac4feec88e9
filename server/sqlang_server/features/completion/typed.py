"""What the letters typed so far may mean, and how much is sent of it."""

from __future__ import annotations

from typing import Final

MOST: Final = 120
"""So many items are sent at most: what is cut comes with the next letter."""


class Typed:
    """The part of a word that is before the cursor."""

    __slots__ = ("_letters",)

    def __init__(self, text: str) -> None:
        self._letters: Final = text.casefold()

    def may_mean(self, label: str) -> bool:
        """Whether the letters are in a label in their order: what editors filter by."""
        rest = iter(label.casefold())
        return all(letter in rest for letter in self._letters)

    def order(self, label: str) -> tuple[bool, str]:
        """Labels that begin with the letters come first."""
        return not label.casefold().startswith(self._letters), label
