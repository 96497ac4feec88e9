"""The signals of a run, of which the report has means over time (STAT-4)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.statistics import TimeAverage


class Signals:
    """What is recorded at the end of every settling: only those that are not 0 have to be added to.

    Their integrals grow at every settling by a rounded product, changed or not; so none is skipped.
    """

    def __init__(self) -> None:
        self.nonzero: Final[list[TimeAverage]] = []

    def keep(self, now: float) -> None:
        """All have had their values up to now."""
        for average in self.nonzero:
            average.keep(now)

    def repeat(self, time: float, step: float, count: int) -> None:
        """All keep their values at `count` settlings: at `time`, and then every `step`."""
        for average in self.nonzero:
            average.repeat(time, step, count)

    def change(self, average: TimeAverage, value: float, now: float) -> None:
        """The signal, which was kept up to now, has another value from now on, or the same."""
        before = average.value
        average.value = value
        if before == 0.0:
            if value != 0.0:
                average.begin(now, len(self.nonzero))
                self.nonzero.append(average)
        elif value == 0.0:
            last = self.nonzero.pop()
            if last is not average:
                self.nonzero[average.place] = last
                last.place = average.place
