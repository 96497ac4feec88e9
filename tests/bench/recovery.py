"""How well we go on after a mistake: `make bench-recovery`, or `python -m tests.bench.recovery`.

In every conforming program each token is deleted in turn, and one of twelve fixed tokens is put in
at each place in turn. Counted are the variants that the reference refuses for their syntax (0xx,
1xx): how many diagnostics of syntax we have for them, how near the first is to the edit, and
whether all is still in the symbol table that is declared in another item than the damaged one, the
item of the program that holds the token deleted or the token before which one is put in.
"""

from __future__ import annotations

import shutil
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics.model import Diagnostic
from sqlang.syntax.lexer import tokenize
from tests.bench.declarations import lost_declarations
from tests.bench.variants import SEED, Variant, deletions, insertions
from tests.conformance import vectors
from tests.differential.messages import syntax_code
from tests.differential.reference import Reference

PROCESSES: Final = 2
_SHARE: Final = 1_000
"""Variants in a task of the pool; each task has a process of the reference."""

WORST: Final = 10
AT_MOST: Final = 2
_FIRST_BEYOND_SYNTAX: Final = "SQ200"


class Outcome(NamedTuple):
    """What we say of a variant that the reference refuses for its syntax.

    `said` are our diagnostics of syntax, `distance` is how many tokens the first of them is from
    the edit (`None`: in another file, or there is none), `lost` are the names whose declarations
    in other items than the damaged one are missing.
    """

    variant: Variant
    said: tuple[str, ...]
    distance: int | None
    lost: tuple[str, ...]

    @property
    def is_near(self) -> bool:
        return self.distance is not None and self.distance <= 1

    @property
    def badness(self) -> tuple[bool, int, int, int]:
        """Greater is worse: silence, many diagnostics, lost declarations, a far first one."""
        far = -1 if self.distance is None else self.distance
        return not self.said, max(len(self.said), AT_MOST), len(self.lost), far


class Figures(NamedTuple):
    """Shares of the variants counted."""

    counted: int
    one: float
    at_most_two: float
    near: float
    declared: float


def measure(variants: Sequence[Variant], processes: int = PROCESSES) -> list[Outcome]:
    """The outcomes of those of the variants that count."""
    if processes == 1:
        return _measure(variants)
    shares = [variants[start : start + _SHARE] for start in range(0, len(variants), _SHARE)]
    with ProcessPoolExecutor(processes) as pool:
        return [outcome for share in pool.map(_measure, shares) for outcome in share]


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """The shares among some outcomes."""
    said = [len(outcome.said) for outcome in outcomes]
    return Figures(
        counted=len(outcomes),
        one=_share(count == 1 for count in said),
        at_most_two=_share(0 < count <= AT_MOST for count in said),
        near=_share(outcome.is_near for outcome in outcomes),
        declared=_share(not outcome.lost for outcome in outcomes),
    )


def sample(variants: Iterable[Variant], size: int | None) -> list[Variant]:
    """So many of the variants in their order, the same ones each time; all if no size is given."""
    every = list(variants)
    if size is None or size >= len(every):
        return every
    return [every[at] for at in sorted(Random(SEED).sample(range(len(every)), size))]


def _share(met: Iterable[bool]) -> float:
    every = list(met)
    return sum(every) / len(every) if every else 1.0


# One variant


def _measure(variants: Iterable[Variant]) -> list[Outcome]:
    outcomes = []
    with tempfile.TemporaryDirectory() as folder, Reference() as reference:
        shutil.copytree(vectors.FOLDER / "accept" / "lib", Path(folder, "lib"))
        path = Path(folder, "program.sq")
        for variant in variants:
            path.write_bytes(variant.source.text.encode())
            answer = reference.compile(path=str(path), text=None, sets=_sets(variant))
            if answer.accepted is False and syntax_code(answer.message):
                outcomes.append(_outcome(variant))
    return outcomes


def _sets(variant: Variant) -> list[tuple[str, str]]:
    recorded = vectors.expectation(variant.kind, variant.name)
    return list(recorded.get("sets", {}).items())


def _outcome(variant: Variant) -> Outcome:
    after = analyze(variant.source, overrides=_sets(variant))
    said = [found for found in after.diagnostics if found.code < _FIRST_BEYOND_SYNTAX]
    return Outcome(
        variant,
        tuple(f"{found.code} {found.message} {found.span.text!r}" for found in said),
        _distance(variant, after, said[0]) if said else None,
        tuple(f"{lost.kind.value} {lost.name}" for lost in lost_declarations(variant, after)),
    )


def _distance(variant: Variant, after: Analysis, first: Diagnostic) -> int | None:
    """Tokens between the edit and where a diagnostic begins; 0 also if it holds the edit."""
    if first.span.source is not after.source:
        return None
    starts = [token.start for token in tokenize(variant.source).tokens]
    edit = variant.start + (len(variant.text) - len(variant.text.lstrip()))
    if first.span.start <= edit <= first.span.end:
        return 0
    edited = sum(start < edit for start in starts)
    marked = sum(start < first.span.start for start in starts)
    return abs(edited - marked)


# Printing


def _print(title: str, outcomes: Sequence[Outcome]) -> None:
    shares = figures(outcomes)
    print(
        f"{title}: {shares.counted:,} variants that the reference refuses for their syntax\n"
        f"  one diagnostic of syntax {shares.one:.2%}, at most two {shares.at_most_two:.2%}\n"
        f"  the first within one token {shares.near:.2%}\n"
        f"  declarations in other items kept {shares.declared:.2%}\n"
        f"  the worst:"
    )
    for outcome in sorted(outcomes, key=lambda each: each.badness, reverse=True)[:WORST]:
        print(f"  {described(outcome)}")


def described(outcome: Outcome) -> str:
    """The variant, its place, what we said, and what is lost, in a line."""
    variant = outcome.variant
    whole = variant.original.text
    line = whole.count("\n", 0, variant.start) + 1
    column = variant.start - (whole.rfind("\n", 0, variant.start) + 1) + 1
    put_in = f"+ `{variant.text.strip()}`" if variant.text else ""
    taken = f"- `{whole[variant.start : variant.end]}`" if variant.end > variant.start else ""
    said = " | ".join(outcome.said) or "nothing"
    lost = f"; lost: {', '.join(outcome.lost)}" if outcome.lost else ""
    return f"{variant.kind}/{variant.name}:{line}:{column} {put_in}{taken}: {said}{lost}"


def main() -> None:
    """Print the figures and the worst variants."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("--sample", type=int, metavar="N", help="so many variants of each kind")
    size = arguments.parse_args().sample
    _print("one token deleted", measure(sample(deletions(), size)))
    _print("one token inserted", measure(sample(insertions(), size)))


if __name__ == "__main__":
    main()
