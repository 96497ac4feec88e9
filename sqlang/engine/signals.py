"""The signals of a run, of which the report has means over time (STAT-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.statistics import TimeAverage

if TYPE_CHECKING:
    from mypy_extensions import i64

_SPANS: Final = 8


class Signals:
    """What is recorded at the end of every settling: only those that are not 0 have to be added to.

    Their integrals grow at every settling by a rounded product, changed or not; so none is skipped.
    But they are told of eight settlings at once, unless they change before: that takes a third of
    the time. Before means are read, `complete` has to be called.
    """

    def __init__(self) -> None:
        self._nonzero: Final[list[TimeAverage]] = []
        self._last = 0.0
        """The time of the last settling."""
        self._count: i64 = 0
        """How many times between settlings are kept, in attributes as a list would be slow."""
        self._span_0 = 0.0
        self._span_1 = 0.0
        self._span_2 = 0.0
        self._span_3 = 0.0
        self._span_4 = 0.0
        self._span_5 = 0.0
        self._span_6 = 0.0
        self._span_7 = 0.0

    def keep(self, now: float) -> None:
        """All have had their values up to now."""
        span = now - self._last
        self._last = now
        count = self._count
        self._count = count + 1
        if count == 0:
            self._span_0 = span
        elif count == 1:
            self._span_1 = span
        elif count == 2:
            self._span_2 = span
        elif count == 3:
            self._span_3 = span
        elif count == 4:
            self._span_4 = span
        elif count == 5:
            self._span_5 = span
        elif count == 6:
            self._span_6 = span
        else:
            self._span_7 = span
            self._tell_all_of_eight()

    def repeat(self, time: float, step: float, count: int) -> None:
        """All keep their values at `count` settlings: at `time`, and then every `step`."""
        if count < _SPANS:
            for _settling in range(count):  # a plain `_` would be an object to mypyc
                self.keep(time)
                time += step
            return
        self._tell_all()
        for average in self._nonzero:
            average.repeat(self._last, time, step, count)
        for _settling in range(count):
            self._last = time
            time += step

    def change(self, average: TimeAverage, value: float) -> None:
        """The signal, which was kept up to now, has another value from now on, or the same."""
        before = average.value
        if before == 0.0:
            average.value = value
            if value != 0.0:
                average.told = self._count
                average.place = len(self._nonzero)
                self._nonzero.append(average)
            return
        if before == value:
            return
        self._tell(average)
        average.value = value
        if value == 0.0:
            last = self._nonzero.pop()
            if last is not average:
                self._nonzero[average.place] = last
                last.place = average.place

    def restart(self, time: float) -> None:
        """The end of the warm-up, at which each signal is to `restart` besides."""
        self._tell_all()
        self._last = time

    def complete(self) -> None:
        """Let all be up to date, for whoever reads their means."""
        self._tell_all()
        for average in self._nonzero:
            average.last = self._last

    def _tell_all(self) -> None:
        """Let all add up what they have not been told of."""
        for average in self._nonzero:
            self._tell(average)
            average.told = 0
        self._count = 0

    def _tell_all_of_eight(self) -> None:
        """The same when eight spans are kept, of which most know none."""
        a, b, c, d = self._span_0, self._span_1, self._span_2, self._span_3
        e, f, g, h = self._span_4, self._span_5, self._span_6, self._span_7
        for average in self._nonzero:
            if average.told:
                self._tell(average)
                average.told = 0
            else:
                y = average.value
                x = average.integral
                # From the left to the right, as one after the other.
                average.integral = x + y * a + y * b + y * c + y * d + y * e + y * f + y * g + y * h
        self._count = 0

    def _tell(self, average: TimeAverage) -> None:
        """Let one add up what it has not been told of."""
        count = self._count
        place = average.told
        integral, value = average.integral, average.value
        while place < count:
            integral += value * self._span(place)
            place += 1
        average.integral = integral
        average.told = count

    def _span(self, place: i64) -> float:
        if place < 4:
            if place < 2:
                return self._span_0 if place == 0 else self._span_1
            return self._span_2 if place == 2 else self._span_3
        if place < 6:
            return self._span_4 if place == 4 else self._span_5
        return self._span_6 if place == 6 else self._span_7
