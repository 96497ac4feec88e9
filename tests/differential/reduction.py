"""Makes the program of a difference small: takes parts of its text away as long as it stays one.

Parts are what stands between braces, statements and options up to their `;`, clauses and operands.
What is left need not be what the generator could have made; a program that both refuse is no
difference, so nothing else must be heeded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.tokens import Token

_OPENERS: Final = {"(": ")", "{": "}", "[": "]"}
_ENDS: Final = frozenset({";", "{", "}"})
_TRIES: Final = 1_000


def reduced(text: str, differs: Callable[[str], bool], tries: int = _TRIES) -> str:
    """A text that differs still, when no part can be taken away from it or `tries` are over."""
    tried: set[str] = set()
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for piece, candidate in _candidates(text):
            if piece in tried:
                continue
            if len(tried) == tries:
                return text
            tried.add(piece)
            if differs(candidate):
                text, is_smaller = candidate, True
                break
    return text


def _candidates(text: str) -> Iterator[tuple[str, str]]:
    """Each part of the text and what is left without it, those that are longer first."""
    tokens = tokenize(Source(text)).tokens[:-1]
    for start, end in _longest_first(*_statements(tokens), *_groups(tokens), *_clauses(tokens)):
        yield text[start:end], text[:start] + text[end:]
    for start, end in _longest_first(*_operands(tokens)):
        if text[start:end] != "1":
            yield f"1 for {text[start:end]}", f"{text[:start]}1{text[end:]}"


def _longest_first(*spans: tuple[int, int]) -> list[tuple[int, int]]:
    return sorted(set(spans), key=lambda span: (span[0] - span[1], span))


def _statements(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Each statement, option or item, with its block and without; and a block's braces."""
    closers = _closers(tokens)
    for at, token in enumerate(tokens):
        if at and tokens[at - 1].text not in _ENDS:
            continue
        end = at
        while end < len(tokens) and tokens[end].text not in _ENDS:
            end += 1
        if end == len(tokens) or tokens[end].text == "}":
            continue
        if tokens[end].text == ";":
            yield token.start, tokens[end].end
        elif end in closers:
            yield token.start, tokens[closers[end]].end


def _groups(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """What stands in braces, and the word before parentheses with them: `reuse (2)`."""
    for opener, closer in _closers(tokens).items():
        if tokens[opener].text == "{" and closer > opener + 1:
            yield tokens[opener].end, tokens[closer].start
        elif tokens[opener].text != "{" and opener:
            yield tokens[opener - 1].start, tokens[closer].end


def _clauses(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """From a word to the end of the second group behind it: `lease kv (2)`; one part of a list."""
    closers = _closers(tokens)
    for at, token in enumerate(tokens):
        following = next((end for end in (at + 2, at + 3) if end in closers), None)
        if following is not None:
            yield token.start, tokens[closers[following]].end
        if token.text == "," and at + 2 in closers:
            yield token.start, tokens[closers[at + 2]].end


def _operands(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """What a number may stand for: what is in parentheses, and a part of an expression."""
    for opener, closer in _closers(tokens).items():
        if tokens[opener].text == "(" and closer > opener + 1:
            yield tokens[opener].end, tokens[closer].start
            yield tokens[opener].start, tokens[closer].end
            if opener:
                yield tokens[opener - 1].start, tokens[closer].end
    for before, token in pairwise(tokens):
        if before.text in ("=", "cost", "budget", "chunk", ","):
            behind = (each for each in tokens if each.start > token.start and each.text == ";")
            yield token.start, next(behind, token).start


def _closers(tokens: Sequence[Token]) -> dict[int, int]:
    """The place of the bracket that closes each one that opens."""
    found: dict[int, int] = {}
    open_ones: list[int] = []
    for at, token in enumerate(tokens):
        if token.text in _OPENERS:
            open_ones.append(at)
        elif token.text in _OPENERS.values() and open_ones:
            found[open_ones.pop()] = at
    return found
