"""Compares what we and the reference make of mutated programs: accepted or refused.

`make differential-mutants` prints the counts for 2,000: each code that text can cause is met.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from sqlang.analysis import analyze
from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from tests.conformance import vectors
from tests.differential.mutations import Program, programs
from tests.differential.reference import Answer, Reference

SEED: Final = 1

NOT_FROM_TEXT: Final = frozenset(
    {
        "SQ005",  # bytes that are no text: the programs are texts
        "SQ006",  # a bound of ours
        "SQ235",  # a library of 100,000 tokens
        "SQ614",  # from text, SQ613 or SQ442 comes first
    }
)
"""Refusals that no mutated text can cause."""


class Disagreement(NamedTuple):
    """A program that one of the two accepts and the other refuses; `None` is accepted.

    `reason` names the known difference that it comes from.
    """

    program: Program
    ours: str | None
    theirs: str | None
    reason: str | None


class Agreement:
    """The counts of one comparison.

    `codes` are our first refusals; `None` stands for an accepted program.
    """

    def __init__(self) -> None:
        self.codes: Final[Counter[str | None]] = Counter()
        self.unanswered = 0
        self.disagreements: Final[list[Disagreement]] = []

    @property
    def total(self) -> int:
        return self.codes.total()

    @property
    def refused(self) -> float:
        """The share of the programs that we refuse."""
        return 1 - self.codes[None] / self.total

    @property
    def unexplained(self) -> list[Disagreement]:
        return [each for each in self.disagreements if each.reason is None]

    @property
    def missed(self) -> set[str]:
        """The codes that text can cause and that no program has met."""
        refusals = {code for code in CATALOGUE if code < "SQ7"} - NOT_FROM_TEXT
        return refusals - self.codes.keys()

    def add(self, program: Program, ours: tuple[Diagnostic, ...], theirs: Answer) -> None:
        """Count one program."""
        self.codes[ours[0].code if ours else None] += 1
        if theirs.accepted is None:
            self.unanswered += 1
        elif theirs.accepted is bool(ours):
            first = f"{ours[0].code} {ours[0].message}" if ours else None
            said = None if theirs.accepted else theirs.message
            reason = _reason(ours, theirs)
            self.disagreements.append(Disagreement(program, first, said, reason))


def compare(wanted: Iterable[Program]) -> Agreement:
    """Let both compile the programs, each beside the libraries of the conformance suite."""
    agreement = Agreement()
    with tempfile.TemporaryDirectory() as folder, Reference() as reference:
        for kind in ("accept", "reject"):
            shutil.copytree(vectors.FOLDER / kind / "lib", Path(folder, "lib"), dirs_exist_ok=True)
        path = Path(folder, "program.sq")
        for program in wanted:
            path.write_bytes(program.text.encode())
            ours = Source(program.text, str(path), folder)
            if program.as_text:
                theirs = reference.compile(path=None, text=program.text, sets=program.sets)
                ours = Source(program.text)
            else:
                theirs = reference.compile(path=str(path), text=None, sets=program.sets)
            agreement.add(program, analyze(ours, overrides=program.sets).diagnostics, theirs)
    return agreement


def _reason(ours: tuple[Diagnostic, ...], theirs: Answer) -> str | None:
    """Why the two may disagree: the differences of part 3, and bounds of ours."""
    if not ours:
        return "DIF-6" if "queue key" in theirs.message and "draw" in theirs.message else None
    first = ours[0]
    if first.code == "SQ006":
        return "SQ006"
    before = first.span.source.text[: first.span.start]
    option = before[max(before.rfind(";"), before.rfind("{")) + 1 :].split()
    if option[:2] == ["queue", "by"]:
        return {"SQ101": "DIF-3", "SQ401": "DIF-5", "SQ601": "DIF-4"}.get(first.code)
    return None


def main() -> None:
    """Print the counts, and each disagreement with its program."""
    count = int(sys.argv[1])
    agreement = compare(programs(count, SEED))
    print(f"{agreement.total} programs, {agreement.refused:.0%} refused")
    print(f"{agreement.unanswered} without an answer of the reference")
    print(f"{len(agreement.disagreements)} disagreements, {len(agreement.unexplained)} unexplained")
    for code, number in sorted(agreement.codes.items(), key=lambda pair: pair[0] or ""):
        print(f"  {code or 'accepted'} {number}")
    print("never met:", ", ".join(sorted(agreement.missed)) or "none")
    for program, ours, theirs, reason in agreement.disagreements:
        print(f"\n{reason or 'UNEXPLAINED'}: {program.name}\nours: {ours}\ntheirs: {theirs}")
        print(program.text)
    sys.exit(bool(agreement.unexplained or agreement.missed))


if __name__ == "__main__":
    main()
