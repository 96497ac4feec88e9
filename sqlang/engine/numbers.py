"""Arithmetic as the specification fixes it: binary64, nothing traps, no reordering (NUM rules).

Python's own operators raise where the machine's give an infinity or a NaN; the functions here give
what the machine gives.
"""

from __future__ import annotations

import math
from struct import pack, unpack
from typing import Final

INFINITY: Final = math.inf
INVALID: Final = math.copysign(math.nan, -1.0)
"""The NaN an invalid operation produces: its sign bit is set, so it sorts first (NUM-4)."""

SLACK: Final = 1e-9
"""The tolerance of the comparisons listed in NUM-7; all others are exact."""

_WHOLE_FROM: Final = 4503599627370496.0
"""2^52: from here on every binary64 number is whole."""

_UNAMBIGUOUS_DIGITS: Final = 15
"""So many digits never are two decimals that read back as the same number."""

_LARGEST_MAGNITUDE_BITS: Final = 0x7FFFFFFFFFFFFFFF


def minimum(first: float, second: float) -> float:
    """The lesser; the other one beside a NaN, the second of two equals (NUM-5)."""
    return first if first < second or second != second else second


def maximum(first: float, second: float) -> float:
    """The greater; the other one beside a NaN, the second of two equals (NUM-5)."""
    return first if first > second or second != second else second


def at_least_zero(value: float) -> float:
    """`value`, or 0 where it is negative or NaN (NUM-5)."""
    return value if value > 0.0 else 0.0


def truncate(value: float, largest: int) -> int:
    """`value` towards zero, between 0 and `largest`; NaN counts as 0 (NUM-6)."""
    if not value > 0.0:
        return 0
    return int(value) if value < largest else largest


def has_sign(value: float) -> bool:
    """Whether the sign bit is set, which zeros and NaNs have too."""
    return math.copysign(1.0, value) < 0.0


def total_order(value: float) -> int:
    """A number that sorts as `value` does in the total order (NUM-4)."""
    bits: int = unpack("<q", pack("<d", value))[0]
    return bits if bits >= 0 else bits ^ _LARGEST_MAGNITUDE_BITS


def divide(dividend: float, divisor: float) -> float:
    """The IEEE quotient: by zero it is an infinity, 0/0 is NaN (EXPR-2)."""
    if divisor != 0.0:
        return dividend / divisor
    if dividend != dividend:
        return dividend
    if dividend == 0.0:
        return INVALID
    return math.copysign(INFINITY, math.copysign(1.0, dividend) * math.copysign(1.0, divisor))


def power(base: float, exponent: float) -> float:
    """C's `pow` (EXPR-4); an odd power turns the sign of a NaN, as with any other number."""
    if base != base and math.copysign(1.0, base) < 0.0 and _is_odd(exponent):
        return -base
    try:
        return math.pow(base, exponent)
    except ValueError:
        if base != 0.0:
            return INVALID
        return math.copysign(INFINITY, base) if _is_odd(exponent) else INFINITY
    except OverflowError:
        return -INFINITY if base < 0.0 and _is_odd(exponent) else INFINITY


def _is_odd(value: float) -> bool:
    return -INFINITY < value < INFINITY and abs(math.fmod(value, 2.0)) == 1.0


def natural_logarithm(value: float) -> float:
    """C's `log`: minus infinity of 0, NaN of a negative number (EXPR-4).

    Unlike other invalid operations' the reference's NaN has no sign bit here, so it sorts last.
    """
    if value > 0.0:
        return math.log(value)
    if value == 0.0:
        return -INFINITY
    return value if value != value else math.nan


def exponential(value: float) -> float:
    """C's `exp`, infinite where it overflows (EXPR-4)."""
    try:
        return math.exp(value)
    except OverflowError:
        return INFINITY


def square_root(value: float) -> float:
    """The square root, NaN of a negative number (EXPR-4)."""
    return INVALID if value < 0.0 else math.sqrt(value)


def floor(value: float) -> float:
    """The greatest whole number not above `value`, keeping the sign of zero (EXPR-4)."""
    if not -_WHOLE_FROM < value < _WHOLE_FROM:
        return value
    return math.copysign(float(math.floor(value)), value)


def ceiling(value: float) -> float:
    """The least whole number not below `value`, keeping the sign of zero (EXPR-4)."""
    if not -_WHOLE_FROM < value < _WHOLE_FROM:
        return value
    return math.copysign(float(math.ceil(value)), value)


def is_whole(value: float) -> bool:
    """Whether a number that is not negative has no fraction."""
    return value >= _WHOLE_FROM or value + _WHOLE_FROM - _WHOLE_FROM == value


def shortest_digits(value: float) -> str:
    """The shortest decimal that reads back as `value`, never with an exponent (NUM-2).

    Of several it is the closest; of two as close the one farther from zero, as in the reference.
    """
    if value != value:
        return "NaN"
    digits, _, exponent = repr(value).partition("e")
    if len(digits) > _UNAMBIGUOUS_DIGITS:
        digits = _farther_from_zero(value, digits, exponent)
    if not exponent:
        return digits.removesuffix(".0")
    sign = "-" if digits.startswith("-") else ""
    whole, _, fraction = digits.removeprefix("-").partition(".")
    point = len(whole) + int(exponent)
    significant = whole + fraction
    if point <= 0:
        return f"{sign}0.{'0' * -point}{significant}"
    return sign + significant.ljust(point, "0")


def _farther_from_zero(value: float, digits: str, exponent: str) -> str:
    """`digits`, or digits as close to `value` that follow them; `repr` takes the even ones."""
    following = f"{digits[:-1]}{chr(ord(digits[-1]) + 1)}"
    if digits[-1] == "9" or float(f"{following}e{exponent or 0}") != value:
        return digits
    whole, _, fraction = digits.removeprefix("-").partition(".")
    places = len(fraction) - int(exponent or 0)
    middle = 2 * int(whole + fraction) + 1
    numerator, denominator = abs(value).as_integer_ratio()
    if 2 * numerator * 10 ** max(places, 0) == middle * denominator * 10 ** max(-places, 0):
        return following
    return digits


def four_decimals(value: float) -> str:
    """`value` rounded to four decimals, an exact tie to the even digit (NUM-2)."""
    return f"{value:.4f}"
