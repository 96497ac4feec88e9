"""Means and intervals, by hand: quantiles of Student's t as in any table of them."""

from __future__ import annotations

import pytest

from sqlang.sweeps.statistics import MISSING, ONE_RUN, TOO_LARGE, estimated


def test_the_interval_of_four_values() -> None:
    # Mean 2.5, variance (2.25 + 0.25 + 0.25 + 2.25) / 3 = 5 / 3; t(0.975; 3) = 3.182446305284263.
    estimate = estimated([1.0, 2.0, 3.0, 4.0], 0.95)
    assert (estimate.runs, estimate.mean) == (4, 2.5)
    assert estimate.half_width == pytest.approx(3.182446305284263 * (5 / 12) ** 0.5, rel=1e-12)
    assert estimate.low == pytest.approx(2.5 - 2.0542603)
    assert estimate.high == pytest.approx(2.5 + 2.0542603)
    assert (estimate.least, estimate.greatest, estimate.reason) == (1.0, 4.0, "")


@pytest.mark.parametrize(
    ("level", "quantile"),
    [(0.9, 2.353363434801824), (0.99, 5.840909309733355), (0.5, 0.7648923284043446)],
)
def test_the_interval_has_the_level_that_is_wanted(level: float, quantile: float) -> None:
    half = estimated([1.0, 2.0, 3.0, 4.0], level).half_width
    assert half == pytest.approx(quantile * (5 / 12) ** 0.5, rel=1e-9)


def test_two_values_and_many() -> None:
    # One degree of freedom: t(0.975; 1) = 12.706204736174694, standard error 1.
    assert estimated([1.0, 3.0], 0.95).half_width == pytest.approx(12.706204736174694)
    # Values 0 and 2 by turns: mean 1, variance 32 / 31; t(0.975; 31) = 2.039513446396408.
    many = estimated([0.0, 2.0] * 16, 0.95)
    assert many.half_width == pytest.approx(2.039513446396408 * (1 / 31) ** 0.5)


def test_equal_values_have_an_interval_without_width() -> None:
    assert estimated([0.1] * 3, 0.95).half_width == pytest.approx(0.0, abs=1e-16)


def test_a_single_value_has_no_interval() -> None:
    estimate = estimated([7.0], 0.95)
    assert (estimate.mean, estimate.half_width, estimate.low) == (7.0, None, None)
    assert estimate.reason == ONE_RUN


def test_where_a_run_has_no_value_there_is_no_interval() -> None:
    estimate = estimated([1.0, None, 3.0], 0.95)
    assert (estimate.runs, estimate.mean, estimate.half_width) == (2, 2.0, None)
    assert estimate.reason == MISSING
    assert estimated([None], 0.95).mean is None


def test_the_order_of_values_does_not_matter_to_the_last_bit() -> None:
    values = [0.1, 1e16, 0.2, -1e16, 0.3]
    assert estimated(values, 0.95) == estimated(values[::-1], 0.95)
    # In the order of the values a plain sum would be 0.3 or 0.6 or something else.
    assert estimated(values, 0.95).mean == pytest.approx(0.12)


def test_what_is_too_large_is_said_to_be() -> None:
    estimate = estimated([1.7e308, 1.7e308], 0.95)
    assert (estimate.mean, estimate.reason) == (None, TOO_LARGE)
