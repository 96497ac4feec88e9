"""The random streams of a run, seeded as the reference seeds them (RNG-1, RNG-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine import random_blocks
from sqlang.engine.random_blocks import LONG_WORD, WORD, Blocks

if TYPE_CHECKING:
    from mypy_extensions import i64

WORKLOAD_SEED: Final = 0x9E3779B97F4A7C15
SESSION_SEED: Final = 0x5851F42D4C957F2D
EVICTION_SEED: Final = 0x2545F4914F6CDD1D
TRACE_SEED: Final = 0x6A09E667F3BCC908
"""What the program's seed is combined with, by exclusive or, for each stream (RNG-2)."""

IS_COMPILED: Final = not random_blocks.__file__.endswith(".py")
_FIRST_LANES: Final = 1 if IS_COMPILED else 4
"""Blocks made at the first draw: a short run needs few."""
_LANES: Final = 1 if IS_COMPILED else 256
"""Blocks made at a time from the second draw of blocks on; 8 variates each."""


class _Stream:
    """The blocks of a stream, few at first."""

    def __init__(self, seed: int) -> None:
        self._key: Final = key_of(seed & LONG_WORD)
        self._blocks: Blocks | None = None

    def next_blocks(self) -> Blocks:
        """What makes the next blocks."""
        if self._blocks is None:
            self._blocks = Blocks(self._key, 0, _FIRST_LANES)
            return self._blocks
        if self._blocks.lanes != _LANES:
            self._blocks = Blocks(self._key, _FIRST_LANES, _LANES)
        return self._blocks


class RandomStream(_Stream):
    """An endless sequence of unit variates, each of a 64-bit output."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._variates: list[float] = []
        """Those of some blocks, the first one last."""
        self._left: i64 = 0
        """How many of them are not yet drawn."""

    def uniform(self) -> float:
        """A unit variate in [0, 1) (RNG-6)."""
        left = self._left
        if left == 0:
            self._variates = self.next_blocks().variates()
            left = len(self._variates)
        left -= 1
        self._left = left
        return self._variates[left]


class WordStream(_Stream):
    """An endless sequence of 32-bit outputs, for choices among few."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._words: list[int] = []
        """Those not yet drawn, the next one last."""

    def word(self) -> int:
        """A 32-bit output."""
        if not self._words:
            self._words = self.next_blocks().words()
            self._words.reverse()
        return self._words.pop()

    def pick(self, count: int) -> int:
        """One of 0 to `count` - 1, equally likely (RNG-9); `count` is below 2^32."""
        product = self.word() * count
        index = product >> 32
        low = product & WORD
        if low > (1 << 32) - count and low + ((self.word() * count) >> 32) >= 1 << 32:
            index += 1
        return index


def key_of(seed: int) -> list[int]:
    """Eight 32-bit words from a 64-bit seed, by a PCG sequence (RNG-1)."""
    words: list[int] = []
    state = seed
    for _ in range(8):
        state = (state * 6364136223846793005 + 11634580027462260723) & LONG_WORD
        mixed = (((state >> 18) ^ state) >> 27) & WORD
        rotation = state >> 59
        words.append(((mixed >> rotation) | (mixed << (32 - rotation))) & WORD)
    return words
