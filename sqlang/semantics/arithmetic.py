"""The arithmetic of constants: IEEE binary64 that never traps (CST-5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def divide(a: float, b: float) -> float:
    """`a / b`; a division by zero is an infinity, 0 by 0 is not a number."""
    if b != 0.0:
        return a / b
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def power(a: float, b: float) -> float:
    """`a ^ b`; `0 ^ 0` is 1, a negative base with a fractional exponent is not a number."""
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0.0 and math.fmod(b, 2.0) != 0.0 else math.inf
    except ValueError:
        if a != 0.0:
            return math.nan
        negative = math.copysign(1.0, a) < 0.0 and math.fmod(b, 2.0) in (1.0, -1.0)
        return -math.inf if negative else math.inf


def smaller(a: float, b: float) -> float:
    """The smaller of two; the other one if one is not a number."""
    return b if math.isnan(a) else a if math.isnan(b) else min(a, b)


def larger(a: float, b: float) -> float:
    """The larger of two; the other one if one is not a number."""
    return b if math.isnan(a) else a if math.isnan(b) else max(a, b)


def floor(a: float) -> float:
    """The largest whole number not above `a`; the sign of zero is kept."""
    return math.copysign(float(math.floor(a)), a) if math.isfinite(a) else a


def ceil(a: float) -> float:
    """The least whole number not below `a`; of -0.5 it is -0.0."""
    return math.copysign(float(math.ceil(a)), a) if math.isfinite(a) else a


def square_root(a: float) -> float:
    """The square root; not a number below 0."""
    return math.nan if a < 0.0 else math.sqrt(a)


def exponential(a: float) -> float:
    """The power of e; infinity where that is too large."""
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf


def logarithm(a: float) -> float:
    """The natural logarithm; minus infinity at 0, not a number below."""
    if a == 0.0:
        return -math.inf
    return math.nan if a < 0.0 else math.log(a)


def both(a: float, b: float) -> float:
    """`a && b`; not a number is true, since it is not 0."""
    return float(a != 0.0 and b != 0.0)


def either(a: float, b: float) -> float:
    """`a || b`; not a number is true, since it is not 0."""
    return float(a != 0.0 or b != 0.0)


BINARY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "^": power,
    "<": lambda a, b: float(a < b),
    "<=": lambda a, b: float(a <= b),
    ">": lambda a, b: float(a > b),
    ">=": lambda a, b: float(a >= b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
    "&&": both,
    "||": either,
}
"""The operators between two constants, by their spelling."""

UNARY: Final[Mapping[str, Callable[[float], float]]] = {
    "-": lambda a: -a,
    "!": lambda a: float(a == 0.0),
}
"""The operators before a constant, by their spelling."""

ONE_ARGUMENT: Final[Mapping[str, Callable[[float], float]]] = {
    "abs": abs,
    "floor": floor,
    "ceil": ceil,
    "sqrt": square_root,
    "exp": exponential,
    "ln": logarithm,
}
"""The functions of one constant (CST-3)."""

TWO_ARGUMENTS: Final[Mapping[str, Callable[[float, float], float]]] = {
    "min": smaller,
    "max": larger,
    "pow": power,
}
"""The functions of two constants (CST-3)."""
