"""How a broken invariant is told, and how exactly sums of floats must agree."""

from __future__ import annotations

from typing import Final

_RELATIVE: Final = 1e-9
_ABSOLUTE: Final = 1e-6


class InvariantError(Exception):
    """The engine has broken one of its invariants: a defect of ours."""


def require(holds: bool, message: str) -> None:
    """Raises `InvariantError` unless it holds."""
    if not holds:
        raise InvariantError(message)


def agree(first: float, second: float) -> bool:
    """Whether two sums of the same numbers in different orders may be these.

    What is not finite agrees with everything: infinities that come and go leave no number.
    """
    difference = abs(first - second)
    if not difference < float("inf"):
        return True
    return difference <= _ABSOLUTE + _RELATIVE * max(abs(first), abs(second))


def at_most(first: float, second: float) -> bool:
    """Whether one such sum may be no greater than another number."""
    return first <= second or agree(first, second)
