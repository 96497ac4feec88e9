"""The levels of a pool over a time of unknown length, in a fixed number of equal stretches."""

from __future__ import annotations

from sqlang.views.recording.records import Occupancy

STRETCHES = 64
_FINEST = 2.0**-40


class OccupancySeries:
    """Keeps the greatest level of each stretch; two become one when time runs past the last.

    A level holds until the next one is added, so a stretch without a change carries the one before.
    """

    __slots__ = ("_cached", "_cached_now", "_used", "_used_now", "_width")

    def __init__(self, horizon: float) -> None:
        self._width = max(horizon, 1.0) * _FINEST
        self._used: list[float] = []
        self._cached: list[float] = []
        self._used_now = 0.0
        self._cached_now = 0.0

    def add(self, time: float, used: float, cached: float) -> None:
        if time >= self._width * len(self._used):
            self._reach(time)
        self._used_now = used
        self._cached_now = cached
        self._used[-1] = max(self._used[-1], used)
        self._cached[-1] = max(self._cached[-1], cached)

    def occupancy(self, reached: float) -> Occupancy:
        """The stretches up to a time not before the last one added."""
        self._reach(reached)
        return Occupancy(self._width, tuple(self._used), tuple(self._cached))

    def _reach(self, time: float) -> None:
        """Makes the stretch that holds `time` the last one."""
        while time >= self._width * STRETCHES:
            self._width *= 2
            self._used = _merged(self._used)
            self._cached = _merged(self._cached)
        missing = int(time / self._width) + 1 - len(self._used)
        self._used += [self._used_now] * missing
        self._cached += [self._cached_now] * missing


def _merged(levels: list[float]) -> list[float]:
    return [max(levels[at : at + 2]) for at in range(0, len(levels), 2)]
