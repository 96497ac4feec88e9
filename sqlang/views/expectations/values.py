"""Compares figures with the decimals that promise them, and writes them so that they hold."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from sqlang.engine.numbers import shortest_digits
from sqlang.views.expectations.model import Tolerance
from sqlang.views.expectations.reading import NULL

_FINER: Final = 1
"""An update writes so many digits more than the greatest digit of the tolerance."""


def holds(value: str, tolerance: Tolerance | None, figure: float | None) -> bool:
    """Whether a figure is the promised one; without a tolerance, to the last bit.

    Within a tolerance the written decimals are compared, so that 2.6 is `2.5 ± 0.1`.
    """
    if value == NULL or figure is None:
        return value == NULL and figure is None
    if tolerance is None:
        return _reads_as(value, figure)
    promised = _decimal(value)
    return abs(_decimal(digits(figure)) - promised) <= _allowed(promised, tolerance)


def digits(figure: float | None) -> str:
    """A figure as the report has it (REP-2)."""
    if figure is None:
        return NULL
    return str(figure) if isinstance(figure, int) else shortest_digits(figure)


def updated(figure: float | None, tolerance: Tolerance | None) -> str:
    """What to write for a figure: all its digits, or those that matter beside a tolerance."""
    if figure is None or tolerance is None:
        return digits(figure)
    exact = _decimal(digits(figure))
    allowed = _allowed(exact, tolerance)
    if not allowed:
        return digits(figure)
    places = _FINER - allowed.adjusted()
    if places >= _places(exact):
        return digits(figure)
    rounded = digits(float(round(exact, places)))
    return rounded if holds(rounded, tolerance, figure) else digits(figure)


def difference(value: str, figure: float | None) -> str:
    """How much a figure is above what was promised: `+0.5`; empty if one of them is no number."""
    if not value or value == NULL or figure is None:
        return ""
    gap = _decimal(digits(figure)) - _decimal(value)
    return f"{'+' if gap > 0 else ''}{digits(float(gap))}"


def _reads_as(value: str, figure: float) -> bool:
    if isinstance(figure, int):
        return _decimal(value) == figure
    return float(value.replace("_", "")) == figure


def _places(value: Decimal) -> int:
    """How many decimals a value is written with; to round to more would need them all."""
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace("_", ""))


def _allowed(value: Decimal, tolerance: Tolerance) -> Decimal:
    amount = _decimal(tolerance.amount)
    return abs(value) * amount / 100 if tolerance.percent else amount
