"""The clock and the calendar of what is to come (EXE-3)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from sqlang.engine.numbers import INFINITY
from sqlang.engine.observer import Statement

if TYPE_CHECKING:
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

    def statement(self) -> Statement | None:
        """The statement that it goes on with, if it is one's."""
        return None

    def part(self) -> str:
        """The part of the program that it goes on with, as `RunError.part` names it."""
        return ""


class Calendar:
    """Pending events, the earliest first, those of one time in the order of scheduling (EXE-3)."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Event]] = []
        self._scheduled = 0

    def schedule(self, time: float, event: Event) -> None:
        """Plan `event`; an infinite time is never reached."""
        heappush(self._heap, (time, self._scheduled, event))
        self._scheduled += 1

    def next_time(self) -> float:
        """The time of the earliest event, infinite if there is none."""
        return self._heap[0][0] if self._heap else INFINITY

    def take(self) -> Event:
        """Remove and return the earliest event."""
        return heappop(self._heap)[2]
