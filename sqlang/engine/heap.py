"""Heaps of events, in two forms that give the same order.

Machine code has the earliest in a chain: events refer to one another, which is followed much faster
than the places of a list, and nothing is allocated to put one in. Mostly all are in it. Of many,
those to come later wait in bundles, which are put in order only when it is their turn, so that they
are not looked at in between.

Plain Python has the heap of its library, which is machine code.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from sqlang.engine.event import Event
from sqlang.engine.form import COMPILED
from sqlang.engine.numbers import INFINITY

if TYPE_CHECKING:
    from mypy_extensions import i64


_NOT_A_NUMBER: Final = float("nan")

_MOST_CHAINED: Final = 32
"""A chain that gets longer is cut in two."""

_BUNDLED: Final = 16
"""So many, or a few more, are put in order at a time."""


def new_heap() -> Heap:
    """An empty heap of the form that is faster here."""
    return Heap() if COMPILED else LibraryHeap()


class Heap:
    """The first of its events is at hand."""

    def __init__(self) -> None:
        self.first: Event | None = None
        self.least_rank = INFINITY
        """That of the first one; infinite if there is none."""
        self.count: i64 = 0
        self._bundles: Final[list[_Bundle]] = []
        """What comes after the chain; what comes first is last."""
        self._bundled: i64 = 0
        """How many events are in them."""
        self._bundled_rank = _NOT_A_NUMBER
        """That of the earliest bundle; not a number if there is none, which nothing exceeds."""
        self._bundled_order: i64 = 0

    def push(self, item: Event) -> None:
        """Put in an event whose rank and order are set."""
        self.count += 1
        rank = item.rank
        if rank >= self._bundled_rank and (
            rank > self._bundled_rank or item.order > self._bundled_order
        ):
            self._bundle(item)
            return
        self._put_into_chain(item)
        if self.count - self._bundled > _MOST_CHAINED:
            self._cut()

    def _put_into_chain(self, item: Event) -> None:
        """Put an event that is before the earliest bundle into the chain."""
        rank = item.rank
        first = self.first
        if first is None or rank < first.rank or (rank == first.rank and item.order < first.order):
            item.following = first
            self.first = item
            self.least_rank = rank
        else:
            before = first
            after = before.following
            while after is not None and (
                after.rank < rank or (after.rank == rank and after.order < item.order)
            ):
                before = after
                after = before.following
            item.following = after
            before.following = item

    def pop(self) -> Event:
        """Take out the first event; there must be one."""
        first = self.first
        assert first is not None
        self.count -= 1
        following = first.following
        if following is not None:
            first.following = None
            self.least_rank = following.rank
            self.first = following
        else:
            self.first = None
            self.least_rank = INFINITY
            if self._bundled > 0:
                self._unbundle()
        return first

    def items(self) -> list[Event]:
        """All of them, in no particular order."""
        found = _chained(self.first)
        for bundle in self._bundles:
            found.extend(bundle.events)
        return found

    def remove(self, item: Event) -> None:
        """Take out an event wherever it is."""
        items = self.items()
        self.first = None
        self.least_rank = INFINITY
        self.count = 0
        self._bundles.clear()
        self._bundled = 0
        self._bundled_rank = _NOT_A_NUMBER
        for each in items:
            each.following = None
        for each in items:
            if each is not item:
                self.push(each)

    def _bundle(self, item: Event) -> None:
        """Put an event that is not before the earliest bundle into the bundle it belongs to."""
        bundles = self._bundles
        low: i64 = 0
        high: i64 = len(bundles) - 1
        while low < high:
            middle = (low + high) >> 1
            if bundles[middle].is_for(item):
                high = middle
            else:
                low = middle + 1
        bundles[low].events.append(item)
        self._bundled += 1

    def _cut(self) -> None:
        """Bundle the latter half of the chain."""
        events = _chained(self.first)
        events[_BUNDLED - 1].following = None
        del events[:_BUNDLED]
        for event in events:
            event.following = None
        self._bundles.append(_Bundle(events))
        self._bundled += len(events)
        self._look_at_earliest()

    def _unbundle(self) -> None:
        """Make a chain of the earliest bundle, or of its first ones if it has become large."""
        events = self._bundles.pop().events
        if len(events) > _MOST_CHAINED:
            _put_in_order(events)
            for start in range((len(events) - 1) // _BUNDLED * _BUNDLED, 0, -_BUNDLED):
                self._bundles.append(_Bundle(events[start : start + _BUNDLED]))
            del events[_BUNDLED:]
        self._bundled -= len(events)
        self._look_at_earliest()
        # From the last one on: each that is in order already comes first.
        for event in reversed(events):
            self._put_into_chain(event)

    def _look_at_earliest(self) -> None:
        """Note where the bundles begin."""
        self._bundled_rank = _NOT_A_NUMBER
        if self._bundles:
            self._bundled_rank = self._bundles[-1].rank
            self._bundled_order = self._bundles[-1].order


class _Bundle:
    """Events from a certain one on, in no particular order."""

    def __init__(self, events: list[Event]) -> None:
        """Takes them in order; there must be one."""
        self.rank: Final = events[0].rank
        self.order: Final[i64] = events[0].order
        self.events: Final = events

    def is_for(self, item: Event) -> bool:
        """Whether an event is not before those that are in here."""
        return item.rank > self.rank or (item.rank == self.rank and item.order > self.order)


class LibraryHeap(Heap):
    """The same with the heap of the library."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: Final[list[tuple[float, int, Event]]] = []

    def push(self, item: Event) -> None:
        rank = item.rank
        heappush(self._entries, (rank, item.order, item))
        self.count += 1
        if rank <= self.least_rank:
            self._look_at_first()

    def pop(self) -> Event:
        entries = self._entries
        popped = heappop(entries)
        self.count -= 1
        if entries:
            self.least_rank, _, self.first = entries[0]
        else:
            self.least_rank, self.first = INFINITY, None
        return popped[2]

    def items(self) -> list[Event]:
        return [entry[2] for entry in self._entries]

    def remove(self, item: Event) -> None:
        self._entries.remove((item.rank, item.order, item))
        heapify(self._entries)
        self.count -= 1
        self._look_at_first()

    def _look_at_first(self) -> None:
        """Note which one is first."""
        if self._entries:
            self.least_rank, _, self.first = self._entries[0]
        else:
            self.least_rank, self.first = INFINITY, None


def _put_in_order(events: list[Event]) -> None:
    """Sort by rank, and where ranks are equal by order.

    Mostly the orders of equal ranks are right already, as later events have greater ones.
    """
    events.sort(key=_rank_of)
    before = events[0]
    for event in events:
        if event.rank == before.rank and event.order < before.order:
            events.sort(key=_order_of)
            events.sort(key=_rank_of)
            return
        before = event


def _chained(first: Event | None) -> list[Event]:
    """A chain as a list."""
    found: list[Event] = []
    while first is not None:
        found.append(first)
        first = first.following
    return found


def _rank_of(event: Event) -> float:
    return event.rank


def _order_of(event: Event) -> int:
    return event.order
