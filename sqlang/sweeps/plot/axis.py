"""Where values lie along an axis: evenly, by their logarithms, or one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from sqlang.sweeps.variation import Variation
from sqlang.views.numbers import short

_TICKS: Final = 6
_NEAR_ZERO: Final = 0.5
"""An axis whose least value is below so much of its greatest begins at zero."""
_MARGIN: Final = 0.06
_MOST_NAMES: Final = 12
_DECADES_WITHOUT_HALVES: Final = 2


class Tick(NamedTuple):
    """A mark of an axis, from 0 at its beginning to 1 at its end, and what stands there."""

    share: float
    text: str


class Axis(NamedTuple):
    """A stretch of numbers."""

    start: float
    end: float
    is_logarithmic: bool = False

    def share(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.is_logarithmic:
            return math.log(value / self.start) / math.log(self.end / self.start)
        return (value - self.start) / (self.end - self.start)

    def ticks(self, most: int = _TICKS) -> list[Tick]:
        """Round numbers within the stretch, about as many as wanted."""
        numbers = self._powers() if self.is_logarithmic else self._round(most)
        return [Tick(self.share(number), short(number)) for number in numbers]

    def _round(self, most: int) -> list[float]:
        step = _round_step((self.end - self.start) / most)
        first = math.ceil(self.start / step - 1e-9)
        last = math.floor(self.end / step + 1e-9)
        return [at * step for at in range(first, last + 1)]

    def _powers(self) -> list[float]:
        low, high = math.floor(math.log10(self.start)), math.ceil(math.log10(self.end))
        between = (1.0,) if high - low > _DECADES_WITHOUT_HALVES else (1.0, 2.0, 5.0)
        numbers = [each * 10.0**power for power in range(low, high + 1) for each in between]
        slack = 1.0 + 1e-9
        return [each for each in numbers if self.start <= each * slack and each <= self.end * slack]


def _round_step(rough: float) -> float:
    unit = 10.0 ** math.floor(math.log10(rough))
    return next((unit * each for each in (1, 2, 5) if unit * each >= rough), unit * 10.0)


def axis_of_figures(values: Sequence[float]) -> Axis:
    """The upright axis of measured values: from zero, unless they are far from it."""
    finite = [value for value in values if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if low == high:
        low, high = (low - abs(low) / 2.0, high + abs(high) / 2.0) if low else (0.0, 1.0)
    margin = (high - low) * _MARGIN
    start = 0.0 if 0.0 <= low < high * _NEAR_ZERO else low - margin
    end = 0.0 if low * _NEAR_ZERO < high <= 0.0 else high + margin
    return Axis(start, end)


class Positions(NamedTuple):
    """Where the values of a parameter lie on its axis, and the marks of that."""

    shares: tuple[float, ...]
    ticks: tuple[Tick, ...]
    is_continuous: bool
    """Whether lines between values mean something."""


def positions_of(variation: Variation) -> Positions:
    """The level axis of a parameter: values that are no numbers stand one after the other."""
    values = variation.values
    numbers = [value.number for value in values if value.number is not None]
    if len(numbers) < len(values) or len(numbers) == 1:
        shares = tuple((at + 0.5) / len(values) for at in range(len(values)))
        apart = -(-len(values) // _MOST_NAMES)
        ticks = tuple(
            Tick(share, value.text)
            for share, value in list(zip(shares, values, strict=True))[::apart]
        )
        return Positions(shares, ticks, is_continuous=False)
    axis = Axis(min(numbers), max(numbers), variation.is_logarithmic)
    shares = tuple(axis.share(number) for number in numbers)
    if len(numbers) <= _MOST_NAMES and not variation.is_logarithmic and _are_apart(shares):
        marks = [Tick(*each) for each in zip(shares, map(short, numbers), strict=True)]
    else:
        marks = axis.ticks(_MOST_NAMES)
    return Positions(shares, tuple(marks), is_continuous=True)


def _are_apart(shares: Sequence[float]) -> bool:
    """Whether each of the values has room for its number."""
    ordered = sorted(shares)
    gaps = [after - before for before, after in pairwise(ordered)]
    return min(gaps) >= 1.0 / (_MOST_NAMES + 1)
