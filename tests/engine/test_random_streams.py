"""The generator against the test values of part 5, section 1.

The second value of the workload stream is the reference's; part 5 prints two of its digits swapped.
"""

from __future__ import annotations

import pytest

from sqlang.engine.random_streams import (
    EVICTION_SEED,
    SESSION_SEED,
    TRACE_SEED,
    WORKLOAD_SEED,
    RandomStream,
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
    stream = RandomStream(seed)
    assert [stream.uniform() for _ in expected] == expected


def test_first_words_of_seed_0() -> None:
    stream = RandomStream(0)
    assert [stream.word() for _ in range(3)] == [3442241407, 3140108210, 2384947579]


def test_a_word_is_half_an_output_low_half_first() -> None:
    words, units = RandomStream(7), RandomStream(7)
    low, high = words.word(), words.word()
    assert ((high << 32 | low) >> 11) * 2.0**-53 == units.uniform()


def test_picks_out_of_five() -> None:
    stream = RandomStream(1 ^ TRACE_SEED)
    assert [stream.pick(5) for _ in range(12)] == [1, 0, 3, 2, 3, 4, 1, 2, 4, 0, 4, 3]


def test_a_pick_out_of_one_takes_a_word() -> None:
    stream, other = RandomStream(3), RandomStream(3)
    assert stream.pick(1) == 0
    other.word()
    assert stream.word() == other.word()


def test_blocks_follow_one_another_across_batches() -> None:
    """The blocks are made in batches of different sizes; one made alone must be the same."""
    from sqlang.engine.random_streams import _blocks, _key_of

    key = _key_of(5)
    together = _blocks(key, 0, 6)
    one_by_one = [output for block in range(6) for output in _blocks(key, block, 1)]
    assert together == one_by_one
    stream = RandomStream(5)
    drawn = [stream.uniform() for _ in range(48)]
    assert drawn == [(output >> 11) * 2.0**-53 for output in one_by_one]


def test_the_block_counter_has_64_bits() -> None:
    from sqlang.engine.random_streams import _blocks, _key_of

    key = _key_of(5)
    across = _blocks(key, 2**32 - 1, 2)
    assert across[8:] == _blocks(key, 2**32, 1)
    assert across[8:] != _blocks(key, 0, 1)
