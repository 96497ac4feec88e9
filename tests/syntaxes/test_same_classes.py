"""Each character of a program is of the same class to VS Code as to Pygments."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from pygments.lexer import RegexLexer
from pygments.token import Token, _TokenType

from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.lexing import lexer_states
from sqlang_syntaxes.structure import GROUPS, PROGRAM
from tests.syntaxes.test_lexers import PIECES
from tests.syntaxes.textmate import Scoped, tokenized
from tests.syntaxes.texts import CONFORMING, EXAMPLES, fenced, name_of, read

Classes = list[WordClass | None]


def _own_token(word_class: WordClass) -> _TokenType:
    """A token that no other class has, unlike the standard ones."""
    token: _TokenType = getattr(Token.Class, word_class.name.capitalize())
    return token


_CLASS_OF_TOKEN = {_own_token(word_class): word_class for word_class in WordClass}


class ClassLexer(RegexLexer):
    """Our lexer, which tells all classes apart."""

    tokens = lexer_states(GROUPS, PROGRAM, _own_token)


def by_pygments(text: str) -> Classes:
    """The class of each UTF-16 unit, white space left out of account."""
    classes: Classes = []
    for _, token, value in ClassLexer().get_tokens_unprocessed(text):
        for character in value:
            units = len(character.encode("utf-16-le")) // 2
            found = None if character.isspace() else _CLASS_OF_TOKEN.get(token)
            classes.extend([found] * units)
    return classes


def by_textmate(text: str, pieces: list[Scoped]) -> Classes:
    units = text.encode("utf-16-le")
    classes: Classes = [None] * (len(units) // 2)
    for piece in pieces:
        classes[piece.start : piece.end] = [piece.word_class] * (piece.end - piece.start)
    for index in range(len(classes)):
        unit = units[2 * index : 2 * index + 2].decode("utf-16-le", "replace")
        if unit.isspace():
            classes[index] = None
    return classes


def differences(text: str, pieces: list[Scoped]) -> list[str]:
    """Where the two part, with what stands there."""
    ours, theirs = by_pygments(text), by_textmate(text, pieces)
    assert len(ours) == len(theirs)
    return [
        f"{at}: {text[max(0, at - 10) : at + 10]!r} {one} {other}"
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True))
        if one is not other
    ]


@cache
def textmate() -> dict[Path, list[Scoped]]:
    """All programs in one go, since Node takes a while to start."""
    paths = [*EXAMPLES, *CONFORMING]
    return dict(zip(paths, tokenized([read(path) for path in paths]), strict=True))


@pytest.mark.parametrize("path", [*EXAMPLES, *CONFORMING], ids=name_of)
def test_programs_are_of_the_same_classes(path: Path) -> None:
    assert differences(read(path), textmate()[path]) == []


def test_parts_of_programs_in_the_documentation_are_too() -> None:
    texts = [*fenced("serq"), *fenced("sq")]
    assert len(texts) > 20
    for text, pieces in zip(texts, tokenized(texts), strict=True):
        assert differences(text, pieces) == []


def mangled(text: str, chance: random.Random) -> str:
    """A program with some tokens missing and some too many."""
    pieces = re.findall(r"\s+|\w+|.", text, re.DOTALL)
    for _ in range(3):
        at = chance.randrange(len(pieces))
        if chance.random() < 0.6:
            del pieces[at]
        else:
            pieces.insert(at, chance.choice(PIECES))
    return "".join(pieces)


def test_so_are_texts_that_are_no_programs() -> None:
    chance = random.Random(20261130)
    texts = [mangled(read(path), chance) for path in (*EXAMPLES, *CONFORMING)]
    for _ in range(300):
        blank = chance.choice(["", " "])
        texts.append(blank.join(chance.choices(PIECES, k=chance.randint(1, 60))))
    for text, pieces in zip(texts, tokenized(texts), strict=True):
        assert differences(text, pieces) == [], text
