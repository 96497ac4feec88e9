"""What the parts of a program are drawn with; shrinking goes to the first choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

T = TypeVar("T")
_DRAWN: Final = st.binary(min_size=1_500, max_size=1_500)
"""More choices than a program has; all at once, since a draw of its own for each is slow."""


class Choices:
    """Draws of one program; once there are no more, everything is the simplest."""

    def __init__(self, draw: DrawFn) -> None:
        self._bytes: Final = iter(draw(_DRAWN))

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included; there are at most 256."""
        return low if low == high else low + next(self._bytes, 0) * (high - low + 1) // 256

    def chance(self, percent: int) -> bool:
        """True in so many of 100 cases."""
        return self.between(0, 99) >= 100 - percent

    def one_of(self, values: Sequence[T]) -> T:
        """One of the values, all alike."""
        return values[self.between(0, len(values) - 1)]

    def weighted(self, values: Sequence[tuple[int, T]]) -> T:
        """One of the values, each so often as the weight before it says."""
        at = self.between(0, sum(weight for weight, _ in values) - 1)
        for weight, value in values:
            at -= weight
            if at < 0:
                return value
        raise AssertionError("the weights are those summed up")

    def some_of(self, values: Sequence[T], least: int, most: int) -> list[T]:
        """Different ones of the values, in an order of their own."""
        left = list(values)
        count = min(self.between(least, most), len(left))
        return [left.pop(self.between(0, len(left) - 1)) for _ in range(count)]
