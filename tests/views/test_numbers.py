"""Numbers as views write them."""

from __future__ import annotations

import math

import pytest

from sqlang.views.numbers import clock, exact, percent, plural, quantity, short


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (20.0, "20"),
        (123456.0, "123456"),
        (2.5, "2.5"),
        (1 / 3, "0.3333"),
        (12.3456789, "12.35"),
        (12345.678, "12346"),
        (0.1 + 0.2, "0.3"),
        (0.00012345678, "0.0001235"),
        (0.0000012345678, "1.235e-6"),
        (-0.0000015, "-1.5e-6"),
        (9.9999, "10"),
        (1e22, "1e22"),
        (1.5e300, "1.5e300"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "-"),
    ],
)
def test_a_label_has_four_significant_digits_and_whole_numbers_in_full(
    value: float, text: str
) -> None:
    assert short(value) == text


def test_a_time_has_at_most_four_decimals_whatever_its_size() -> None:
    assert [clock(12345.67891), clock(0.5), clock(3.0), clock(math.inf)] == [
        "12345.6789",
        "0.5",
        "3",
        "inf",
    ]


def test_exact_numbers_are_in_shortest_digits_without_exponent() -> None:
    assert [exact(0.1 + 0.2), exact(1e-7), exact(1e22), exact(0.4375), exact(-2.0)] == [
        "0.30000000000000004",
        "0.0000001",
        "10000000000000000000000",
        "0.4375",
        "-2",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),  # 0.30000000000000004
        (0.01 + 0.0001 * 408, "0.0508"),  # 0.050800000000000005
        (1 / 3, "0.333333333333"),
        (12345678901234.0, "12345678901234"),
        (-0.4375, "-0.4375"),
        (0.0, "0"),
        (math.inf, "inf"),
        (math.nan, "-"),
    ],
)
def test_a_quantity_is_without_the_noise_of_binary_fractions(value: float, text: str) -> None:
    assert quantity(value) == text


def test_quantities_that_look_alike_and_are_not_are_exact() -> None:
    assert quantity(0.1 + 0.2, beside=0.3) == "0.30000000000000004"
    assert quantity(0.3, beside=0.1 + 0.2) == "0.3"
    assert quantity(0.1 + 0.2, beside=0.1 + 0.2) == "0.3"
    assert quantity(0.1 + 0.2, beside=0.4) == "0.3"


def test_a_share_is_in_percent_with_a_decimal_when_small() -> None:
    assert [percent(0.15), percent(1.0), percent(0.0123), percent(0.0), percent(math.nan)] == [
        "15%",
        "100%",
        "1.2%",
        "0%",
        "-",
    ]


def test_only_one_is_singular() -> None:
    assert [plural(0, "job"), plural(1, "job"), plural(2, "job")] == ["0 jobs", "1 job", "2 jobs"]
