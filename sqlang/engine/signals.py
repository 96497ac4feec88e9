"""The signals of a run, of which the report has means over time (STAT-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlang.engine.statistics import TimeAverage


class Signals:
    """What is recorded at every settling: only those that are not 0 have to be added to.

    Their integrals grow at every settling by a rounded product, changed or not; so none is skipped.
    No time passes at an event: a signal may change more than once then, and the last value counts.
    Before means are read, `complete` has to be called.
    """

    def __init__(self) -> None:
        self._first: TimeAverage | None = None
        """One that is not 0; it knows a further one."""
        self._last = 0.0
        """The time of the last settling."""

    def keep(self, now: float) -> None:
        """All have had their values up to now."""
        span = now - self._last
        self._last = now
        average = self._first
        while average is not None:
            average.integral += average.value * span
            average.occupied += span
            average = average.later

    def repeat(self, time: float, step: float, count: int) -> None:
        """All keep their values at `count` settlings: at `time`, and then every `step`."""
        average = self._first
        while average is not None:
            average.repeat(self._last, time, step, count)
            average = average.later
        for _settling in range(count):  # a plain `_` would be an object to mypyc
            self._last = time
            time += step

    def change(self, average: TimeAverage, value: float) -> None:
        """The signal, which was kept up to now, has another value from now on, or the same."""
        if average.value == 0.0:
            if value != 0.0:
                self._add(average)
        elif value == 0.0:
            self._drop(average)
        average.value = value

    def increase(self, average: TimeAverage) -> None:
        """One more is there from now on of what the signal counts."""
        value = average.value
        if value == 0.0:
            self._add(average)
        average.value = value + 1.0

    def decrease(self, average: TimeAverage) -> None:
        """One fewer is there from now on."""
        value = average.value - 1.0
        if value == 0.0:
            self._drop(average)
        average.value = value

    def restart(self, time: float) -> None:
        """The end of the warm-up, at which each signal is to `restart` besides."""
        self._last = time

    def complete(self) -> None:
        """Let all be up to date, for whoever reads their means."""
        average = self._first
        while average is not None:
            average.last = self._last
            average = average.later

    def _add(self, average: TimeAverage) -> None:
        first = self._first
        average.later = first
        if first is not None:
            first.earlier = average
        self._first = average

    def _drop(self, average: TimeAverage) -> None:
        earlier, later = average.earlier, average.later
        if earlier is None:
            self._first = later
        else:
            earlier.later = later
        if later is not None:
            later.earlier = earlier
        average.earlier = average.later = None
