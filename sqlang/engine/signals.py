"""The signals of a run, of which the report has means over time (STAT-4)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.statistics import TimeAverage

_FEW: Final = 8
"""So many signals are told of each settling at once."""
_MOST_SPANS: Final = 512
_SPANS_WORTH_A_SIGNAL: Final = 4
"""About so many spans can be kept in the time that it takes to tell a signal of some."""


class Signals:
    """What is recorded at the end of every settling: only those that are not 0 have to be added to.

    Their integrals grow at every settling by a rounded product, changed or not; so none is skipped.
    But where there are many they are told later, all spans between settlings at once: each when it
    changes. Before means are read, `complete` has to be called.
    """

    def __init__(self) -> None:
        self._nonzero: Final[list[TimeAverage]] = []
        self._spans: Final[list[float]] = []
        """The times between settlings that not all of these have been told of."""
        self._last = 0.0
        """The time of the last settling."""

    def keep(self, now: float) -> None:
        """All have had their values up to now."""
        span = now - self._last
        self._last = now
        if len(self._nonzero) > _FEW:
            self._spans.append(span)
            if len(self._spans) >= _MOST_SPANS:
                self._tell_all()
            return
        if self._spans:
            self._tell_all()
        for average in self._nonzero:
            average.integral += average.value * span

    def repeat(self, time: float, step: float, count: int) -> None:
        """All keep their values at `count` settlings: at `time`, and then every `step`."""
        last = self._last
        if count * _SPANS_WORTH_A_SIGNAL < len(self._nonzero):
            spans = self._spans
            for _settling in range(count):  # a plain `_` would be an object to mypyc
                spans.append(time - last)
                last = time
                time += step
            self._last = last
            if len(spans) >= _MOST_SPANS:
                self._tell_all()
            return
        if self._spans:
            self._tell_all()
        for average in self._nonzero:
            average.repeat(last, time, step, count)
        for _settling in range(count):
            last = time
            time += step
        self._last = last

    def change(self, average: TimeAverage, value: float) -> None:
        """The signal, which was kept up to now, has another value from now on, or the same."""
        before = average.value
        if before == 0.0:
            average.value = value
            if value != 0.0:
                average.told = len(self._spans)
                average.place = len(self._nonzero)
                self._nonzero.append(average)
            return
        if before == value:
            return
        if self._spans:
            average.tell(self._spans)
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
        spans = self._spans
        for average in self._nonzero:
            average.tell(spans)
            average.told = 0
        spans.clear()
