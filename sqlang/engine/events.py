"""The clock and the calendar of what is to come (EXE-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.heap import Heap, Ranked
from sqlang.engine.numbers import INFINITY
from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class Clock:
    """The program's time; expressions read it as `now`."""

    def __init__(self) -> None:
        self.now = 0.0


class Event(Ranked):
    """Something to happen at a time set before; if its subject is gone, nothing happens (EXE-4).

    While it is in the calendar its rank is that time and its order its event number (EXE-3).
    """

    __slots__ = ()

    def happen(self, simulation: Simulation) -> None:
        """Change the simulation; its clock already shows the time of the event."""
        raise NotImplementedError

    def statement(self) -> Statement | None:
        """The statement that it goes on with, if it is one's."""
        return None

    def session(self) -> Session | None:
        """The session that it is about, if it is about one."""
        return None


class Calendar:
    """Events to come, the earliest first, those of one time in the order of scheduling (EXE-3).

    Those whose subject is gone stay: they count as events (EXE-4).
    """

    def __init__(self, horizon: float) -> None:
        self._horizon: Final = horizon
        self._heap: Final = Heap()
        self._scheduled = 0
        self._instant = -INFINITY
        self._scheduled_before = 0
        self.due = 0
        """Events taken in the present instant that were scheduled before it began."""

    def schedule(self, time: float, event: Event) -> None:
        """Plan `event`; one after the horizon is never reached, so it is not kept."""
        if time <= self._horizon:
            event.rank = time
            event.order = self._scheduled
            self._heap.push(event)
        self._scheduled += 1

    def next_time(self) -> float:
        """The time of the earliest event, infinite if there is none."""
        items = self._heap.items
        return items[0].rank if items else INFINITY

    def take(self) -> Event:
        """Remove and return the earliest event."""
        event = self._heap.pop()
        assert isinstance(event, Event)
        if event.rank > self._instant:
            self._instant = event.rank
            self._scheduled_before = self._scheduled
            self.due = 1
        elif event.order < self._scheduled_before:
            self.due += 1
        return event
