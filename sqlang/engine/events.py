"""The clock and the calendar of what is to come (EXE-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.event import Event
from sqlang.engine.heap import new_heap
from sqlang.engine.numbers import INFINITY

if TYPE_CHECKING:
    from mypy_extensions import i64


class Clock:
    """The program's time; expressions read it as `now`."""

    def __init__(self) -> None:
        self.now = 0.0


class RecurringEvent(Event):
    """One that is planned again and again, but only once at a time: the end of an iteration.

    Its rank is infinite while it is not planned, its order is -1 before the first time.
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.rank = INFINITY
        self.order = -1

    def may_repeat(self) -> bool:
        """Whether the same may come again after it without a decision, see `stretch`."""
        return False


class Calendar:
    """Events to come, the earliest first, those of one time in the order of scheduling (EXE-3).

    Those whose subject is gone stay: they count as events (EXE-4). There are few recurring ones, so
    the first of these is looked for among all of them.
    """

    def __init__(self, horizon: float) -> None:
        self._horizon: Final = horizon
        self._heap: Final = new_heap()
        self.next_time = INFINITY
        """The time of the earliest event, infinite if there is none."""
        self.next_other_time = INFINITY
        """The time of the earliest event that does not recur."""
        self._recurring: Final[list[RecurringEvent]] = []
        self._first: RecurringEvent | None = None
        """The earliest of these that is planned."""
        self._first_time = INFINITY
        self._scheduled: i64 = 0
        self._instant = -INFINITY
        self._scheduled_before: i64 = 0
        self.due: i64 = 0
        """Events taken in the present instant that were scheduled before it began."""

    def schedule(self, time: float, event: Event) -> None:
        """Plan `event`; one after the horizon is never reached, so it is not kept."""
        if time <= self._horizon:
            event.rank = time
            event.order = self._scheduled
            self._heap.push(event)
            if time < self.next_other_time:
                self.next_other_time = time
                self.next_time = min(self.next_time, time)
        self._scheduled += 1

    def schedule_recurring(self, time: float, event: RecurringEvent) -> None:
        """Plan `event`, instead of the time that it is planned for if it is."""
        if event.order < 0:
            self._recurring.append(event)
        self.give_number(event)
        is_first = event is self._first
        self.postpone(time, event)
        if is_first:
            self.find_first()
        elif event.rank < self._first_time:
            self._first, self._first_time = event, event.rank
            self.next_time = min(self.next_time, event.rank)

    def give_number(self, event: RecurringEvent) -> None:
        """Count it as planned once more; `postpone` is to say for when, and then `find_first`."""
        event.order = self._scheduled
        self._scheduled += 1

    def postpone(self, time: float, event: RecurringEvent) -> None:
        """Set the time of one that is given its number; afterwards `find_first` is to be called."""
        event.rank = time if time <= self._horizon else INFINITY

    def find_first(self) -> None:
        """Find the earliest of those that recur, once times have been set."""
        first: RecurringEvent | None = None
        earliest = INFINITY
        for event in self._recurring:
            if event.rank < earliest:
                first, earliest = event, event.rank
            elif event.rank == earliest and first is not None and event.order < first.order:
                first = event
        self._first = first
        self._first_time = earliest
        other = self.next_other_time
        self.next_time = earliest if earliest < other else other

    def may_repeat(self) -> bool:
        """Whether the earliest event ends an iteration that may come again, see `stretch`."""
        first = self._first
        return first is not None and self._first_time < self.next_other_time and first.may_repeat()

    def take(self) -> Event:
        """Remove and return the earliest event; there must be one."""
        time = self.next_time
        event: Event
        if self._first_time <= self.next_other_time and self._recurs():
            event = self._take_recurring()
        else:
            event = self._heap.pop()
            other = self._heap.least_rank
            self.next_other_time = other
            self.next_time = self._first_time if self._first_time < other else other
        if time > self._instant:
            self._instant = time
            self._scheduled_before = self._scheduled
            self.due = 1
        elif event.order < self._scheduled_before:
            self.due += 1
        return event

    def _recurs(self) -> bool:
        """Whether the earliest event recurs; no other one is earlier, but may be of that time."""
        first = self._first
        if first is None:
            return False
        other = self._heap.first
        if other is None or self._first_time < self.next_other_time:
            return True
        return first.order < other.order

    def _take_recurring(self) -> RecurringEvent:
        """Remove and return the earliest event, which recurs."""
        first = self._first
        assert first is not None
        first.rank = INFINITY
        self.find_first()
        return first
