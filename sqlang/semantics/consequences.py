"""Which refusals only follow from another one at the same place: a person mends both at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlang.diagnostics.model import Diagnostic

_FOLLOWS_FROM: Final[Mapping[str, str]] = {
    "SQ407": "SQ315",  # a bound name that is a constant is put into the body as a `set`
    "SQ408": "SQ317",  # a function nobody knows may change, as far as anyone knows
    "SQ601": "SQ317",
    "SQ421": "SQ318",  # a name that is read where nothing binds it is no constant either
    "SQ606": "SQ318",
    "SQ444": "SQ414",  # without the index nobody knows which member is not held
    "SQ445": "SQ414",
}
"""A code, and that of the refusal which it follows from if both begin at the same place."""


def without_consequences(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics without those that follow from another; their order stays."""
    codes = {each.code for each in diagnostics}
    if codes.isdisjoint(_FOLLOWS_FROM.values()):
        return tuple(diagnostics)
    found = {_key(each, each.code) for each in diagnostics}
    return tuple(
        each for each in diagnostics if _key(each, _FOLLOWS_FROM.get(each.code, "")) not in found
    )


def _key(diagnostic: Diagnostic, code: str) -> tuple[str, int, int]:
    span = diagnostic.span
    return code, id(span.source), span.start
