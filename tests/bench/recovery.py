"""How well the parser goes on after a mistake: `python -m tests.bench.recovery [EVERY]`.

In every program of `accept` each token is deleted in turn, and one of twelve fixed tokens is put in
at each place in turn. Counted are the variants with a syntax error (0xx, 1xx): how many have at
most two, and how many have the first within one token of the edit. With EVERY, only each such
variant is tried.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from sqlang.syntax.kernel import parse_kernel
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.workspace import Workspace
from tests.conformance import vectors

INSERTED = (";", "}", "{", "(", ")", ",", "x", "=", "3", "if", "end", '"s"')
WORST = 10


class Variant(NamedTuple):
    """A program with one edit at an offset."""

    name: str
    edit: str
    at: int
    source: Source


class Outcome(NamedTuple):
    """What the parser says about a variant."""

    variant: Variant
    errors: list[Diagnostic]
    is_near: bool


def deletions() -> Iterator[Variant]:
    """Every program without each of its tokens."""
    for name in vectors.names("accept"):
        source = vectors.source("accept", name)
        for token in tokenize(source).tokens[:-1]:
            text = source.text[: token.start] + source.text[token.end :]
            yield _variant(name, f"- {token.text}", token.start, text, source)


def insertions() -> Iterator[Variant]:
    """Every program with a token put in before each of its tokens."""
    number = 0
    for name in vectors.names("accept"):
        source = vectors.source("accept", name)
        for token in tokenize(source).tokens[:-1]:
            word = INSERTED[number % len(INSERTED)]
            number += 1
            text = f"{source.text[: token.start]}{word} {source.text[token.start :]}"
            yield _variant(name, f"+ {word}", token.start, text, source)


def measure(variants: Iterator[Variant]) -> list[Outcome]:
    """The outcomes of the variants that have a syntax error."""
    outcomes = (_outcome(variant) for variant in variants)
    return [outcome for outcome in outcomes if outcome.errors]


def _variant(name: str, edit: str, at: int, text: str, source: Source) -> Variant:
    return Variant(name, edit, at, Source(text, source.path, source.directory))


def _outcome(variant: Variant) -> Outcome:
    parsed = parse_kernel(variant.source, Workspace())
    errors = [found for found in parsed.diagnostics if found.code < "SQ200"]
    errors.sort(key=lambda found: (found.span.source is not variant.source, found.span.start))
    return Outcome(variant, errors, bool(errors) and _is_near(variant, errors[0]))


def _is_near(variant: Variant, first: Diagnostic) -> bool:
    starts = [token.start for token in tokenize(variant.source).tokens]
    edited = sum(start < variant.at for start in starts)
    marked = sum(start < first.span.start for start in starts)
    return abs(edited - marked) <= 1 or first.span.start <= variant.at <= first.span.end


def _print(title: str, outcomes: list[Outcome]) -> None:
    total = len(outcomes)
    counts = Counter(min(len(outcome.errors), 4) for outcome in outcomes)
    near = sum(outcome.is_near for outcome in outcomes)
    print(
        f"{title}: {total} variants with syntax errors, "
        f"one error {counts[1] / total:.2%}, at most two {(counts[1] + counts[2]) / total:.2%}, "
        f"first within one token {near / total:.2%}"
    )
    for outcome in sorted(outcomes, key=lambda each: -len(each.errors))[:WORST]:
        text = " | ".join(f"{found.code} {found.span.text!r}" for found in outcome.errors[:4])
        print(f"  {outcome.variant.name} {outcome.variant.edit} @{outcome.variant.at}: {text}")


def main() -> None:
    """Print the figures and the worst variants."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    _print("deleted", measure(islice(deletions(), 0, None, every)))
    _print("inserted", measure(islice(insertions(), 0, None, every)))


if __name__ == "__main__":
    main()
