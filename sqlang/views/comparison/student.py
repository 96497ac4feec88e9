"""Quantiles of Student's distribution, for the intervals of means of few values.

The distribution function is an incomplete beta function, evaluated by its continued fraction
(modified Lentz); the quantile is found by bisection between doubles, so it is as exact as that.
"""

from __future__ import annotations

import math
from typing import Final

_SMALLEST: Final = 1e-300
_TERMS: Final = 10_000
_HALVINGS: Final = 200
_PRECISION: Final = 1e-16


def student_quantile(probability: float, degrees: int) -> float:
    """The value that Student's variable with so many degrees of freedom stays below, so often.

    Raises `ValueError` unless `probability` is between 0 and 1 and `degrees` at least 1.
    """
    if not 0.0 < probability < 1.0 or degrees < 1:
        raise ValueError(f"no quantile {probability} with {degrees} degrees of freedom")
    if probability < 0.5:
        return -student_quantile(1.0 - probability, degrees)
    tail = 1.0 - probability
    low, high = 0.0, 1.0
    while upper_tail(high, degrees) > tail:
        low, high = high, high * 2.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if upper_tail(middle, degrees) > tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def upper_tail(value: float, degrees: int) -> float:
    """How often the variable is above a value from 0 on."""
    return _incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + value * value)) / 2.0


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function."""
    if x <= 0.0 or x >= 1.0:
        return min(max(x, 0.0), 1.0)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logarithm + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function."""
    c = 1.0
    d = 1.0 / _apart_from_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for term in range(1, _TERMS):
        even = term * (b - term) * x / ((a + 2.0 * term - 1.0) * (a + 2.0 * term))
        d = 1.0 / _apart_from_zero(1.0 + even * d)
        c = _apart_from_zero(1.0 + even / c)
        value *= d * c
        odd = -(a + term) * (a + b + term) * x / ((a + 2.0 * term) * (a + 2.0 * term + 1.0))
        d = 1.0 / _apart_from_zero(1.0 + odd * d)
        c = _apart_from_zero(1.0 + odd / c)
        value *= d * c
        if abs(d * c - 1.0) < _PRECISION:
            break
    return value


def _apart_from_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
