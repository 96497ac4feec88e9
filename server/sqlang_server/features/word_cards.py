"""Cards for the words of the language, made from its vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary import (
    MOMENTS,
    AttributeWord,
    ContextWord,
    DistributionWord,
    FunctionWord,
    Keyword,
    NumberWord,
    OperatorWord,
)
from sqlang_server.features.cards import Card

_CONSTANT: Final = "constant"
_CONSTANT_KINDS: Final = frozenset({"fifo", "poisson", "closed", "batch"})
"""Their argument is a constant too."""


@singledispatch
def card_of(word: object) -> Card:
    """What a word means, when it is evaluated, in which unit, and an example of it."""
    raise TypeError(f"no word of the language: {word!r}")


@card_of.register
def _keyword(word: Keyword) -> Card:
    place = "" if word.context in ("program", "block") else f" in `{word.context}`"
    return Card(
        heading=f"**{word.text}** · {word.role}{place}",
        signature=word.signature,
        body=word.documentation,
        facts=(*_moment(word), *_facts(unit=word.unit, default=word.default)),
        example=word.example if word.example != word.signature else "",
    )


def _moment(word: Keyword) -> tuple[tuple[str, str], ...]:
    """When the expression of a clause is evaluated; none if it takes none."""
    if word.moment is not None:
        moment = MOMENTS[word.moment]
        return (("evaluated", f"in {moment.place}. {moment.documentation}"),)
    if _CONSTANT in word.signature or word.text in _CONSTANT_KINDS:
        return (("evaluated", "once, before the run"),)
    return ()


@card_of.register
def _function(word: FunctionWord) -> Card:
    role = "function" if word.pure else "function of the state of the run"
    return Card(
        heading=f"**{word.name}** · {role}",
        signature=word.signature,
        body=word.documentation,
        facts=_facts(unit=word.unit),
    )


@card_of.register
def _distribution(word: DistributionWord) -> Card:
    return Card(
        heading=f"**{word.name}** · distribution",
        signature=word.signature,
        body=word.documentation,
        facts=_facts(unit="that of its arguments"),
    )


@card_of.register
def _context(word: ContextWord) -> Card:
    return Card(
        heading=f"**{word.name}** · context variable",
        body=word.documentation,
        facts=(("exists in", _places(word.moments)), *_facts(unit=word.unit)),
    )


@card_of.register
def _number(word: NumberWord) -> Card:
    return Card(heading=f"**{word.name}** · number", body=word.documentation)


@card_of.register
def _attribute(word: AttributeWord) -> Card:
    return Card(
        heading=f"**{word.name}** · attribute of every session",
        body=word.documentation,
        facts=_facts(unit=word.unit, written_by=word.writer),
    )


@card_of.register
def _operator(word: OperatorWord) -> Card:
    return Card(
        heading=f"`{word.text}` · operator",
        signature=word.signature,
        body=word.documentation,
    )


def _facts(**facts: str) -> tuple[tuple[str, str], ...]:
    return tuple((label.replace("_", " "), value) for label, value in facts.items() if value)


def _places(moments: Iterable[Moment]) -> str:
    """The moments of a word in the order of the language, or `every expression`."""
    known = frozenset(moments)
    if known == frozenset(Moment):
        return "every expression"
    return "; ".join(MOMENTS[moment].place for moment in Moment if moment in known)
