"""Statistics in the order of operations of part 6, section 1."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Sequence

import pytest

from sqlang.engine.sample_statistics import SampleStatistics, sum_in_order
from sqlang.engine.statistics import (
    RunningMoments,
    Samples,
    TimeAverage,
)


def statistics(values: Sequence[float]) -> SampleStatistics:
    samples = Samples()
    for value in values:
        samples.add(value, 0.0, 0, 0.0)
    return SampleStatistics(samples)


def test_time_average() -> None:
    average = TimeAverage()
    average.record(2.0, 1.0)
    average.record(5.0, 3.0)
    assert average.mean(4.0) == (0.0 * 1 + 2.0 * 2 + 5.0 * 1) / 4


def test_time_average_without_time_is_the_value() -> None:
    average = TimeAverage()
    average.record(3.0, 0.0)
    assert average.mean(0.0) == 3.0


def test_a_restart_keeps_the_value() -> None:
    average = TimeAverage()
    average.record(4.0, 1.0)
    average.restart(10.0)
    average.record(1.0, 12.0)
    assert average.mean(14.0) == (4.0 * 2 + 1.0 * 2) / 4


def test_running_moments() -> None:
    moments = RunningMoments()
    assert math.isnan(moments.mean())
    moments.add(1.0)
    assert math.isnan(moments.squared_variation())
    for value in (2.0, 6.0):
        moments.add(value)
    assert moments.mean() == 3.0
    assert moments.squared_variation() == pytest.approx(7.0 / 9.0, rel=1e-15)


def test_a_mean_of_zero_has_no_squared_variation() -> None:
    moments = RunningMoments()
    for value in (-1.0, 1.0):
        moments.add(value)
    assert moments.squared_variation() == math.inf


def test_half_width_needs_40_samples() -> None:
    assert statistics([1.0] * 39).half_width == math.inf
    assert statistics([1.0] * 40).half_width == 0.0


def test_half_width_of_20_batches() -> None:
    """45 samples make batches of 2; the last 5 are not used."""
    values = [float(place // 2) for place in range(40)] + [1e9] * 5
    mean = sum(range(20)) / 20
    variance = sum((batch - mean) ** 2 for batch in range(20)) / 19
    assert statistics(values).half_width == 2.093 * math.sqrt(variance / 20)


def test_a_sum_starts_from_minus_zero() -> None:
    assert math.copysign(1.0, sum_in_order([])) == -1.0
    assert sum_in_order([0.1, 0.2, 0.3]) == 0.1 + 0.2 + 0.3


@pytest.mark.parametrize(
    ("count", "rank"), [(1, 1), (2, 2), (100, 99), (101, 100), (200, 198), (1000, 990)]
)
def test_percentile_is_the_sample_of_its_rank(count: int, rank: int) -> None:
    values = [float(count - place) for place in range(count)]
    assert statistics(values).percentile_99 == float(rank)


def test_percentile_without_samples_and_with_nan() -> None:
    assert math.isnan(statistics([]).percentile_99)
    assert math.isnan(statistics([math.nan, 1.0]).percentile_99)


@pytest.mark.parametrize("count", [1, 39, 40, 511, 512, 5000, 16_383, 16_384, 16_385, 18_000])
def test_statistics_do_not_depend_on_the_portions(count: int) -> None:
    """Some values are gone through at a time, as they are kept; here all are at once."""
    values = [math.fmod(place * 0.6180339887498949, 1.0) for place in range(count)]
    moments = RunningMoments()
    for value in values:
        moments.add(value)
    size = count // 20
    means = [sum_in_order(values[size * batch : size * (batch + 1)]) for batch in range(20)]
    found = statistics(values)
    assert found.count == count
    assert found.mean == moments.mean()
    assert found.percentile_99 == sorted(values)[math.ceil(0.99 * count) - 1]
    if count >= 40:
        center = sum_in_order([mean / size for mean in means]) / 20
        squares = sum_in_order([(mean / size - center) * (mean / size - center) for mean in means])
        assert found.half_width == 2.093 * math.sqrt(squares / 19 / 20)


@pytest.mark.parametrize(
    ("values", "bits"),
    [
        ([0.0, -0.0], 1.0),
        ([-0.0, -0.0], -1.0),
        ([-1.0, -0.0], -1.0),
    ],
)
def test_percentiles_of_zeros_keep_their_sign(values: list[float], bits: float) -> None:
    assert math.copysign(1.0, statistics(values).percentile_99) == bits


def test_statistics_of_many_samples_take_little_room() -> None:
    """A portion at a time as a list, and the greatest hundredth."""
    samples = Samples()
    samples.keep_values_only()
    for place in range(50_000):
        samples.add(math.fmod(place * 0.6180339887498949, 1.0), 0.0, 0, 0.0)
    tracemalloc.start()
    try:
        SampleStatistics(samples)
        greatest = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert greatest < 2 * 50_000


def test_a_sample_costs_28_bytes() -> None:
    samples = Samples()
    columns = (samples.values, samples.times, samples.serials, samples.turns)
    assert sum(column.itemsize for column in columns) <= 40


def test_the_turn_of_a_sample_is_cut_and_saturates() -> None:
    samples = Samples()
    for turn in (2.9, -3.7, math.nan, 1e30):
        samples.add(0.0, 0.0, 0, turn)
    assert samples.turns.tolist() == [2, 0, 0, 4294967295]
