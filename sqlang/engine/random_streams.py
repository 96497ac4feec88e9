"""The random streams of a run: ChaCha with 12 rounds, seeded as the reference seeds it (RNG-1).

Blocks do not depend on one another, so many are made at once: each of the 16 state words is a
Python integer with one 64-bit lane per block, and one addition, exclusive or or shift of such
integers works on all blocks.
"""

from __future__ import annotations

from struct import pack, unpack
from typing import Final

_WORD: Final = 0xFFFFFFFF
_LONG_WORD: Final = 0xFFFFFFFFFFFFFFFF
_CONSTANTS: Final = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_DOUBLE_ROUNDS: Final = 6
_UNIT: Final = 2.0**-53
_FIRST_BATCH: Final = 4
"""Blocks made at the first draw: a short run needs few."""
_BATCH: Final = 256
"""Blocks made at a time from the second batch on; 8 draws each."""

WORKLOAD_SEED: Final = 0x9E3779B97F4A7C15
SESSION_SEED: Final = 0x5851F42D4C957F2D
EVICTION_SEED: Final = 0x2545F4914F6CDD1D
TRACE_SEED: Final = 0x6A09E667F3BCC908
"""What the program's seed is combined with, by exclusive or, for each stream (RNG-2)."""


class RandomStream:
    """An endless sequence of 64-bit outputs, drawn from as unit variates or as 32-bit words."""

    def __init__(self, seed: int) -> None:
        self._key: Final = _key_of(seed & _LONG_WORD)
        self._next_block = 0
        self._outputs: list[int] = []
        """Outputs not yet drawn, the next one last."""
        self._high_word = -1
        """The second half of an output whose first half was drawn as a word, or -1."""

    def uniform(self) -> float:
        """A unit variate in [0, 1) (RNG-6)."""
        if not self._outputs:
            self._make_blocks()
        return (self._outputs.pop() >> 11) * _UNIT

    def word(self) -> int:
        """A 32-bit output."""
        if self._high_word >= 0:
            word = self._high_word
            self._high_word = -1
            return word
        if not self._outputs:
            self._make_blocks()
        output = self._outputs.pop()
        self._high_word = output >> 32
        return output & _WORD

    def pick(self, count: int) -> int:
        """One of 0 to `count` - 1, equally likely (RNG-9); `count` is below 2^32."""
        product = self.word() * count
        index = product >> 32
        low = product & _WORD
        if low > (1 << 32) - count and low + ((self.word() * count) >> 32) >= 1 << 32:
            index += 1
        return index

    def _make_blocks(self) -> None:
        count = _BATCH if self._next_block else _FIRST_BATCH
        self._outputs = _blocks(self._key, self._next_block, count)
        self._outputs.reverse()
        self._next_block += count


def _key_of(seed: int) -> list[int]:
    """Eight 32-bit words from a 64-bit seed, by a PCG sequence (RNG-1)."""
    words: list[int] = []
    state = seed
    for _ in range(8):
        state = (state * 6364136223846793005 + 11634580027462260723) & _LONG_WORD
        mixed = (((state >> 18) ^ state) >> 27) & _WORD
        rotation = state >> 59
        words.append(((mixed >> rotation) | (mixed << (32 - rotation))) & _WORD)
    return words


def _blocks(key: list[int], first: int, count: int) -> list[int]:
    """The 64-bit outputs of the blocks `first` to `first + count - 1`, in order."""
    every_lane = ((1 << 64 * count) - 1) // _LONG_WORD
    low_halves = every_lane * _WORD
    counters = int.from_bytes(pack(f"<{count}Q", *range(first, first + count)), "little")
    start = [every_lane * word for word in (*_CONSTANTS, *key)]
    start += [counters & low_halves, (counters >> 32) & low_halves, 0, 0]
    words = list(start)
    for _ in range(_DOUBLE_ROUNDS):
        for column in range(4):
            _quarter_round(words, low_halves, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter_round(
                words,
                low_halves,
                column,
                4 + (column + 1) % 4,
                8 + (column + 2) % 4,
                12 + (column + 3) % 4,
            )
    words = [(word + added) & low_halves for word, added in zip(words, start, strict=True)]
    return _in_order(words, count)


def _quarter_round(words: list[int], low_halves: int, a: int, b: int, c: int, d: int) -> None:
    """ChaCha's quarter round on the words at `a`, `b`, `c`, `d`, in every lane."""
    word_a, word_b, word_c, word_d = words[a], words[b], words[c], words[d]
    word_a = (word_a + word_b) & low_halves
    word_d ^= word_a
    word_d = ((word_d << 16) | (word_d >> 16)) & low_halves
    word_c = (word_c + word_d) & low_halves
    word_b ^= word_c
    word_b = ((word_b << 12) | (word_b >> 20)) & low_halves
    word_a = (word_a + word_b) & low_halves
    word_d ^= word_a
    word_d = ((word_d << 8) | (word_d >> 24)) & low_halves
    word_c = (word_c + word_d) & low_halves
    word_b ^= word_c
    word_b = ((word_b << 7) | (word_b >> 25)) & low_halves
    words[a], words[b], words[c], words[d] = word_a, word_b, word_c, word_d


def _in_order(words: list[int], count: int) -> list[int]:
    """The outputs block by block: two words each, the low half first."""
    outputs = [0] * (8 * count)
    for place in range(8):
        pairs = words[2 * place] | (words[2 * place + 1] << 32)
        outputs[place::8] = unpack(f"<{count}Q", pairs.to_bytes(8 * count, "little"))
    return outputs
