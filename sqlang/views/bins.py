"""Figures of a run of unknown length, in a bounded number of equal stretches of its time."""

from __future__ import annotations

from typing import Final

FINEST: Final = 2.0**-40


class Clock:
    """The width of the `kept` bins of the series on it; it doubles when time runs past them."""

    __slots__ = ("_kept", "_series", "width")

    def __init__(self, kept: int, width: float = FINEST) -> None:
        self.width = width
        self._kept: Final = kept
        self._series: list[Sums | Peaks] = []

    def sums(self) -> Sums:
        """A new series of sums on this clock."""
        series = Sums(self)
        self._series.append(series)
        return series

    def peaks(self) -> Peaks:
        """A new series of greatest values on this clock."""
        series = Peaks(self)
        self._series.append(series)
        return series

    def place(self, time: float) -> int:
        """The bin that holds a time, after as many doublings as it takes."""
        while time >= self.width * self._kept:
            self.width *= 2
            for series in self._series:
                series.halve()
        return int(time / self.width)


class Sums:
    """A sum for each bin."""

    __slots__ = ("_clock", "_values")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._values: list[float] = []

    def add(self, time: float, amount: float) -> None:
        """Count an amount in the bin of an instant."""
        at = self._clock.place(time)
        self._reach(at)
        self._values[at] += amount

    def spread(self, start: float, end: float, rate: float) -> None:
        """Add `rate` for each unit of time from `start` to `end`."""
        if rate == 0 or not end > start:
            return
        last = self._clock.place(end)
        first = self._clock.place(start)
        self._reach(last)
        width = self._clock.width
        for at in range(first, last + 1):
            within = min(end, (at + 1) * width) - max(start, at * width)
            self._values[at] += rate * max(within, 0.0)

    def values(self, count: int) -> list[float]:
        """The first `count` sums."""
        self._reach(count - 1)
        return self._values[:count]

    def halve(self) -> None:
        """Make one bin of every two."""
        values = self._values
        self._values = [sum(values[at : at + 2]) for at in range(0, len(values), 2)]

    def _reach(self, at: int) -> None:
        self._values += [0.0] * (at + 1 - len(self._values))


class Peaks:
    """The greatest value in each bin of a quantity that holds until it is set again."""

    __slots__ = ("_clock", "_now", "_values")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._values: list[float] = []
        self._now = 0.0

    def set(self, time: float, value: float) -> None:
        """From this time on the quantity is `value`."""
        self._reach(self._clock.place(time))
        self._now = value
        self._values[-1] = max(self._values[-1], value)

    def values(self, count: int) -> list[float]:
        """The first `count` greatest values."""
        self._reach(count - 1)
        return self._values[:count]

    def halve(self) -> None:
        """Make one bin of every two."""
        values = self._values
        self._values = [max(values[at : at + 2]) for at in range(0, len(values), 2)]

    def _reach(self, at: int) -> None:
        self._values += [self._now] * (at + 1 - len(self._values))
