"""The levels of a pool over a time of unknown length, in a fixed number of equal stretches."""

from __future__ import annotations

from sqlang.views.bins import FINEST, Clock
from sqlang.views.recording.records import Occupancy

STRETCHES = 64


class OccupancySeries:
    """Keeps the greatest level of each stretch of time."""

    __slots__ = ("_cached", "_clock", "_used")

    def __init__(self, horizon: float) -> None:
        self._clock = Clock(STRETCHES, max(horizon, 1.0) * FINEST)
        self._used = self._clock.peaks()
        self._cached = self._clock.peaks()

    def add(self, time: float, used: float, cached: float) -> None:
        """From this time on the pool has these levels."""
        self._used.set(time, used)
        self._cached.set(time, cached)

    def occupancy(self, reached: float) -> Occupancy:
        """The stretches up to a time not before the last one added."""
        count = self._clock.place(reached) + 1
        used, cached = self._used.values(count), self._cached.values(count)
        return Occupancy(self._clock.width, tuple(used), tuple(cached))
