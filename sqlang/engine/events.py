"""The clock and the calendar of what is to come (EXE-3)."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import INFINITY
from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class Clock:
    """The program's time; expressions read it as `now`."""

    def __init__(self) -> None:
        self.now = 0.0


class Event:
    """Something to happen at a time set before; if its subject is gone, nothing happens (EXE-4)."""

    def happen(self, simulation: Simulation) -> None:
        """Change the simulation; its clock already shows the time of the event."""
        raise NotImplementedError

    def may_repeat(self) -> bool:
        """Whether it ends an iteration after which the same may come again, see `stretch`."""
        return False

    def statement(self) -> Statement | None:
        """The statement that it goes on with, if it is one's."""
        return None

    def session(self) -> Session | None:
        """The session that it is about, if it is about one."""
        return None


class Calendar:
    """Events to come, the earliest first, those of one time in the order of scheduling (EXE-3).

    Those whose subject is gone stay: they count as events (EXE-4). Ends of iterations are apart
    from the others, so that they can be postponed; each step stage has one at most.
    """

    def __init__(self, horizon: float) -> None:
        self._horizon: Final = horizon
        self._heap: Final[list[tuple[float, int, Event]]] = []
        self._iterations: Final[list[tuple[float, int, Event]]] = []
        """Likewise a heap."""
        self.next_other_time = INFINITY
        """The time of the earliest event that is not the end of an iteration."""
        self._next_iteration_time = INFINITY
        self._scheduled = 0
        self._instant = -INFINITY
        self._scheduled_before = 0
        self.due = 0
        """Events taken in the present instant that were scheduled before it began."""

    def schedule(self, time: float, event: Event) -> None:
        """Plan `event`; one after the horizon is never reached, so it is not kept."""
        if time <= self._horizon:
            heappush(self._heap, (time, self._scheduled, event))
            self.next_other_time = min(self.next_other_time, time)
        self._scheduled += 1

    def schedule_iteration(self, time: float, event: Event) -> None:
        """Plan the end of an iteration."""
        if time <= self._horizon:
            heappush(self._iterations, (time, self._scheduled, event))
            self._next_iteration_time = min(self._next_iteration_time, time)
        self._scheduled += 1

    def postpone_iteration(self, time: float, event: Event) -> None:
        """Plan the end of another iteration instead of the one that is planned for the stage."""
        iterations = self._iterations
        if iterations[0][2] is event:
            heappop(iterations)
        else:
            iterations[:] = [each for each in iterations if each[2] is not event]
            heapify(iterations)
        self._next_iteration_time = _first_time(iterations)
        self.schedule_iteration(time, event)

    def next_time(self) -> float:
        """The time of the earliest event, infinite if there is none."""
        time = self._next_iteration_time
        return time if time < self.next_other_time else self.next_other_time

    def may_repeat(self) -> bool:
        """Whether the earliest event ends an iteration that may come again, see `stretch`."""
        if not self._next_iteration_time < self.next_other_time:
            return False
        return self._iterations[0][2].may_repeat()

    def take(self) -> Event:
        """Remove and return the earliest event."""
        if self._takes_iteration():
            time, number, event = heappop(self._iterations)
            self._next_iteration_time = _first_time(self._iterations)
        else:
            time, number, event = heappop(self._heap)
            self.next_other_time = _first_time(self._heap)
        if time > self._instant:
            self._instant = time
            self._scheduled_before = self._scheduled
            self.due = 1
        elif number < self._scheduled_before:
            self.due += 1
        return event

    def _takes_iteration(self) -> bool:
        if self._next_iteration_time != self.next_other_time or not self._iterations:
            return self._next_iteration_time < self.next_other_time
        return self._iterations[0] < self._heap[0]


def _first_time(heap: list[tuple[float, int, Event]]) -> float:
    return heap[0][0] if heap else INFINITY
