"""How views write numbers: few digits in labels, more in tables, all where they are needed."""

from __future__ import annotations

import math

LABEL_DIGITS = 4
CLOCK_DECIMALS = 4
QUANTITY_DIGITS = 12


def short(value: float) -> str:
    """A figure for a label: four significant digits, whole numbers in full; `-` for no number."""
    if math.isnan(value):
        return "-"
    if math.isinf(value) or (value == math.trunc(value) and abs(value) < 1e15):
        return exact(value)
    magnitude = math.floor(math.log10(abs(value)))
    if magnitude < -4 or magnitude >= 15:
        return _exponent_form(value)
    return exact(round(value, max(LABEL_DIGITS - 1 - magnitude, 0)))


def clock(time: float) -> str:
    """A time of the program's clock: at most four decimals, whatever its size."""
    return exact(round(time, CLOCK_DECIMALS)) if math.isfinite(time) else short(time)


def exact(value: float) -> str:
    """Shortest digits that read back as the same number (NUM-2); -0 is `0` and NaN is `-`."""
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    digits = repr(float(value))
    if "e" in digits:
        from decimal import Decimal  # most figures have no exponent

        digits = format(Decimal(digits), "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def quantity(value: float, beside: float | None = None) -> str:
    """A computed number in a table: twelve digits, without the noise of binary fractions behind.

    Whole numbers are exact, and so is one that would look like `beside` but differs from it.
    """
    if not math.isfinite(value) or value == math.trunc(value):
        return exact(value)
    text = exact(float(f"{value:.{QUANTITY_DIGITS}g}"))
    looks_alike = beside is not None and beside != value and quantity(beside) == text
    return exact(value) if looks_alike else text


def percent(share: float) -> str:
    """A share of 1 in whole percent, with one decimal below ten."""
    if not math.isfinite(share):
        return "-"
    return f"{exact(round(share * 100, 1 if abs(share) < 0.1 else 0))}%"


def plural(count: int, singular: str) -> str:
    """`1 job`, `2 jobs`."""
    return f"{count} {singular}" if count == 1 else f"{count} {singular}s"


def _exponent_form(value: float) -> str:
    mantissa, exponent = f"{value:.{LABEL_DIGITS - 1}e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
