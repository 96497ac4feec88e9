"""The generator in plain Python, many blocks at once: ChaCha of 12 rounds, 64-bit counter (RNG-1).

Blocks do not depend on one another. Each word of the state is an integer with one 64-bit lane for
each block; one addition, exclusive or or shift of such integers works on all of them.
"""

from __future__ import annotations

from struct import unpack
from typing import TYPE_CHECKING, Final

from sqlang.engine.random_stream import UNIT, WORD, RandomStream

if TYPE_CHECKING:
    Four = tuple[int, int, int, int]
    Sixteen = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]

_LANE: Final = 0xFFFFFFFFFFFFFFFF
_VARIATE: Final = 0x1FFFFFFFFFFFFF
"""The bits of an output that make its variate."""
_DOUBLE_ROUNDS: Final = 6
_FIRST_LANES: Final = 4
"""Blocks made at first: a short run needs few."""
_LANES: Final = 256
"""Blocks made at a time from then on; 8 variates each."""


class LaneStream(RandomStream):
    """The outputs of the blocks from the block `first` on; `key` are eight words of 32 bits."""

    def __init__(self, key: list[int], first: int = 0) -> None:
        self._key: Final = key
        self._first: Final = first
        self._blocks: Blocks | None = None
        self._variates: list[float] = []
        """Those not yet drawn, the next one last."""

    def uniform(self) -> float:
        variates = self._variates
        if not variates:
            variates = self._variates = self._next_blocks().variates()
        return variates.pop()

    def next_words(self) -> list[int]:
        return self._next_blocks().words()

    def _next_blocks(self) -> Blocks:
        """What makes the next blocks, few at first."""
        if self._blocks is None:
            self._blocks = Blocks(self._key, self._first, _FIRST_LANES)
            return self._blocks
        if self._blocks.lanes != _LANES:
            self._blocks = Blocks(self._key, self._first + _FIRST_LANES, _LANES)
        return self._blocks


class Blocks:
    """The blocks of one key from the block `first` on, `lanes` of them at a time."""

    def __init__(self, key: list[int], first: int, lanes: int) -> None:
        self.lanes: Final = lanes
        every = ((1 << 64 * lanes) - 1) // _LANE
        self._low_halves: Final = every * WORD
        self._variate_bits: Final = every * _VARIATE
        self._counters = sum([(first + lane) << 64 * lane for lane in range(lanes)])
        self._step: Final = every * lanes
        constants: Four = (
            every * 0x61707865,
            every * 0x3320646E,
            every * 0x79622D32,
            every * 0x6B206574,
        )
        self._constants: Final = constants
        first_keys: Four = (every * key[0], every * key[1], every * key[2], every * key[3])
        self._first_keys: Final = first_keys
        last_keys: Four = (every * key[4], every * key[5], every * key[6], every * key[7])
        self._last_keys: Final = last_keys

    def variates(self) -> list[float]:
        """The unit variates of the next blocks, the first one last (RNG-6)."""
        words = self._next()
        count = self.lanes
        numbers = [0] * (8 * count)
        for place in range(8):
            outputs = words[2 * place] | (words[2 * place + 1] << 32)
            bits = (outputs >> 11) & self._variate_bits
            numbers[8 * count - 1 - place :: -8] = unpack(
                f"<{count}Q", bits.to_bytes(8 * count, "little")
            )
        return [number * UNIT for number in numbers]

    def words(self) -> list[int]:
        """The words of the next blocks, block by block."""
        words = self._next()
        return [(word >> 64 * lane) & WORD for lane in range(self.lanes) for word in words]

    def _next(self) -> Sixteen:
        """The words of the next blocks, each in its lane."""
        low = self._low_halves
        s0, s1, s2, s3 = self._constants
        s4, s5, s6, s7 = self._first_keys
        s8, s9, s10, s11 = self._last_keys
        s12 = self._counters & low
        s13 = (self._counters >> 32) & low
        self._counters += self._step
        rows = self._constants, self._first_keys, self._last_keys, (s12, s13, 0, 0)
        x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15 = _rounds(rows, low)
        return (
            (x0 + s0) & low,
            (x1 + s1) & low,
            (x2 + s2) & low,
            (x3 + s3) & low,
            (x4 + s4) & low,
            (x5 + s5) & low,
            (x6 + s6) & low,
            (x7 + s7) & low,
            (x8 + s8) & low,
            (x9 + s9) & low,
            (x10 + s10) & low,
            (x11 + s11) & low,
            (x12 + s12) & low,
            (x13 + s13) & low,
            x14,
            x15,
        )


def _rounds(rows: tuple[Four, Four, Four, Four], low: int) -> Sixteen:
    """All rounds, without a call for each quarter round; `low` has ones in the halves in use."""
    (x0, x1, x2, x3), (x4, x5, x6, x7), (x8, x9, x10, x11), (x12, x13, x14, x15) = rows
    for _double_round in range(_DOUBLE_ROUNDS):
        # The four columns at once, each a quarter round.
        x0, x1, x2, x3 = (x0 + x4) & low, (x1 + x5) & low, (x2 + x6) & low, (x3 + x7) & low
        x12, x13, x14, x15 = x12 ^ x0, x13 ^ x1, x14 ^ x2, x15 ^ x3
        x12, x13 = ((x12 << 16) | (x12 >> 16)) & low, ((x13 << 16) | (x13 >> 16)) & low
        x14, x15 = ((x14 << 16) | (x14 >> 16)) & low, ((x15 << 16) | (x15 >> 16)) & low
        x8, x9, x10, x11 = (x8 + x12) & low, (x9 + x13) & low, (x10 + x14) & low, (x11 + x15) & low
        x4, x5, x6, x7 = x4 ^ x8, x5 ^ x9, x6 ^ x10, x7 ^ x11
        x4, x5 = ((x4 << 12) | (x4 >> 20)) & low, ((x5 << 12) | (x5 >> 20)) & low
        x6, x7 = ((x6 << 12) | (x6 >> 20)) & low, ((x7 << 12) | (x7 >> 20)) & low
        x0, x1, x2, x3 = (x0 + x4) & low, (x1 + x5) & low, (x2 + x6) & low, (x3 + x7) & low
        x12, x13, x14, x15 = x12 ^ x0, x13 ^ x1, x14 ^ x2, x15 ^ x3
        x12, x13 = ((x12 << 8) | (x12 >> 24)) & low, ((x13 << 8) | (x13 >> 24)) & low
        x14, x15 = ((x14 << 8) | (x14 >> 24)) & low, ((x15 << 8) | (x15 >> 24)) & low
        x8, x9, x10, x11 = (x8 + x12) & low, (x9 + x13) & low, (x10 + x14) & low, (x11 + x15) & low
        x4, x5, x6, x7 = x4 ^ x8, x5 ^ x9, x6 ^ x10, x7 ^ x11
        x4, x5 = ((x4 << 7) | (x4 >> 25)) & low, ((x5 << 7) | (x5 >> 25)) & low
        x6, x7 = ((x6 << 7) | (x6 >> 25)) & low, ((x7 << 7) | (x7 >> 25)) & low
        # The four diagonals.
        x0, x1, x2, x3 = (x0 + x5) & low, (x1 + x6) & low, (x2 + x7) & low, (x3 + x4) & low
        x15, x12, x13, x14 = x15 ^ x0, x12 ^ x1, x13 ^ x2, x14 ^ x3
        x15, x12 = ((x15 << 16) | (x15 >> 16)) & low, ((x12 << 16) | (x12 >> 16)) & low
        x13, x14 = ((x13 << 16) | (x13 >> 16)) & low, ((x14 << 16) | (x14 >> 16)) & low
        x10, x11, x8, x9 = (x10 + x15) & low, (x11 + x12) & low, (x8 + x13) & low, (x9 + x14) & low
        x5, x6, x7, x4 = x5 ^ x10, x6 ^ x11, x7 ^ x8, x4 ^ x9
        x5, x6 = ((x5 << 12) | (x5 >> 20)) & low, ((x6 << 12) | (x6 >> 20)) & low
        x7, x4 = ((x7 << 12) | (x7 >> 20)) & low, ((x4 << 12) | (x4 >> 20)) & low
        x0, x1, x2, x3 = (x0 + x5) & low, (x1 + x6) & low, (x2 + x7) & low, (x3 + x4) & low
        x15, x12, x13, x14 = x15 ^ x0, x12 ^ x1, x13 ^ x2, x14 ^ x3
        x15, x12 = ((x15 << 8) | (x15 >> 24)) & low, ((x12 << 8) | (x12 >> 24)) & low
        x13, x14 = ((x13 << 8) | (x13 >> 24)) & low, ((x14 << 8) | (x14 >> 24)) & low
        x10, x11, x8, x9 = (x10 + x15) & low, (x11 + x12) & low, (x8 + x13) & low, (x9 + x14) & low
        x5, x6, x7, x4 = x5 ^ x10, x6 ^ x11, x7 ^ x8, x4 ^ x9
        x5, x6 = ((x5 << 7) | (x5 >> 25)) & low, ((x6 << 7) | (x6 >> 25)) & low
        x7, x4 = ((x7 << 7) | (x7 >> 25)) & low, ((x4 << 7) | (x4 >> 25)) & low
    return x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15
