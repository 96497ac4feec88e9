"""CST-5: IEEE arithmetic that never traps."""

from __future__ import annotations

import math

import pytest

from sqlang.semantics.arithmetic import BINARY, ONE_ARGUMENT, TWO_ARGUMENTS, UNARY

NAN = math.nan
INF = math.inf


def same(a: float, b: float) -> bool:
    """Equal as bits, but for the many spellings of not a number."""
    return (math.isnan(a) and math.isnan(b)) or (
        a == b and math.copysign(1, a) == math.copysign(1, b)
    )


@pytest.mark.parametrize(
    ("a", "operator", "b", "value"),
    [
        (1.0, "/", 0.0, INF),
        (1.0, "/", -0.0, -INF),
        (-1.0, "/", 0.0, -INF),
        (0.0, "/", 0.0, NAN),
        (INF, "/", 0.0, INF),
        (INF, "-", INF, NAN),
        (0.0, "^", 0.0, 1.0),
        (-8.0, "^", 1 / 3, NAN),
        (10.0, "^", 400.0, INF),
        (-10.0, "^", 401.0, -INF),
        (-10.0, "^", 400.0, INF),
        (0.0, "^", -1.0, INF),
        (-0.0, "^", -3.0, -INF),
        (-0.0, "^", -2.0, INF),
        (NAN, "<", 1.0, 0.0),
        (NAN, "==", NAN, 0.0),
        (NAN, "!=", NAN, 1.0),
        (NAN, "&&", 1.0, 1.0),
        (0.0, "||", NAN, 1.0),
        (0.0, "&&", NAN, 0.0),
        (2.0, "<=", 2.0, 1.0),
    ],
)
def test_operators_between_two(a: float, operator: str, b: float, value: float) -> None:
    assert same(BINARY[operator](a, b), value)


@pytest.mark.parametrize(
    ("function", "a", "value"),
    [
        ("ln", 0.0, -INF),
        ("ln", -1.0, NAN),
        ("exp", 1000.0, INF),
        ("exp", -1000.0, 0.0),
        ("sqrt", -1.0, NAN),
        ("sqrt", -0.0, -0.0),
        ("floor", INF, INF),
        ("floor", -0.5, -1.0),
        ("floor", -0.0, -0.0),
        ("ceil", -0.5, -0.0),
        ("ceil", NAN, NAN),
        ("abs", -3.0, 3.0),
    ],
)
def test_functions_of_one(function: str, a: float, value: float) -> None:
    assert same(ONE_ARGUMENT[function](a), value)


@pytest.mark.parametrize(
    ("function", "a", "b", "value"),
    [
        ("min", NAN, 2.0, 2.0),
        ("min", 2.0, NAN, 2.0),
        ("max", NAN, -INF, -INF),
        ("min", 3.0, 2.0, 2.0),
        ("max", 3.0, 2.0, 3.0),
        ("pow", 2.0, 3.0, 8.0),
    ],
)
def test_functions_of_two(function: str, a: float, b: float, value: float) -> None:
    assert same(TWO_ARGUMENTS[function](a, b), value)


def test_not_a_number_is_true() -> None:
    assert UNARY["!"](NAN) == 0.0
    assert UNARY["!"](0.0) == 1.0
