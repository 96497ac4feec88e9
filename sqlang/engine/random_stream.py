"""What draws are made of: an endless sequence of unit variates, or of words."""

from __future__ import annotations

from typing import Final

WORD: Final = 0xFFFFFFFF
UNIT: Final = 2.0**-53
"""The distance of neighbouring unit variates (RNG-6)."""


class RandomStream:
    """The outputs of a generator, 64 bits each; read either as variates or as words."""

    def uniform(self) -> float:
        """A unit variate in [0, 1), of the upper 53 bits of an output (RNG-6)."""
        raise NotImplementedError

    def next_words(self) -> list[int]:
        """The 32-bit halves of some outputs, lower half first: the following ones each time."""
        raise NotImplementedError
