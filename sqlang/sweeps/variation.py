"""The values that a parameter takes: `0.1..2.0:20`, `1..1000:4:log`, `1..8`, `1,2,max(3, x)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final, NamedTuple

from sqlang.views.numbers import exact

MOST_VALUES: Final = 100_000
"""More of one parameter are a slip of the keyboard."""

_NUMBER: Final = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_RANGE: Final = re.compile(
    rf"\s*(?P<first>{_NUMBER})\s*\.\.\s*(?P<last>{_NUMBER})\s*"
    r"(?::\s*(?P<count>[0-9]{1,9})\s*(?P<log>:\s*log\s*)?)?"
)
_FORMS: Final = "FROM..TO:COUNT, FROM..TO:COUNT:log, FROM..TO of whole numbers, or V1,V2,…"
_DIGITS: Final = 40
_LOGARITHMIC_DIGITS: Final = 6
"""Enough for steps that look alike, and few enough to be read."""
_LABEL_CHARACTERS: Final = 10
_OPENING: Final = "(["
_CLOSING: Final = ")]"


class Value(NamedTuple):
    """What stands in the program in the place of the parameter's value.

    `number` is its value if `text` is a plain number, None for any other expression.
    """

    text: str
    number: float | None

    @property
    def label(self) -> str:
        """What to call it in a table: a number of many digits with some of them."""
        if self.number is None or len(self.text) <= _LABEL_CHARACTERS:
            return self.text
        return exact(float(f"{self.number:.{_LOGARITHMIC_DIGITS}g}"))


class Variation(NamedTuple):
    """A parameter and its values; `is_logarithmic` if each is so many times the one before."""

    name: str
    values: tuple[Value, ...]
    is_logarithmic: bool = False

    @property
    def is_numeric(self) -> bool:
        """Whether all values are plain numbers."""
        return all(value.number is not None for value in self.values)


class VariationError(ValueError):
    """What cannot be read as values of a parameter, with what to write instead."""


def read_variation(text: str) -> Variation:
    """What `NAME=VALUES` says; raises `VariationError`."""
    name, equals, values = text.partition("=")
    name = name.strip()
    if not equals or not name:
        raise VariationError(f"`{text}` is not of the form NAME=VALUES; values are {_FORMS}")
    found = _RANGE.fullmatch(values)
    if found is not None:
        return _checked(Variation(name, tuple(_in_range(found)), bool(found["log"])))
    if ".." in values:
        raise VariationError(f"`{values}` is none of {_FORMS}")
    return _checked(Variation(name, tuple(map(_value, _separated(values)))))


def listed(name: str, values: Iterable[object]) -> Variation:
    """A parameter with values from Python: numbers, or expressions as strings."""
    return _checked(Variation(name, tuple(_value(_written(value)) for value in values)))


def _written(value: object) -> str:
    """`float(…)`, for numbers of numpy print otherwise."""
    return exact(float(value)) if isinstance(value, float) else str(value)


def _checked(variation: Variation) -> Variation:
    if not variation.values:
        raise VariationError(f"`{variation.name}` has no values")
    if len(variation.values) > MOST_VALUES:
        raise VariationError(f"`{variation.name}` has more than {MOST_VALUES} values")
    seen: set[float | str] = set()
    for value in variation.values:
        identity = value.text if value.number is None else value.number
        if identity in seen:
            raise VariationError(f"`{variation.name}` has the value {value.text} twice")
        seen.add(identity)
    return variation


def _in_range(found: re.Match[str]) -> Iterator[Value]:
    first, last = Fraction(found["first"]), Fraction(found["last"])
    if found["count"] is None:
        yield from _whole_numbers(found.group(0), first, last)
        return
    count = int(found["count"])
    if count < 2 or first == last:
        raise VariationError(f"`{found.group(0)}` is one value: write it alone")
    if count > MOST_VALUES:
        raise VariationError(f"`{found.group(0)}` has more than {MOST_VALUES} values")
    if found["log"]:
        numbers = _geometric(first, last, count, found.group(0))
    else:
        # In fractions, so that 0.1..2.0:20 gives 0.3 and not 0.30000000000000004.
        numbers = [float(first + (last - first) * at / (count - 1)) for at in range(count)]
    for number in numbers:
        yield Value(exact(number), number)


def _whole_numbers(text: str, first: Fraction, last: Fraction) -> Iterator[Value]:
    if first.denominator != 1 or last.denominator != 1:
        raise VariationError(f"how many values has `{text}`? write `{text.strip()}:COUNT`")
    step = 1 if first <= last else -1
    numbers = range(int(first), int(last) + step, step)
    if len(numbers) > MOST_VALUES:
        raise VariationError(f"`{text}` has more than {MOST_VALUES} values")
    for number in numbers:
        yield Value(str(number), float(number))


def _geometric(first: Fraction, last: Fraction, count: int, text: str) -> list[float]:
    if first <= 0 or last <= 0:
        raise VariationError(f"`{text}`: a logarithmic range is of numbers above 0")
    with localcontext() as context:
        context.prec = _DIGITS
        begin, end = _decimal(first), _decimal(last)
        steps = Decimal(count - 1)
        between = [begin * (end / begin) ** (Decimal(at) / steps) for at in range(1, count - 1)]
        rounded = [float(f"{number:.{_LOGARITHMIC_DIGITS}g}") for number in between]
        return [float(begin), *rounded, float(end)]


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def _value(text: str) -> Value:
    text = text.strip()
    if not text:
        raise VariationError("a value is missing between two commas")
    is_number = re.fullmatch(_NUMBER, text) is not None
    return Value(text, float(text) if is_number else None)


def _separated(values: str) -> Iterator[str]:
    """The parts between commas, but for those within parentheses."""
    depth, begin = 0, 0
    for at, character in enumerate(values):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth == 0:
            yield values[begin:at]
            begin = at + 1
    yield values[begin:]
