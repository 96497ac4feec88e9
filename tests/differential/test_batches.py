"""What is counted of compared programs, what is a difference, and how it is made small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.differential.batches import Batch, Comparing, Comparison, run_batch, shrunken
from tests.differential.campaign import too_low
from tests.differential.floors import MEDIAN_EVENTS, below
from tests.differential.generator import GeneratedProgram
from tests.differential.outcome import Ending, Outcome
from tests.differential.own_runs import OwnRun
from tests.differential.reference_runs import RunningReference

ENDLESS = "workload { arrive closed(1); } session { } run { horizon 1; }"
SHORT = """stage d : delay; workload { arrive batch(1); }
session { run d (1); observe seen = now; end; } run { horizon 3; }
"""


@pytest.fixture(scope="module")
def comparing() -> Iterator[Comparing]:
    with Comparing() as shared:
        yield shared


def test_a_short_program_runs_alike(comparing: Comparing) -> None:
    comparison = comparing.compare(GeneratedProgram(SHORT))
    assert (comparison.difference, comparison.verdict) == ("", "equal: report")
    assert comparison.ours.events == 1
    assert comparison.ours.outcome.samples == (("seen", "([1.0], [1.0], [0], [0])"),)


def test_a_program_that_never_ends_is_no_difference(comparing: Comparing) -> None:
    comparison = comparing.compare(GeneratedProgram(ENDLESS))
    assert comparison.verdict == "the reference: makes no progress"
    assert comparing.compare(GeneratedProgram(SHORT)).verdict == "equal: report"


def test_a_refusal_of_both_is_no_difference(comparing: Comparing) -> None:
    assert comparing.compare(GeneratedProgram("stage")).verdict == "equal: refused"


class WrongReference(RunningReference):
    """Says of each run what the reference does not."""

    def run(self, path: Path) -> Outcome:
        return super().run(path)._replace(report="{}")


def test_another_report_is_a_difference() -> None:
    with Comparing(WrongReference()) as comparing:
        comparison = comparing.compare(GeneratedProgram(SHORT))
    assert comparison.verdict == "different"
    assert comparison.difference.endswith("the reference {}")
    batch = Batch()
    batch.add(7, comparison)
    assert [number for number, _, _ in batch.different] == [7]
    assert (batch.runs, batch.events) == (0, [])


class Pretending(Comparing):
    """Finds a difference wherever a program has a pool of blocks."""

    def compare(self, program: GeneratedProgram) -> Comparison:
        found = "a block" if " block " in program.text else ""
        ours = OwnRun(Outcome(Ending.REPORT))
        return Comparison(program, ours, Outcome(Ending.REPORT), found)


def test_a_program_with_a_difference_is_made_small() -> None:
    with Pretending() as comparing:
        different = run_batch(range(1, 9), comparing).different
        number, text, _ = different[0]
        found = shrunken(number, comparing)
    assert found is not None
    assert " block " in found.program.text
    assert len(found.program.text) < 0.8 * len(text)


def test_a_program_without_a_difference_is_not_made_small() -> None:
    with Pretending() as comparing:
        number = next(
            number for number in range(1, 99) if not run_batch([number], comparing).different
        )
        assert shrunken(number, comparing) is None


def test_what_is_met_too_seldom_is_named() -> None:
    assert below({"a": 1, "b": 2}, ("a", "b", "c"), 200, 1) == ["a", "c"]
    batch = Batch()
    assert "events" in too_low(batch)
    batch.events = [MEDIAN_EVENTS]
    assert "events" not in too_low(batch)
