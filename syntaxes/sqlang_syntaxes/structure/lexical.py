"""Patterns of the smallest pieces (part 1, section 1), and what rules are put together from.

Beyond ASCII, whole ranges in which nearly all characters are letters or digits count as letters:
the properties of Unicode (LEX-5) are told neither by Python's `re` nor alike by all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlang.vocabulary import KEYWORDS
from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.structure.model import Match, Maybe, Piece, Pieces

WHITE: Final = " \t\n\v\f\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""White space (LEX-2), for a class of characters."""

_OTHER_DIGITS: Final = "\xb2\xb3\xb9\xbc-\xbe"
_OTHER_LETTERS: Final = (
    "\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u167f\u1681-\u1fff\u2070-\u209f\u2100-\u218f"
    "\u2460-\u24ff\u2776-\u2793\u2c00-\u2fff\u3005-\ufefe\uff00-\U0010ffff"
)
LETTER: Final = f"A-Za-z_{_OTHER_LETTERS}"
"""What an identifier begins with, for a class of characters."""

_FURTHER: Final = f"{LETTER}0-9{_OTHER_DIGITS}"
NAME: Final = f"[{LETTER}][{_FURTHER}]*+"
WORD_END: Final = f"(?![{_FURTHER}])"
STRANGERS: Final = rf"[^{WHITE}{_FURTHER}{{}}()\[\],;:.=~?+\-*/^<>!&|\"]++|[^{WHITE}]"
"""What begins no token (LEX-9), once everything that does is ruled out."""
CALLED: Final = r"(?=[ \t]*+\()"
LINE_END: Final = r"(?=[ \t]*+$)"

MANTISSA: Final = r"(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?+|\.[0-9][0-9_]*+)"
NUMBER: Final = rf"{MANTISSA}(?!\.)(?:[eE][+-]?[0-9]++)?+"
"""LEX-6: at most one point; what follows the digits without being an exponent is another token."""

BROKEN_NUMBER: Final = r"\.?[0-9][0-9._]*+(?:[eE][+-]?[0-9]++)?+"
"""What begins as a number and is none, as far as the lexer takes it (LEX-6b)."""

SPACE: Final = Piece(r"[ \t]++", None)
MAYBE_SPACE: Final = Piece(r"[ \t]*+", None)


def any_of(words: Iterable[str]) -> str:
    """A pattern of whole words; a longer one is tried before its beginning."""
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))}){WORD_END}"


def known(word: str, context: str) -> str:
    """A word that has rules of its own; it is an error if the vocabulary has no such keyword."""
    if not any(each.text == word and each.context == context for each in KEYWORDS):
        raise ValueError(f"the vocabulary has no keyword {word!r} in {context!r}")
    return word


def word(words: Iterable[str], word_class: WordClass) -> Piece:
    """One of some words, which is not the beginning of another."""
    return Piece(any_of(words), word_class)


def name(word_class: WordClass) -> Piece:
    """An identifier."""
    return Piece(NAME, word_class)


def named(keyword: Piece, word_class: WordClass) -> Pieces:
    """A keyword with the name that follows it on its line."""
    return (keyword, Maybe((SPACE, name(word_class))))


def words_of(classes: Iterable[tuple[WordClass, tuple[str, ...]]]) -> tuple[Match, ...]:
    """A rule for each class, by the spelling alone."""
    return tuple(Match((word(words, word_class),)) for word_class, words in classes if words)
