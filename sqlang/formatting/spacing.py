"""Which neighbors in a clause have a space between them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.formatting.outline import STATEMENTS, Body, after_index
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SERVING: Final = frozenset({"prefill", "decode", "tool", "transfer"})
_REFERRING: Final = frozenset(
    ("branch", "cache", "evict", "grow", "hold", "lease", "load", "queue", "run", "serve", "spill")
)
"""Clauses whose `(` stand after a word or a reference, and are no calls."""

_NEVER_BEFORE: Final = frozenset(")],;[")
_OPENERS: Final = frozenset("([")
_CLOSERS: Final = frozenset(")]")
_PREFIXES: Final = frozenset("!~")
_OPERATORS: Final = frozenset(
    ("?", ":", "||", "&&", "<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/", "^", "=", ",")
)
_BEFORE_OPERAND: Final = _OPERATORS | _OPENERS | _PREFIXES
"""After these an operand begins, so that a `-` is a sign."""


def spaced(texts: Sequence[str], program: Body) -> bytearray:
    """For each token whether a space stands before it, if it is on the line of the one before.

    The same for all that may be written around it: only the tokens count.
    """
    marks = bytearray(len(texts))
    bodies = [program]
    for body in bodies:
        for clause in body.clauses:
            if clause.kept:
                continue
            for part in clause.parts:
                _mark(marks, texts, part.start, part.stop, body.kind)
                if part.body is not None:
                    marks[part.body.opening] = marks[part.body.closing] = 1
                    bodies.append(part.body)
    return marks


def _mark(marks: bytearray, texts: Sequence[str], start: int, stop: int, kind: str) -> None:
    """Mark the tokens of one part that have a space before them."""
    head = texts[start]
    marks[start] = head != ";"
    apart = head in _REFERRING
    is_use = kind == STATEMENTS and head not in GRAMMAR_WORDS
    work = _work(texts, start) if kind == STATEMENTS and head in _SERVING else start + 1
    depth = 0
    before, glued = head, False
    for at in range(start + 1, stop):
        text = texts[at]
        begins = at == work or (head == "choose" and at == start + 3)
        if glued or text in _NEVER_BEFORE:
            space = 0
        elif text != "(" or before in _OPERATORS:
            space = 1
        else:
            space = depth == 0 and (apart or before == "by" or (begins and not is_use))
        marks[at] = space
        if text in _OPENERS:
            depth += 1
        elif text in _CLOSERS:
            depth -= 1
        if text == "from" and at > work and depth == 0 and head == "transfer":
            apart = True
        glued = (
            text in _OPENERS
            or text in _PREFIXES
            or (text == "-" and (begins or before in _BEFORE_OPERAND))
        )
        before = text


def _work(texts: Sequence[str], start: int) -> int:
    """Where the work of a serving form begins: behind its stages (SRV-6)."""
    at = start + 1
    if texts[at] == "[":
        return after_index(texts, at)
    if texts[at] == "on":
        at = after_index(texts, at + 2)
        while texts[at] == ",":
            at = after_index(texts, at + 2)
    return at
