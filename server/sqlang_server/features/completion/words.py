"""Candidates that are words of the language, made once from its vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from lsprotocol.types import CompletionItemKind

from sqlang.ir.moments import Moment
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    NAMED_NUMBERS,
    Keyword,
)
from sqlang.vocabulary.snippets import snippet
from sqlang_server.features.completion.candidates import Candidate, Rank
from sqlang_server.features.place.evaluation import Evaluation, Fixed

_KINDS: Final[Mapping[str, CompletionItemKind]] = {
    "policy": CompletionItemKind.EnumMember,
    "stage kind": CompletionItemKind.EnumMember,
    "mode": CompletionItemKind.EnumMember,
    "run option": CompletionItemKind.Property,
    "pool option": CompletionItemKind.Property,
    "step option": CompletionItemKind.Property,
    "role name": CompletionItemKind.Module,
}
"""Kinds of keywords by their roles; those that are not here are keywords to an editor too."""

_PLACES: Final[Mapping[Keyword, int]] = {word: place for place, word in enumerate(KEYWORDS)}


@cache
def of_keyword(word: Keyword, rank: Rank) -> Candidate:
    """A keyword where it stands in its context, in the order in which a program is written."""
    return Candidate(
        word.text,
        _KINDS.get(word.role, CompletionItemKind.Keyword),
        rank,
        ("keyword", word.text, word.context),
        detail=word.role,
        place=_PLACES[word],
        snippet=snippet(word.text, word.context),
    )


def of_context(context: str, rank: Rank) -> Iterator[Candidate]:
    """All keywords of a context of the vocabulary."""
    return (of_keyword(word, rank) for word in KEYWORDS if word.context == context)


@cache
def functions(evaluation: Evaluation) -> tuple[Candidate, ...]:
    """The functions that may be called at a moment (NAM-9)."""
    only_pure = evaluation in (Fixed.CONSTANT, Fixed.RENEWAL)
    return tuple(
        Candidate(
            word.name,
            CompletionItemKind.Function,
            Rank.FUNCTION,
            ("function", word.name),
            detail=word.signature,
            signature=word.signature.removeprefix(word.name),
            snippet=call_snippet(word.name, parameters_of(word.signature)),
            opener="(",
        )
        for word in FUNCTIONS.values()
        if word.pure or not only_pure
    )


@cache
def distributions() -> tuple[Candidate, ...]:
    """What may follow `~`."""
    return tuple(
        Candidate(
            word.name,
            CompletionItemKind.Function,
            Rank.WANTED,
            ("distribution", word.name),
            detail=word.signature,
            signature=word.signature.removeprefix(f"~{word.name}"),
            snippet=call_snippet(word.name, parameters_of(word.signature)),
            opener="(",
        )
        for word in DISTRIBUTIONS.values()
    )


@cache
def context_variables(evaluation: Evaluation) -> tuple[Candidate, ...]:
    """The context variables that exist at a moment (MOM-8), and the numbers that have a name.

    In a definition all of them: they are those of its uses.
    """
    everywhere = frozenset(Moment)
    return (
        *(
            Candidate(
                word.name,
                CompletionItemKind.Variable,
                _context_rank(word.moments == everywhere, evaluation),
                ("context", word.name),
                detail=f"context variable, {word.unit}",
            )
            for word in CONTEXT_VARIABLES.values()
            if evaluation is Fixed.OF_USE or evaluation in word.moments
        ),
        *(
            Candidate(name, CompletionItemKind.Constant, Rank.GENERAL, ("number", name), "number")
            for name in NAMED_NUMBERS
        ),
    )


def _context_rank(is_everywhere: bool, evaluation: Evaluation) -> Rank:
    if is_everywhere:
        return Rank.GENERAL
    return Rank.UNLIKELY if evaluation is Fixed.OF_USE else Rank.MOMENT


@cache
def built_in_attributes() -> tuple[Candidate, ...]:
    """The attributes that every session has (NAM-3)."""
    return tuple(
        Candidate(
            word.name,
            CompletionItemKind.Field,
            Rank.BUILT_IN,
            ("built-in", word.name),
            detail=f"attribute of every session, {word.unit}",
        )
        for word in BUILTIN_ATTRIBUTES
    )


def parameters_of(signature: str) -> list[str]:
    """The parameters in a signature such as `f(a, b)`."""
    inner = re.search(r"\((.*)\)", signature)
    return [each.strip() for each in inner[1].split(",") if each.strip()] if inner else []


def call_snippet(name: str, parameters: list[str], end: str = "") -> str:
    """A call with a place for each argument."""
    places = ", ".join(f"${{{n}:{each}}}" for n, each in enumerate(parameters, 1))
    return f"{name}({places}){end}"
