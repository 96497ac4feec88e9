"""The generator against the test values of part 5, section 1.

The second value of the workload stream is the reference's; part 5 prints two of its digits swapped.
"""

from __future__ import annotations

import pytest

from sqlang.engine import COMPILED
from sqlang.engine.lane_stream import Blocks, LaneStream
from sqlang.engine.native_stream import NativeStream
from sqlang.engine.random_streams import (
    EVICTION_SEED,
    SESSION_SEED,
    TRACE_SEED,
    WORKLOAD_SEED,
    WordStream,
    key_of,
    new_stream,
)


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0.7311134158637046, 0.7734601843532382, 0.025844634233355035]),
        (1, [0.9742447372584028, 0.6912356107023264, 0.4279747815328704]),
        (42, [0.5265574090027738, 0.5427252099031439, 0.6364650991438949]),
        (1 ^ WORKLOAD_SEED, [0.9221439071583398, 0.8953375791941335]),
        (1 ^ SESSION_SEED, [0.1268258148947381, 0.564682914487077]),
        (1 ^ EVICTION_SEED, [0.5500466515255933, 0.5519802424348131]),
    ],
)
def test_first_unit_variates(seed: int, expected: list[float]) -> None:
    stream = new_stream(seed)
    assert [stream.uniform() for _ in expected] == expected


def test_first_words_of_seed_0() -> None:
    stream = WordStream(0)
    assert [stream.word() for _ in range(3)] == [3442241407, 3140108210, 2384947579]


def test_a_unit_variate_is_two_words_low_half_first() -> None:
    words, units = WordStream(7), new_stream(7)
    for _ in range(100):
        low, high = words.word(), words.word()
        assert ((high << 32 | low) >> 11) * 2.0**-53 == units.uniform()


def test_picks_out_of_five() -> None:
    stream = WordStream(1 ^ TRACE_SEED)
    assert [stream.pick(5) for _ in range(12)] == [1, 0, 3, 2, 3, 4, 1, 2, 4, 0, 4, 3]


def test_a_pick_out_of_one_takes_a_word() -> None:
    stream, other = WordStream(3), WordStream(3)
    assert stream.pick(1) == 0
    other.word()
    assert stream.word() == other.word()


def test_blocks_made_together_are_those_made_alone() -> None:
    key = key_of(5)
    alone = [Blocks(key, block, 1) for block in range(6)]
    assert Blocks(key, 0, 6).words() == [word for block in alone for word in block.words()]
    alone = [Blocks(key, block, 1) for block in range(6)]
    drawn = [variate for block in alone for variate in reversed(block.variates())]
    assert Blocks(key, 0, 6).variates() == drawn[::-1]


def test_blocks_follow_one_another_across_batches() -> None:
    """The blocks are made in batches of different sizes; one made alone must be the same."""
    key = key_of(5)
    drawn = [variate for n in range(300) for variate in reversed(Blocks(key, n, 1).variates())]
    stream = new_stream(5)
    assert [stream.uniform() for _ in drawn] == drawn


@pytest.mark.skipif(not COMPILED, reason="plain Python has no integers of 32 bits")
@pytest.mark.parametrize("seed", [*range(40), 2**31, 2**32 - 1, 2**63, 2**64 - 1])
def test_both_forms_are_the_same_generator(seed: int) -> None:
    native, lanes = NativeStream(key_of(seed)), LaneStream(key_of(seed))
    assert [native.uniform() for _ in range(8 * 300)] == [lanes.uniform() for _ in range(8 * 300)]
    native, lanes = NativeStream(key_of(seed)), LaneStream(key_of(seed))
    assert [word for _ in range(4) for word in native.next_words()] == lanes.next_words()


@pytest.mark.skipif(not COMPILED, reason="plain Python has no integers of 32 bits")
@pytest.mark.parametrize("first", [2**31 - 1, 2**32 - 1, 2**63 - 1])
def test_both_forms_count_blocks_alike(first: int) -> None:
    native, lanes = NativeStream(key_of(5), first), LaneStream(key_of(5), first)
    assert [native.uniform() for _ in range(16)] == [lanes.uniform() for _ in range(16)]


def test_the_block_counter_has_64_bits() -> None:
    key = key_of(5)
    across = Blocks(key, 2**32 - 1, 1)
    across.words()
    following = across.words()
    assert following == Blocks(key, 2**32, 1).words()
    assert following != Blocks(key, 0, 1).words()
