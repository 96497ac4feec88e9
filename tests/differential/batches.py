"""Generated programs, one for each seed, run by both: what they did, and where we differ."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings

from sqlang.ir.reading import from_json
from tests.differential.features import features
from tests.differential.generator import GeneratedProgram, programs
from tests.differential.outcome import Ending, Outcome, difference
from tests.differential.own_runs import OwnRun, own_run
from tests.differential.reduction import reduced
from tests.differential.reference_runs import RunningReference

NO_GAP: Final = "renewal interarrival must be positive and finite"
"""How the reference fails internally at ERR-10."""


class Comparison(NamedTuple):
    """One program: what both made of it, and where they differ in words, empty if nowhere."""

    program: GeneratedProgram
    ours: OwnRun
    theirs: Outcome | None
    difference: str

    @property
    def verdict(self) -> str:
        """What the program counts as."""
        if self.difference:
            return "different"
        if self.theirs is None:
            return f"we: {self.ours.outcome.ending.value}"
        if not self.is_equal:
            return f"the reference: {self.theirs.ending.value}"
        return f"equal: {self.ours.outcome.ending.value}"

    @property
    def is_equal(self) -> bool:
        """Whether both answered alike.

        The reference fails internally at ERR-10, which is its answer.
        """
        if self.difference or self.theirs is None:
            return False
        is_gap = self.theirs.message == NO_GAP
        return self.theirs.is_answer or (is_gap and self.ours.outcome.ending is Ending.FAILED)


class Comparing:
    """Compares programs one after another in a folder of its own; a context manager."""

    def __init__(self, reference: RunningReference | None = None) -> None:
        self._folder: Final = tempfile.TemporaryDirectory()
        self._reference: Final = RunningReference() if reference is None else reference

    def __enter__(self) -> Comparing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the reference's process and remove the folder."""
        self._reference.close()
        self._folder.cleanup()

    def compare(self, program: GeneratedProgram) -> Comparison:
        """Let both run a program; the reference does not run what we cannot run to an end."""
        path = program.write(Path(self._folder.name))
        ours = own_run(path)
        if ours.outcome.ending is Ending.BOUNDED:
            return Comparison(program, ours, None, "")
        theirs = self._reference.run(path)
        found = _other_program(ours, theirs) or _difference(ours.outcome, theirs)
        if found and not self._is_settled(path, theirs):
            theirs, found = Outcome(Ending.UNORDERED), ""
        return Comparison(program, ours, theirs, found)

    def _is_settled(self, path: Path, theirs: Outcome) -> bool:
        """Whether the reference answers the same each time: sums of `work` have no fixed order."""
        return all(self._reference.run(path) == theirs for _ in range(4))


def _other_program(ours: OwnRun, theirs: Outcome) -> str:
    """Whether the reference compiles the text to something else, in words."""
    if not theirs.program or ours.program is None or from_json(theirs.program) == ours.program:
        return ""
    return f"another IR, the reference {theirs.program}"


def _difference(ours: Outcome, theirs: Outcome) -> str:
    if ours.ending is Ending.INTERNAL:
        return f"{ours.ending.value} {ours.message}, the reference {theirs.ending.value}"
    if theirs.ending is Ending.INTERNAL:
        return _difference_at_gap(ours, theirs)
    if ours.ending is Ending.ENDLESS or theirs.ending is Ending.ENDLESS:
        if ours.ending is theirs.ending:
            return ""
        return f"{ours.ending.value} {ours.message}, the reference {theirs.ending.value}"
    return difference(ours, theirs)


def _difference_at_gap(ours: Outcome, theirs: Outcome) -> str:
    """Both stop at a gap that is none (ERR-10); other internal failures tell nothing."""
    if theirs.message != NO_GAP:
        return ""
    return difference(ours, theirs._replace(ending=Ending.FAILED, message=ours.message))


class Batch:
    """The counts of some programs; they are added up over batches."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.features: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.runs = 0
        """The programs that both ran to the same end, a report or a failure."""
        self.events: list[int] = []
        """Of the runs that ended with a report."""
        self.different: list[tuple[int, Comparison]] = []
        """The seed of each program in which we differ, and how."""

    @property
    def programs(self) -> int:
        return self.verdicts.total()

    def add(self, number: int, comparison: Comparison) -> None:
        self.verdicts[comparison.verdict] += 1
        if comparison.ours.program is not None:
            self.features.update(features(comparison.program.text, comparison.ours.program))
        if comparison.difference:
            self.different.append((number, _portable(comparison)))
        elif comparison.is_equal:
            self.happened.update(comparison.ours.happened)
            self.runs += 1
            if comparison.ours.events:
                self.events.append(comparison.ours.events)

    def include(self, other: Batch) -> None:
        """Add the counts of another batch."""
        self.verdicts += other.verdicts
        self.features += other.features
        self.happened += other.happened
        self.events += other.events
        self.runs += other.runs
        self.different += other.different


def _portable(comparison: Comparison) -> Comparison:
    """Without the program as we read it, which in machine code cannot go to another process."""
    return comparison._replace(ours=comparison.ours._replace(program=None))


def run_batch(seeds: Iterable[int], comparing: Comparing) -> Batch:
    """Run the program of each seed."""
    batch = Batch()
    for number in seeds:
        batch.add(number, comparing.compare(program_of(number)))
    return batch


def program_of(number: int) -> GeneratedProgram:
    """The program of a seed.

    Hypothesis begins with the simplest example, and later ones are mostly copies of earlier ones
    with a change; so the one after the first is taken.
    """
    examples: list[GeneratedProgram] = []

    @seed(number)
    @settings(
        max_examples=2,
        phases=(Phase.generate,),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(programs())
    def note(program: GeneratedProgram) -> None:
        examples.append(program)

    note()
    return examples[-1]


def shrunken(comparison: Comparison, comparing: Comparing) -> Comparison:
    """The same difference, or another, in a program as small as can be found."""

    def compared(text: str) -> Comparison:
        return comparing.compare(comparison.program._replace(text=text))

    text = reduced(comparison.program.text, lambda text: bool(compared(text).difference))
    return compared(text)
