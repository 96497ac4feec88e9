"""Statements and their clauses (part 1, sections 4 to 6), in blocks that lie in each other."""

from __future__ import annotations

from typing import Final

from sqlang_syntaxes.classes import WordClass, keyword_classes, keywords, retired
from sqlang_syntaxes.structure.expressions import EXPRESSION, STOP
from sqlang_syntaxes.structure.lexical import (
    CALLED,
    LINE_END,
    MAYBE_SPACE,
    NAME,
    SPACE,
    any_of,
    known,
    name,
    named,
    word,
    words_of,
)
from sqlang_syntaxes.structure.model import Groups, Include, Match, Maybe, Piece, Region, Rule

_COMMA: Final = Piece(",", WordClass.PUNCTUATION)


def _keyword(text: str) -> Piece:
    return word([known(text, "block")], WordClass.STATEMENT)


def _clause(text: str, context: str, after: str = "") -> Piece:
    return Piece(any_of([known(text, context)]) + after, WordClass.CLAUSE)


def _listed(word_class: WordClass) -> Match:
    """A further reference, also one that is called as a clause is."""
    return Match((_COMMA, MAYBE_SPACE, name(word_class)))


def _referring(words: tuple[str, ...]) -> tuple[Match, Match]:
    """Clauses that a pool follows; elsewhere the same words are names of values."""
    pattern = any_of(words)
    return (
        Match((Piece(pattern, WordClass.CLAUSE), SPACE, name(WordClass.POOL))),
        Match((Piece(pattern + LINE_END, WordClass.CLAUSE),)),
    )


def _without(words: tuple[str, ...], *taken: str) -> tuple[str, ...]:
    return tuple(each for each in words if each not in taken)


_SERVING: Final = keywords("serving form")
_TRANSFER: Final = _keyword("transfer")
_SERVED: Final = word(_without(keywords("block", "serving form"), "transfer"), WordClass.STATEMENT)
_ON: Final = Maybe(
    (
        SPACE,
        _clause("on", "serving form"),
        Maybe((SPACE, name(WordClass.STAGE))),
    )
)
_FROM_AND_TO: Final = (known("from", "serving form"), known("to", "serving form"))

_ON_POOLS: Final = tuple(known(text, "block") for text in ("grow", "drop", "release", "load"))

_RULES: Final[tuple[Rule, ...]] = (
    Region("set", named(_keyword("set"), WordClass.ATTRIBUTE), STOP, (EXPRESSION,)),
    Region("observe", named(_keyword("observe"), WordClass.OBSERVATION), STOP, (EXPRESSION,)),
    Region("hold", named(_keyword("hold"), WordClass.POOL), STOP, ("comments", "held", EXPRESSION)),
    Match(named(word(_ON_POOLS, WordClass.STATEMENT), WordClass.POOL)),
    Match(named(_clause("lease", "hold"), WordClass.POOL)),
    Region(
        "run-statement",
        named(_keyword("run"), WordClass.STAGE),
        STOP,
        ("comments", "worked", EXPRESSION),
    ),
    Region(
        "choose",
        (
            _keyword("choose"),
            Maybe(
                (SPACE, name(WordClass.ATTRIBUTE), Maybe((SPACE, _clause("in", "choose")))),
            ),
        ),
        STOP,
        ("chosen", EXPRESSION),
    ),
    Region("transfer", (_TRANSFER, _ON), STOP, ("comments", "transferred", EXPRESSION)),
    Region("serving", (_SERVED, _ON), STOP, ("comments", "served", EXPRESSION)),
)
"""Statements in which names and clauses have to be told apart."""

GROUPS: Final[Groups] = {
    "held": (
        _listed(WordClass.POOL),
        Region(
            "bindings",
            (
                _clause("admission", "hold"),
                MAYBE_SPACE,
                Piece(r"\(", WordClass.PUNCTUATION),
            ),
            Piece(r"\)|(?=[;{}])", WordClass.PUNCTUATION),
            ("bound", EXPRESSION),
        ),
        *words_of(keyword_classes("hold").items()),
        Match((word(retired(keywords("hold")), WordClass.RETIRED),)),
        Match((name(WordClass.POOL),)),
    ),
    "bound": (Match((Piece(rf"{NAME}(?=[ \t]*+=(?!=))", WordClass.BINDING),)),),
    "worked": (
        _listed(WordClass.STAGE),
        Match((Piece(any_of(keywords("run statement", "mode")), WordClass.CLAUSE),)),
        *_referring(keywords("run statement", "clause")),
        Match((name(WordClass.STAGE),)),
    ),
    "chosen": (
        Match((_clause("by", "choose", CALLED),)),
        Match((_clause("in", "choose", LINE_END),)),
        *words_of([(WordClass.CLAUSE, _without(keywords("choose"), "in", "by"))]),
    ),
    "served": (
        _listed(WordClass.STAGE),
        *_referring(_without(_SERVING, "on", *_FROM_AND_TO)),
    ),
    "transferred": (*_referring(_FROM_AND_TO), Include("served")),
    "blocks": (
        Region(
            "block",
            (Piece(r"\{", WordClass.PUNCTUATION),),
            Piece(r"\}", WordClass.PUNCTUATION),
            ("comments", "statements", EXPRESSION),
        ),
    ),
    "statements": (
        *_RULES,
        *words_of(keyword_classes("block", "branch").items()),
        *words_of(keyword_classes("hold").items()),
        Match((word(retired(keywords("block")), WordClass.RETIRED),)),
        Include("blocks"),
    ),
}
