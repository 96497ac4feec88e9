"""Heaps of events, in two forms that give the same order.

Machine code has a pairing heap: events refer to one another, which is followed much faster than the
places of a list, and nothing is allocated to put one in. Each comes before all that are below it.
Putting in is one comparison; what is below an event that was taken out is joined again two by two.

Plain Python has the heap of its library, which is machine code.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from sqlang.engine import event as event_module
from sqlang.engine.event import Event

if TYPE_CHECKING:
    from mypy_extensions import i64


IS_COMPILED: Final = not event_module.__file__.endswith(".py")


def new_heap() -> Heap:
    """An empty heap of the form that is faster here."""
    return Heap() if IS_COMPILED else LibraryHeap()


class Heap:
    """The first of its events is at hand."""

    def __init__(self) -> None:
        self.first: Event | None = None
        self.count: i64 = 0

    def push(self, item: Event) -> None:
        """Put in an event whose rank and order are set."""
        first = self.first
        self.first = item if first is None else _joined(item, first)
        self.count += 1

    def pop(self) -> Event:
        """Take out the first event; there must be one."""
        first = self.first
        assert first is not None
        below = first.below
        if below is None:
            self.first = None
        elif below.beside is None:
            first.below = None
            self.first = below
        else:
            first.below = None
            self.first = _all_joined(below)
        self.count -= 1
        return first

    def items(self) -> list[Event]:
        """All of them, in no particular order."""
        found: list[Event] = []
        if self.first is not None:
            found.append(self.first)
        for item in found:
            below = item.below
            while below is not None:
                found.append(below)
                below = below.beside
        return found

    def remove(self, item: Event) -> None:
        """Take out an event wherever it is."""
        items = self.items()
        self.first = None
        self.count = 0
        for each in items:
            each.below = each.beside = None
        for each in items:
            if each is not item:
                self.push(each)


class LibraryHeap(Heap):
    """The same with the heap of the library."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: Final[list[tuple[float, int, Event]]] = []

    def push(self, item: Event) -> None:
        entries = self._entries
        heappush(entries, (item.rank, item.order, item))
        self.first = entries[0][2]
        self.count += 1

    def pop(self) -> Event:
        entries = self._entries
        first = heappop(entries)[2]
        self.first = entries[0][2] if entries else None
        self.count -= 1
        return first

    def items(self) -> list[Event]:
        return [entry[2] for entry in self._entries]

    def remove(self, item: Event) -> None:
        entries = self._entries
        entries.remove((item.rank, item.order, item))
        heapify(entries)
        self.first = entries[0][2] if entries else None
        self.count -= 1


def _joined(item: Event, other: Event) -> Event:
    """The first of two that have nobody beside them, with the other one below it."""
    if item.rank < other.rank or (item.rank == other.rank and item.order < other.order):
        other.beside = item.below
        item.below = other
        return item
    item.beside = other.below
    other.below = item
    return other


def _all_joined(first: Event) -> Event:
    """The first of at least two that are beside one another, with all others below it."""
    pairs: Event | None = None
    left: Event | None = first
    while left is not None:
        pair = left
        left = pair.beside
        if left is not None:
            other = left
            left = other.beside
            pair.beside = other.beside = None
            pair = _joined(pair, other)
        pair.beside = pairs
        pairs = pair
    assert pairs is not None
    whole = pairs
    left = whole.beside
    whole.beside = None
    while left is not None:
        pair = left
        left = pair.beside
        pair.beside = None
        whole = _joined(whole, pair)
    return whole
