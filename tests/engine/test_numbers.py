"""Arithmetic and digits of part 5, section 3."""

from __future__ import annotations

import math

import pytest

from sqlang.engine import numbers

NAN = math.nan


def same(left: float, right: float) -> bool:
    """Equal, the sign of zero included; NaN equals NaN."""
    if left != left or right != right:
        return left != left and right != right
    return left == right and math.copysign(1.0, left) == math.copysign(1.0, right)


@pytest.mark.parametrize(
    ("value", "digits"),
    [
        (20.0, "20"),
        (0.1, "0.1"),
        (-0.0, "-0"),
        (1e-7, "0.0000001"),
        (1e22, "10000000000000000000000"),
        (1.5e17, "150000000000000000"),
        # As close to the even digit: what the reference prints.
        (900719925474099.25, "900719925474099.3"),
        (-637837390171987.25, "-637837390171987.3"),
        (586813704872771.75, "586813704872771.8"),
        (4503599627370498.0, "4503599627370498"),
        (-2.5e-9, "-0.0000000025"),
        (123456789012345680.0, "123456789012345680"),
        (2.5, "2.5"),
        (NAN, "NaN"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
    ],
)
def test_shortest_digits(value: float, digits: str) -> None:
    assert numbers.shortest_digits(value) == digits


@pytest.mark.parametrize(
    ("value", "digits"),
    [(0.03125, "0.0312"), (1.09375, "1.0938"), (2.0, "2.0000"), (0.00005, "0.0001")],
)
def test_four_decimals_round_an_exact_tie_to_even(value: float, digits: str) -> None:
    # 0.00005 as binary64 lies above the tie, so it rounds up.
    assert numbers.four_decimals(value) == digits


@pytest.mark.parametrize(
    ("first", "second", "least", "greatest"),
    [
        (1.0, 2.0, 1.0, 2.0),
        (NAN, 2.0, 2.0, 2.0),
        (2.0, NAN, 2.0, 2.0),
        (0.0, -0.0, -0.0, -0.0),
        (-0.0, 0.0, 0.0, 0.0),
        (NAN, NAN, NAN, NAN),
    ],
)
def test_minimum_and_maximum(first: float, second: float, least: float, greatest: float) -> None:
    assert same(numbers.minimum(first, second), least)
    assert same(numbers.maximum(first, second), greatest)


@pytest.mark.parametrize(("value", "expected"), [(NAN, 0.0), (-1.0, 0.0), (-0.0, 0.0), (2.5, 2.5)])
def test_nan_and_negative_count_as_zero(value: float, expected: float) -> None:
    assert same(numbers.at_least_zero(value), expected)


@pytest.mark.parametrize(
    ("value", "expected"), [(2.9, 2), (-1.5, 0), (NAN, 0), (math.inf, 10), (11.0, 10), (10.0, 10)]
)
def test_truncation_saturates(value: float, expected: int) -> None:
    assert numbers.truncate(value, 10) == expected


def test_total_order() -> None:
    ascending = [numbers.INVALID, -math.inf, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0, math.inf, NAN]
    keys = [numbers.total_order(value) for value in ascending]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize(
    ("dividend", "divisor", "quotient"),
    [
        (1.0, 0.0, math.inf),
        (-1.0, 0.0, -math.inf),
        (1.0, -0.0, -math.inf),
        (0.0, 0.0, NAN),
        (NAN, 0.0, NAN),
        (1e308, 1e-10, math.inf),
        (6.0, 4.0, 1.5),
    ],
)
def test_division(dividend: float, divisor: float, quotient: float) -> None:
    assert same(numbers.divide(dividend, divisor), quotient)


def test_an_invalid_operation_sorts_before_everything() -> None:
    assert math.copysign(1.0, numbers.divide(0.0, 0.0)) == -1.0
    assert math.copysign(1.0, numbers.square_root(-1.0)) == -1.0


def test_the_logarithm_of_a_negative_number_sorts_after_everything() -> None:
    assert math.copysign(1.0, numbers.natural_logarithm(-1.0)) == 1.0


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        (2.0, 10.0, 1024.0),
        (0.0, -1.0, math.inf),
        (-0.0, -1.0, -math.inf),
        (-0.0, -2.0, math.inf),
        (-8.0, 1.0 / 3.0, NAN),
        (10.0, 400.0, math.inf),
        (-10.0, 401.0, -math.inf),
        (-10.0, 400.0, math.inf),
        (0.0, 0.0, 1.0),
        (NAN, 0.0, 1.0),
    ],
)
def test_power(base: float, exponent: float, expected: float) -> None:
    assert same(numbers.power(base, exponent), expected)


@pytest.mark.parametrize(
    ("exponent", "sign"),
    [(1.0, 1.0), (-3.0, 1.0), (2.0, -1.0), (0.5, -1.0), (math.inf, -1.0), (NAN, -1.0)],
)
def test_an_odd_power_turns_the_sign_of_an_invalid_number(exponent: float, sign: float) -> None:
    # As the reference sorts it.
    assert math.copysign(1.0, numbers.power(numbers.INVALID, exponent)) == sign
    assert math.copysign(1.0, numbers.power(-numbers.INVALID, exponent)) == 1.0


def test_functions_at_their_edges() -> None:
    assert numbers.natural_logarithm(0.0) == -math.inf
    assert same(numbers.natural_logarithm(-1.0), NAN)
    assert numbers.exponential(1000.0) == math.inf
    assert numbers.exponential(-1000.0) == 0.0
    assert same(numbers.square_root(-0.0), -0.0)
    assert same(numbers.ceiling(-0.5), -0.0)
    assert same(numbers.floor(-0.0), -0.0)
    assert numbers.floor(-0.5) == -1.0
    assert numbers.ceiling(math.inf) == math.inf
    assert same(numbers.floor(NAN), NAN)
    assert numbers.floor(4503599627370497.0) == 4503599627370497.0
