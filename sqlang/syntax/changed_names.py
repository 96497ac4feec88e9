"""Which names have changed their meaning, edit after edit."""

from __future__ import annotations

from collections.abc import Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_REMEMBERED: Final = 2000
"""So many names are remembered, those that changed last."""


class ChangedNames:
    """When names have changed last; `count` is that of the changes, each of which is of some."""

    __slots__ = ("_forgotten", "_last", "_since", "count")

    def __init__(self) -> None:
        self._last: Final[dict[str, int]] = {}
        self._since: Final[dict[int, frozenset[str]]] = {}
        self._forgotten = 0
        self.count = 0

    def note(self, changed: Set[str]) -> None:
        """Note that some names have another meaning from now on."""
        self.count += 1
        for name in changed:
            self._last.pop(name, None)
            self._last[name] = self.count  # behind all that changed before
        while len(self._last) > _REMEMBERED:
            self._forgotten = self._last.pop(next(iter(self._last)))
        self._since.clear()

    def concern(self, words: Set[str], count: int) -> bool:
        """Whether one of these names may mean something else than after so many changes."""
        return self.is_forgotten(count) or not words.isdisjoint(self.since(count))

    def is_forgotten(self, count: int) -> bool:
        """Whether nobody knows any more what has changed after so many changes."""
        return count < self._forgotten

    def since(self, count: int) -> frozenset[str]:
        """The names that have changed after so many changes."""
        changed = self._since.get(count)
        if changed is None:
            names: list[str] = []
            for name in reversed(self._last):
                if self._last[name] <= count:
                    break
                names.append(name)
            changed = self._since[count] = frozenset(names)
        return changed
