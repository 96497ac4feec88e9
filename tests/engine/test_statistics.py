"""Statistics in the order of operations of part 6, section 1."""

from __future__ import annotations

import math
from array import array

import pytest

from sqlang.engine.statistics import (
    RunningMoments,
    Samples,
    TimeAverage,
    half_width,
    percentile_99,
    sum_in_order,
)


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
    assert half_width(array("d", [1.0] * 39)) == math.inf
    assert half_width(array("d", [1.0] * 40)) == 0.0


def test_half_width_of_20_batches() -> None:
    """45 samples make batches of 2; the last 5 are not used."""
    values = [float(place // 2) for place in range(40)] + [1e9] * 5
    mean = sum(range(20)) / 20
    variance = sum((batch - mean) ** 2 for batch in range(20)) / 19
    assert half_width(array("d", values)) == 2.093 * math.sqrt(variance / 20)


def test_a_sum_starts_from_minus_zero() -> None:
    assert math.copysign(1.0, sum_in_order(array("d"))) == -1.0
    assert sum_in_order(array("d", [0.1, 0.2, 0.3])) == 0.1 + 0.2 + 0.3


@pytest.mark.parametrize(
    ("count", "rank"), [(1, 1), (2, 2), (100, 99), (101, 100), (200, 198), (1000, 990)]
)
def test_percentile_is_the_sample_of_its_rank(count: int, rank: int) -> None:
    values = array("d", [float(count - place) for place in range(count)])
    assert percentile_99(values) == float(rank)


def test_percentile_without_samples_and_with_nan() -> None:
    assert math.isnan(percentile_99(array("d")))
    assert math.isnan(percentile_99(array("d", [math.nan, 1.0])))


def test_a_sample_costs_28_bytes() -> None:
    samples = Samples()
    columns = (samples.values, samples.times, samples.serials, samples.turns)
    assert sum(column.itemsize for column in columns) <= 40


def test_the_turn_of_a_sample_is_cut_and_saturates() -> None:
    samples = Samples()
    for turn in (2.9, -3.7, math.nan, 1e30):
        samples.add(0.0, 0.0, 0, turn)
    assert samples.turns.tolist() == [2, 0, 0, 4294967295]
