"""How much of two texts or lists is equal at their ends."""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_CHUNK: Final = 4096
"""No more is compared at once."""


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How long the longest equal beginnings are, and the longest equal ends of what is left."""
    length, other_length = len(one), len(other)
    shorter = min(length, other_length)
    largest = min(_CHUNK, 1 << shorter.bit_length())
    start, step = 0, largest
    while step:
        end = start + step
        while end <= shorter and one[start:end] == other[start:end]:
            start = end
            end += step
        step //= 2
    most = shorter - start
    count, step = 0, largest
    while step:
        longer = count + step
        while (
            longer <= most
            and one[length - longer : length - count]
            == other[other_length - longer : other_length - count]
        ):
            count = longer
            longer += step
        step //= 2
    return start, count
