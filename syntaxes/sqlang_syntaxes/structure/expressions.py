"""Comments, and everything that an expression consists of (part 1, section 3)."""

from __future__ import annotations

import re
from typing import Final

from sqlang.vocabulary import OPERATORS
from sqlang_syntaxes.classes import DRAWN, VALUES, WordClass, functions
from sqlang_syntaxes.structure.lexical import (
    BROKEN_NUMBER,
    CALLED,
    LETTER,
    MAYBE_SPACE,
    NAME,
    NUMBER,
    STRANGERS,
    any_of,
    name,
    word,
    words_of,
)
from sqlang_syntaxes.structure.model import Groups, Include, Match, Piece, Region, Rule

STOP: Final = Piece("(?=[;{}])", None)
"""What ends everything that is not a block, also where something is missing before it."""

EXPRESSION: Final = "expression"
"""The group of rules that knows every token of the language."""

_SYMBOLS: Final = sorted(
    {symbol for each in OPERATORS for symbol in each.text.split()} - {"~"} | {"=", ":"},
    key=lambda symbol: (-len(symbol), symbol),
)
_PUNCTUATION: Final = Piece(r"[{}()\[\],;.]", WordClass.PUNCTUATION)

COMMENTS: Final[tuple[Rule, ...]] = (
    Region(
        "expectation",
        (
            Piece("//!", WordClass.EXPECTATION),
            MAYBE_SPACE,
            Piece("[A-Za-z]*+", WordClass.EXPECTED_WORD),
        ),
        Piece("$", None),
        ("expected",),
        rest=WordClass.EXPECTATION,
    ),
    Match((Piece(r"//[^\n]*+", WordClass.COMMENT),)),
    Region(
        "block-comment",
        (Piece(r"/\*", WordClass.BLOCK_COMMENT),),
        Piece(r"\*/", WordClass.BLOCK_COMMENT),
        ("commented",),
        rest=WordClass.BLOCK_COMMENT,
    ),
)


def _reference_function(first_argument: str, word_class: WordClass) -> Region:
    """A function with the pool or stage that it asks about, whatever that is called."""
    complete = Piece(rf"{NAME}(?=[ \t]*+[),\[])", word_class)
    return Region(
        f"about-{word_class.name.lower()}",
        (
            word(functions(first_argument), WordClass.FUNCTION),
            MAYBE_SPACE,
            Piece(r"\(", WordClass.PUNCTUATION),
            MAYBE_SPACE,
            complete,
        ),
        Piece(r"\)|(?=[;{}])", WordClass.PUNCTUATION),
        (EXPRESSION,),
    )


GROUPS: Final[Groups] = {
    "expected": (
        Match((Piece(NUMBER, WordClass.NUMBER),)),
        Match((Piece(rf"[{LETTER}][{LETTER}0-9._]*+|[^\n]", WordClass.EXPECTATION),)),
    ),
    "commented": (Match((Piece(r"[^*\n]++|\*(?!/)", WordClass.BLOCK_COMMENT),)),),
    "quoted": (Match((Piece(r'[^"\n]++', WordClass.STRING),)),),
    "comments": COMMENTS,
    "brackets": (
        Region(
            "parentheses",
            (Piece(r"\(", WordClass.PUNCTUATION),),
            Piece(r"\)|(?=[;{}])", WordClass.PUNCTUATION),
            (EXPRESSION,),
        ),
        Region(
            "index",
            (Piece(r"\[", WordClass.PUNCTUATION),),
            Piece(r"\]|(?=[;{}])", WordClass.PUNCTUATION),
            (EXPRESSION,),
        ),
    ),
    "strings": (
        Region(
            "string",
            (Piece('"', WordClass.STRING),),
            Piece('"', WordClass.STRING),
            ("quoted",),
            rest=WordClass.STRING,
        ),
    ),
    EXPRESSION: (
        Include("comments"),
        Match((Piece(NUMBER, WordClass.NUMBER),)),
        Match((Piece(BROKEN_NUMBER, WordClass.INVALID),)),
        Include("strings"),
        Match((Piece("~", WordClass.DRAW), MAYBE_SPACE, word(DRAWN, WordClass.DISTRIBUTION))),
        Match((Piece("~", WordClass.DRAW),)),
        _reference_function("p", WordClass.POOL),
        _reference_function("s", WordClass.STAGE),
        Match((Piece(any_of(functions()) + CALLED, WordClass.FUNCTION),)),
        Match((Piece(NAME + CALLED, WordClass.CALL),)),
        *words_of(VALUES.items()),
        Match((name(WordClass.NAME),)),
        Include("brackets"),
        Match((Piece("|".join(map(re.escape, _SYMBOLS)), WordClass.OPERATOR),)),
        Match((_PUNCTUATION,)),
        Match((Piece(STRANGERS, WordClass.INVALID),)),
    ),
}
