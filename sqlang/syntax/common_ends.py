"""How much of two texts or lists is equal at their ends."""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_CHUNK: Final = 4096
"""So much is compared at once at first."""


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How long the longest equal beginnings are, and the longest equal ends of what is left."""
    shorter = min(len(one), len(other))
    start, step = 0, _CHUNK
    while step:
        while start + step <= shorter and one[start : start + step] == other[start : start + step]:
            start += step
        step //= 2
    most = shorter - start
    end, step = 0, _CHUNK
    while step:
        while (
            end + step <= most
            and one[len(one) - end - step : len(one) - end]
            == other[len(other) - end - step : len(other) - end]
        ):
            end += step
        step //= 2
    return start, end
