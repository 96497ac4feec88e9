"""The generator in machine code, block by block: ChaCha of 12 rounds, 64-bit counter (RNG-1).

Words are native integers of 32 bits, whose sums wrap and whose rotations are one instruction each.
Plain Python has no such integers: there this form gives wrong numbers, and is not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.random_stream import UNIT, WORD, RandomStream

if TYPE_CHECKING:
    from mypy_extensions import i32, i64

_DOUBLE_ROUNDS: Final = 6


class NativeStream(RandomStream):
    """The outputs of the blocks from the block `first` on; `key` are eight words of 32 bits.

    A block has eight outputs, which are attributes: a list would have an object for each. The next
    one is always `_output0`.
    """

    def __init__(self, key: list[int], first: int = 0) -> None:
        words = [_signed(word) for word in [*key, first & WORD, first >> 32]]
        self._key0: i32 = words[0]
        self._key1: i32 = words[1]
        self._key2: i32 = words[2]
        self._key3: i32 = words[3]
        self._key4: i32 = words[4]
        self._key5: i32 = words[5]
        self._key6: i32 = words[6]
        self._key7: i32 = words[7]
        self._counter_low: i32 = words[8]
        """Of the next block."""
        self._counter_high: i32 = words[9]
        self._output0: i64 = 0
        self._output1: i64 = 0
        self._output2: i64 = 0
        self._output3: i64 = 0
        self._output4: i64 = 0
        self._output5: i64 = 0
        self._output6: i64 = 0
        self._output7: i64 = 0
        self._left: i64 = 0
        """How many of these are not yet drawn."""

    def uniform(self) -> float:
        if self._left == 0:
            self._make_block()
            self._left = 8
        self._left -= 1
        output = self._output0
        # To move all takes less than to find out which one is next, as processors guess wrong.
        self._output0 = self._output1
        self._output1 = self._output2
        self._output2 = self._output3
        self._output3 = self._output4
        self._output4 = self._output5
        self._output5 = self._output6
        self._output6 = self._output7
        return float((output >> 11) & 0x1FFFFFFFFFFFFF) * UNIT

    def next_words(self) -> list[int]:
        self._make_block()
        outputs: list[int] = [
            self._output0,
            self._output1,
            self._output2,
            self._output3,
            self._output4,
            self._output5,
            self._output6,
            self._output7,
        ]
        return [half & WORD for output in outputs for half in (output, output >> 32)]

    def _make_block(self) -> None:
        """The outputs of the next block: all rounds, without a call for each quarter round."""
        low, high = self._counter_low, self._counter_high
        self._counter_low = low + 1
        if self._counter_low == 0:
            self._counter_high = high + 1
        c0: i32 = 0x61707865
        c1: i32 = 0x3320646E
        c2: i32 = 0x79622D32
        c3: i32 = 0x6B206574
        nothing: i32 = 0
        x0, x1, x2, x3 = c0, c1, c2, c3
        x4, x5, x6, x7 = self._key0, self._key1, self._key2, self._key3
        x8, x9, x10, x11 = self._key4, self._key5, self._key6, self._key7
        x12, x13, x14, x15 = low, high, nothing, nothing
        rounds_left: i64 = _DOUBLE_ROUNDS
        while rounds_left != 0:
            rounds_left -= 1
            # The four columns at once, each a quarter round.
            x0, x1, x2, x3 = x0 + x4, x1 + x5, x2 + x6, x3 + x7
            x12, x13, x14, x15 = x12 ^ x0, x13 ^ x1, x14 ^ x2, x15 ^ x3
            x12, x13 = (x12 << 16) | ((x12 >> 16) & 0xFFFF), (x13 << 16) | ((x13 >> 16) & 0xFFFF)
            x14, x15 = (x14 << 16) | ((x14 >> 16) & 0xFFFF), (x15 << 16) | ((x15 >> 16) & 0xFFFF)
            x8, x9, x10, x11 = x8 + x12, x9 + x13, x10 + x14, x11 + x15
            x4, x5, x6, x7 = x4 ^ x8, x5 ^ x9, x6 ^ x10, x7 ^ x11
            x4, x5 = (x4 << 12) | ((x4 >> 20) & 0xFFF), (x5 << 12) | ((x5 >> 20) & 0xFFF)
            x6, x7 = (x6 << 12) | ((x6 >> 20) & 0xFFF), (x7 << 12) | ((x7 >> 20) & 0xFFF)
            x0, x1, x2, x3 = x0 + x4, x1 + x5, x2 + x6, x3 + x7
            x12, x13, x14, x15 = x12 ^ x0, x13 ^ x1, x14 ^ x2, x15 ^ x3
            x12, x13 = (x12 << 8) | ((x12 >> 24) & 0xFF), (x13 << 8) | ((x13 >> 24) & 0xFF)
            x14, x15 = (x14 << 8) | ((x14 >> 24) & 0xFF), (x15 << 8) | ((x15 >> 24) & 0xFF)
            x8, x9, x10, x11 = x8 + x12, x9 + x13, x10 + x14, x11 + x15
            x4, x5, x6, x7 = x4 ^ x8, x5 ^ x9, x6 ^ x10, x7 ^ x11
            x4, x5 = (x4 << 7) | ((x4 >> 25) & 0x7F), (x5 << 7) | ((x5 >> 25) & 0x7F)
            x6, x7 = (x6 << 7) | ((x6 >> 25) & 0x7F), (x7 << 7) | ((x7 >> 25) & 0x7F)
            # The four diagonals.
            x0, x1, x2, x3 = x0 + x5, x1 + x6, x2 + x7, x3 + x4
            x15, x12, x13, x14 = x15 ^ x0, x12 ^ x1, x13 ^ x2, x14 ^ x3
            x15, x12 = (x15 << 16) | ((x15 >> 16) & 0xFFFF), (x12 << 16) | ((x12 >> 16) & 0xFFFF)
            x13, x14 = (x13 << 16) | ((x13 >> 16) & 0xFFFF), (x14 << 16) | ((x14 >> 16) & 0xFFFF)
            x10, x11, x8, x9 = x10 + x15, x11 + x12, x8 + x13, x9 + x14
            x5, x6, x7, x4 = x5 ^ x10, x6 ^ x11, x7 ^ x8, x4 ^ x9
            x5, x6 = (x5 << 12) | ((x5 >> 20) & 0xFFF), (x6 << 12) | ((x6 >> 20) & 0xFFF)
            x7, x4 = (x7 << 12) | ((x7 >> 20) & 0xFFF), (x4 << 12) | ((x4 >> 20) & 0xFFF)
            x0, x1, x2, x3 = x0 + x5, x1 + x6, x2 + x7, x3 + x4
            x15, x12, x13, x14 = x15 ^ x0, x12 ^ x1, x13 ^ x2, x14 ^ x3
            x15, x12 = (x15 << 8) | ((x15 >> 24) & 0xFF), (x12 << 8) | ((x12 >> 24) & 0xFF)
            x13, x14 = (x13 << 8) | ((x13 >> 24) & 0xFF), (x14 << 8) | ((x14 >> 24) & 0xFF)
            x10, x11, x8, x9 = x10 + x15, x11 + x12, x8 + x13, x9 + x14
            x5, x6, x7, x4 = x5 ^ x10, x6 ^ x11, x7 ^ x8, x4 ^ x9
            x5, x6 = (x5 << 7) | ((x5 >> 25) & 0x7F), (x6 << 7) | ((x6 >> 25) & 0x7F)
            x7, x4 = (x7 << 7) | ((x7 >> 25) & 0x7F), (x4 << 7) | ((x4 >> 25) & 0x7F)
        self._output0 = _output(x0 + c0, x1 + c1)
        self._output1 = _output(x2 + c2, x3 + c3)
        self._output2 = _output(x4 + self._key0, x5 + self._key1)
        self._output3 = _output(x6 + self._key2, x7 + self._key3)
        self._output4 = _output(x8 + self._key4, x9 + self._key5)
        self._output5 = _output(x10 + self._key6, x11 + self._key7)
        self._output6 = _output(x12 + low, x13 + high)
        self._output7 = _output(x14, x15)


def _output(low: i32, high: i32) -> i64:
    """The output of two words."""
    lower: int = low
    upper: int = high
    lower_half: i64 = lower
    upper_half: i64 = upper
    return (upper_half << 32) | (lower_half & WORD)


def _signed(word: int) -> int:
    """The number from -2^31 on that has the bits of a word."""
    return word - ((word >> 31) << 32)
