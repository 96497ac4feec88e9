"""What a report says of the samples of an observation, in the order of operations of part 6."""

from __future__ import annotations

import math
from heapq import heappush, heapreplace, nlargest
from typing import Final

from sqlang.engine.numbers import INFINITY, total_order
from sqlang.engine.statistics import RunningMoments, Samples

_BATCHES: Final = 20
_SAMPLES_FOR_BATCHES: Final = 40
_STUDENT_QUANTILE: Final = 2.093
"""The two-sided 95 % point of Student's distribution with 19 degrees of freedom."""


class SampleStatistics:
    """Mean, squared variation, interval and 99th percentile of samples, gone through once."""

    def __init__(self, samples: Samples) -> None:
        count = samples.count()
        moments = RunningMoments()
        batches = BatchMeans(count)
        greatest = Greatest(count)
        for portion in samples.portions():
            moments.add_all(portion)
            batches.add_all(portion)
            greatest.add_all(portion)
        self.count: Final = count
        self.mean: Final = moments.mean()
        self.squared_variation: Final = moments.squared_variation()
        self.half_width: Final = batches.half_width()
        self.percentile_99: Final = _percentile_99(samples, greatest)


class BatchMeans:
    """The means of 20 batches of values, which follow one another (STAT-6)."""

    def __init__(self, count: int) -> None:
        """`count` is how many values there will be."""
        self._count: Final = count
        self._size: Final = count // _BATCHES
        self._left = self._size
        self._sum = -0.0
        self._means: Final[list[float]] = []

    def add_all(self, values: list[float]) -> None:
        """Take the next values; what is left over after the last batch does not count."""
        if self._count < _SAMPLES_FOR_BATCHES:
            return
        for value in values:
            self._sum += value
            self._left -= 1
            if self._left == 0 and len(self._means) < _BATCHES:
                self._means.append(self._sum / self._size)
                self._sum = -0.0
                self._left = self._size

    def half_width(self) -> float:
        """The 95 % interval of the mean, infinite below 40 values."""
        if self._count < _SAMPLES_FOR_BATCHES:
            return INFINITY
        center = sum_in_order(self._means) / _BATCHES
        squares = [(mean - center) * (mean - center) for mean in self._means]
        variance = sum_in_order(squares) / (_BATCHES - 1)
        return _STUDENT_QUANTILE * math.sqrt(variance / _BATCHES)


def sum_in_order(values: list[float]) -> float:
    """The sum from minus zero on, in the order given (NUM-3)."""
    total = -0.0
    for value in values:
        total += value
    return total


class Greatest:
    """The greatest hundredth of values, the least of which is their 99th percentile (STAT-7).

    Only these are kept: all of them in order would take several times the room that they had.
    """

    def __init__(self, count: int) -> None:
        """`count` is how many values there will be."""
        rank = min(max(math.ceil(0.99 * count), 1), count)
        self.kept: Final = count - rank + 1
        self._greatest: Final[list[float]] = []
        self._has_nan = False

    def add_all(self, values: list[float]) -> None:
        """Take the next values."""
        greatest = self._greatest
        least = greatest[0] if greatest else 0.0
        for value in values:
            if value != value:
                self._has_nan = True
            elif len(greatest) < self.kept:
                heappush(greatest, value)
                least = greatest[0]
            elif value > least:
                heapreplace(greatest, value)
                least = greatest[0]

    def least(self) -> float:
        """The least of them; NaN without values, and if the total order is needed (NUM-4).

        Zeros have an order too, and so have NaNs.
        """
        if self._has_nan or not self._greatest or self._greatest[0] == 0.0:
            return math.nan
        return self._greatest[0]


def _percentile_99(samples: Samples, greatest: Greatest) -> float:
    """The sample of rank ceil(0.99 n) in total order; NaN without samples (STAT-7)."""
    found = greatest.least()
    if found != found and samples.count():
        return nlargest(greatest.kept, samples.values, key=total_order)[-1]
    return found
