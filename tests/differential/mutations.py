"""Makes programs that are nearly right: those of the conformance suite, each changed a little.

The same seed gives the same programs. A third of the changes break a token, others change numbers
or move lines, which often stays legal; the rejected programs keep the changes small, so that every
code is met.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import CONTEXT_VARIABLES, FUNCTIONS, GRAMMAR_WORDS
from tests.conformance import vectors

_INSERTED: Final = ("set", "x", "1", "(", ")", "{", "}", ";", ",", "=", "+", "hold")
_NUMBERS: Final = ("0", "1", "2", "0.5", "1.5", "3", "1e9", "(0 - 1)", "inf")
_WORDS: Final = sorted(GRAMMAR_WORDS | set(FUNCTIONS) | set(CONTEXT_VARIABLES))
_LEGAL: Final = [(kind, name) for kind in ("accept", "run") for name in vectors.names(kind)]
_REJECTED: Final = [("reject", name) for name in vectors.names("reject")]
_REJECTED_SHARE: Final = 4
"""One program in so many is made from a rejected one."""


class Program(NamedTuple):
    """A program to compile; `as_text` tells that it is in no directory."""

    name: str
    text: str
    sets: tuple[tuple[str, str], ...]
    as_text: bool


def programs(count: int, seed: int) -> Iterator[Program]:
    """So many programs; every rejected program is the origin of one before any is of a second."""
    generator = random.Random(seed)
    rejected = list(_REJECTED)
    generator.shuffle(rejected)
    for number in range(count):
        is_rejected = number % _REJECTED_SHARE == 0
        origin = rejected[number // _REJECTED_SHARE % len(rejected)]
        kind, name = origin if is_rejected else generator.choice(_LEGAL)
        recorded = vectors.expectation(kind, name)
        text = vectors.source(kind, name).text
        changed = _slightly(text, generator) if is_rejected else _changed(text, generator)
        sets = tuple(recorded.get("sets", {}).items())
        yield Program(f"{number}-{name}", changed, sets, bool(recorded.get("as_text")))


def _slightly(text: str, generator: random.Random) -> str:
    return generator.choice((_same, _spaced, _renumbered))(text, generator)


def _changed(text: str, generator: random.Random) -> str:
    harsh = (_deleted, _doubled, _swapped, _inserted, _exchanged, _misspelt, _another_word)
    soft = (_renumbered, _renumbered, _without_line, _line_moved, _line_doubled, _same_name)
    change = generator.choice(generator.choice((harsh, soft, soft)))
    return change(text, generator)


# Changes that leave the sense


def _same(text: str, _generator: random.Random) -> str:
    return text


def _spaced(text: str, generator: random.Random) -> str:
    """White space or a comment before a token."""
    token = generator.choice(_tokens(text))
    return _with(text, token, f"{generator.choice((' ', chr(10), ' /* here */ '))}{token.text}")


# Changes of a token


def _deleted(text: str, generator: random.Random) -> str:
    return _with(text, generator.choice(_tokens(text)), " ")


def _doubled(text: str, generator: random.Random) -> str:
    token = generator.choice(_tokens(text))
    return _with(text, token, f"{token.text} {token.text}")


def _swapped(text: str, generator: random.Random) -> str:
    tokens = _tokens(text)
    at = generator.randrange(max(1, len(tokens) - 1))
    first, second = tokens[at], tokens[min(at + 1, len(tokens) - 1)]
    between = text[first.end : second.start]
    return f"{text[: first.start]}{second.text} {between} {first.text}{text[second.end :]}"


def _inserted(text: str, generator: random.Random) -> str:
    token = generator.choice(_tokens(text))
    return _with(text, token, f"{generator.choice(_INSERTED)} {token.text}")


def _exchanged(text: str, generator: random.Random) -> str:
    """One token of the program in the place of another."""
    tokens = _tokens(text)
    return _with(text, generator.choice(tokens), generator.choice(tokens).text)


def _misspelt(text: str, generator: random.Random) -> str:
    token = generator.choice(_tokens(text, Kind.NAME))
    at = generator.randrange(len(token.text))
    letter = generator.choice("aexy_")
    return _with(text, token, token.text[:at] + letter + token.text[at + 1 :])


def _another_word(text: str, generator: random.Random) -> str:
    return _with(text, generator.choice(_tokens(text, Kind.NAME)), generator.choice(_WORDS))


def _same_name(text: str, generator: random.Random) -> str:
    """One name of the program in the place of another."""
    tokens = _tokens(text, Kind.NAME)
    names = [token.text for token in tokens if token.text not in GRAMMAR_WORDS]
    chosen = [token for token in tokens if token.text not in GRAMMAR_WORDS] or tokens
    return _with(text, generator.choice(chosen), generator.choice(names or ["x"]))


def _renumbered(text: str, generator: random.Random) -> str:
    numbers = [token for token in _tokens(text) if token.kind is Kind.NUMBER]
    if not numbers:
        return text
    return _with(text, generator.choice(numbers), generator.choice(_NUMBERS))


# Changes of a line


def _without_line(text: str, generator: random.Random) -> str:
    lines = text.split("\n")
    del lines[generator.randrange(len(lines))]
    return "\n".join(lines)


def _line_doubled(text: str, generator: random.Random) -> str:
    lines = text.split("\n")
    at = generator.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def _line_moved(text: str, generator: random.Random) -> str:
    lines = text.split("\n")
    line = lines.pop(generator.randrange(len(lines)))
    lines.insert(generator.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _tokens(text: str, kind: Kind | None = None) -> Sequence[Token]:
    """The tokens of a text, of one kind if there are any of it; there is always one."""
    tokens = tokenize(Source(text)).tokens
    found = [token for token in tokens if token.kind is kind] if kind else tokens[:-1]
    return found or tokens


def _with(text: str, token: Token, new: str) -> str:
    return text[: token.start] + new + text[token.end :]
