"""Which names have changed their meaning, edit after edit."""

from __future__ import annotations

from collections.abc import Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_REMEMBERED: Final = 50
"""What was found out before so many changes is forgotten."""


class ChangedNames:
    """The names that changed with each of the latest edits; `count` of these changed some."""

    __slots__ = ("_latest", "_since", "count")

    def __init__(self) -> None:
        self._latest: list[Set[str]] = []
        self._since: Final[dict[int, frozenset[str]]] = {}
        self.count = 0

    def note(self, changed: Set[str]) -> None:
        """Note that some names have another meaning from now on."""
        self.count += 1
        self._latest = [*self._latest[1 - _REMEMBERED :], changed]
        self._since.clear()

    def concern(self, words: Set[str], count: int) -> bool:
        """Whether one of these names may mean something else than after so many changes."""
        return self.is_forgotten(count) or not words.isdisjoint(self.since(count))

    def is_forgotten(self, count: int) -> bool:
        """Whether nobody knows any more what has changed after so many changes."""
        return self.count - count > len(self._latest)

    def since(self, count: int) -> frozenset[str]:
        """The names that have changed after so many changes."""
        since = self.count - count
        changed = self._since.get(since)
        if changed is None:
            latest = self._latest[len(self._latest) - since :]
            changed = self._since[since] = frozenset[str]().union(*latest)
        return changed
