"""The random streams of a run, seeded as the reference seeds them (RNG-1, RNG-2)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.form import COMPILED
from sqlang.engine.lane_stream import LaneStream
from sqlang.engine.native_stream import NativeStream
from sqlang.engine.random_stream import WORD, RandomStream

WORKLOAD_SEED: Final = 0x9E3779B97F4A7C15
SESSION_SEED: Final = 0x5851F42D4C957F2D
EVICTION_SEED: Final = 0x2545F4914F6CDD1D
TRACE_SEED: Final = 0x6A09E667F3BCC908
"""What the program's seed is combined with, by exclusive or, for each stream (RNG-2)."""

_LONG_WORD: Final = 0xFFFFFFFFFFFFFFFF


def new_stream(seed: int) -> RandomStream:
    """A stream at its start, in the form that is faster here."""
    key = key_of(seed & _LONG_WORD)
    return NativeStream(key) if COMPILED else LaneStream(key)


class WordStream:
    """An endless sequence of 32-bit outputs, for choices among few."""

    def __init__(self, seed: int) -> None:
        self._source: Final = new_stream(seed)
        self._words: list[int] = []
        """Those not yet drawn, the next one last."""

    def word(self) -> int:
        """A 32-bit output."""
        if not self._words:
            self._words = self._source.next_words()
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
        state = (state * 6364136223846793005 + 11634580027462260723) & _LONG_WORD
        mixed = (((state >> 18) ^ state) >> 27) & WORD
        rotation = state >> 59
        words.append(((mixed >> rotation) | (mixed << (32 - rotation))) & WORD)
    return words
