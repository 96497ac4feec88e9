"""A heap of objects that carry their own rank: nothing is allocated to put one in."""

from __future__ import annotations

from typing import Final


class Ranked:
    """The base of what a heap holds: the lesser `rank` is first, of equal ones the lesser `order`.

    An object is in one heap at a time, and its rank is never a NaN.
    """

    __slots__ = ("rank", "order")

    rank: float
    order: int


class Heap:
    """The first of its objects is at hand."""

    def __init__(self) -> None:
        self.items: Final[list[Ranked]] = []
        """Each of them comes before the two at twice its place and one or two more."""

    def push(self, item: Ranked) -> None:
        """Put in an object whose rank and order are set."""
        self.items.append(item)
        self._move_up(len(self.items) - 1)

    def pop(self) -> Ranked:
        """Take out the first object; there must be one."""
        items = self.items
        last = items.pop()
        if not items:
            return last
        first = items[0]
        items[0] = last
        self._move_down(0)
        return first

    def remove(self, item: Ranked) -> None:
        """Take out an object wherever it is."""
        items = self.items
        place = 0
        while items[place] is not item:
            place += 1
        last = items.pop()
        if place < len(items):
            items[place] = last
            self._move_up(place)
            self._move_down(place)

    def _move_up(self, place: int) -> None:
        items = self.items
        item = items[place]
        rank, order = item.rank, item.order
        while place > 0:
            above = (place - 1) >> 1
            other = items[above]
            if other.rank < rank or (other.rank == rank and other.order < order):
                break
            items[place] = other
            place = above
        items[place] = item

    def _move_down(self, place: int) -> None:
        items = self.items
        count = len(items)
        item = items[place]
        rank, order = item.rank, item.order
        below = 2 * place + 1
        while below < count:
            other = items[below]
            if below + 1 < count:
                beside = items[below + 1]
                if beside.rank < other.rank or (
                    beside.rank == other.rank and beside.order < other.order
                ):
                    other = beside
                    below += 1
            if rank < other.rank or (rank == other.rank and order < other.order):
                break
            items[place] = other
            place = below
            below = 2 * place + 1
        items[place] = item
