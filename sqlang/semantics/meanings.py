"""What names mean to a check, and what was found out for as long as they mean that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Final, Generic, TypeVar

from sqlang.syntax import tree
from sqlang.syntax.changed_names import ChangedNames

_Value = TypeVar("_Value")


class Meanings:
    """What names mean to those who ask: the `slots` that they have, and all the rest.

    Of two that are equal nobody can tell which is which. Of the `attributes` only the names count.
    """

    __slots__ = ("_attributes", "_others", "_slots")

    def __init__(
        self,
        others: Mapping[str, object] = {},
        attributes: Mapping[str, int] = {},
        slots: Sequence[Mapping[str, int]] = (),
    ) -> None:
        self._others: Final = others
        self._attributes: Final = attributes
        self._slots: Final = slots

    def changes(self, before: Meanings) -> Set[str]:
        """The names that do not mean what they meant; maybe some more."""
        changed: set[str] = set()
        if self._others != before._others:
            one, other = self._others, before._others
            names = one.keys() | other.keys()
            changed.update(name for name in names if one.get(name) != other.get(name))
        if self._attributes is not before._attributes:
            changed |= self._attributes.keys() ^ before._attributes.keys()
        for number, slots in enumerate(self._slots):
            old = before._slots[number] if before._slots else {}
            if slots is not old:
                changed.update(name for name, _ in slots.items() ^ old.items())
        return changed


class Changes(ChangedNames):
    """Which names do not mean any more what they meant."""

    __slots__ = ("_meanings",)

    def __init__(self) -> None:
        super().__init__()
        self._meanings = Meanings()

    def learn(self, meanings: Meanings) -> None:
        """Note what names mean from now on."""
        changed = meanings.changes(self._meanings)
        self._meanings = meanings
        if changed:
            self.note(changed)


class KnownNodes(Generic[_Value]):
    """Something about nodes that holds for as long as the names in them mean the same."""

    __slots__ = ("_changes", "_counts", "_values", "_words")

    def __init__(self, changes: Changes, words: Callable[[tree.Node], Set[str]]) -> None:
        self._changes: Final = changes
        self._words: Final = words
        self._counts: Final[dict[tree.Node, int]] = {}
        self._values: Final[dict[tree.Node, _Value]] = {}

    def __contains__(self, node: tree.Node) -> bool:
        count = self._counts.get(node)
        return count == self._changes.count or (count is not None and self._holds(node, count))

    def get(self, node: tree.Node) -> _Value | None:
        """What is known of a node, if that still holds."""
        return self._values[node] if node in self else None

    def put(self, node: tree.Node, value: _Value) -> None:
        self._counts[node] = self._changes.count
        self._values[node] = value

    def keep_only(self, live: Set[tree.Node]) -> None:
        """Forget all but these nodes."""
        for node in self._counts.keys() - live:
            del self._counts[node], self._values[node]

    def _holds(self, node: tree.Node, count: int) -> bool:
        """Whether something found out after so many changes holds after all of them."""
        if self._changes.concern(self._words(node), count):
            del self._counts[node], self._values[node]
            return False
        self._counts[node] = self._changes.count
        return True
