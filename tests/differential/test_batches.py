"""What is counted of compared programs, what is a difference, and how it is made small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from tests.differential.batches import Batch, Comparing, Comparison, shrunken
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
    assert [number for number, _ in batch.different] == [7]
    assert (batch.runs, batch.events) == (0, [])


class Pretending(Comparing):
    """Finds a difference wherever a hold grows in a pool of blocks."""

    def compare(self, program: GeneratedProgram) -> Comparison:
        is_one = "block 2;" in program.text and "growing kv" in program.text
        found = "a block" if is_one and not analyze(Source(program.text)).diagnostics else ""
        ours = OwnRun(Outcome(Ending.REPORT))
        return Comparison(program, ours, Outcome(Ending.REPORT), found)


LONG = """let rate = 2;
pool slots { cap 3; }
pool kv { cap 40; block 2; evict by (size, 2 * age); preempt lifo; }
stage gate : delay;
stage engine : step { budget 8; cost 0.1 + tokens / 20; memory kv; }
workload { arrive poisson(rate); init { set n = ceil(~uniform(1, 6)); } }
session {
  run gate (1);
  hold slots (1), kv (n) reserve (n + 2) reuse (3) {
    branch (n > 2) { prefill 3 * n growing kv; } else { observe small = n; }
    decode 4 growing kv;
  } cache (inf) lease kv (2)
  end;
}
run { horizon 20; }
"""


SMALL = (
    "pool slots {} pool kv { block 2; } stage gate : delay; stage engine : step { cost 1; } "
    "session { hold slots (1) { decode 4 growing kv; } } run { horizon 20; }"
)


def test_a_program_with_a_difference_is_made_small() -> None:
    with Pretending() as comparing:
        found = shrunken(comparing.compare(GeneratedProgram(LONG)), comparing)
    assert found.difference == "a block"
    assert " ".join(found.program.text.split()) == SMALL


def test_what_is_met_too_seldom_is_named() -> None:
    assert below({"a": 1, "b": 2}, ("a", "b", "c"), 200, 1) == ["a", "c"]
    batch = Batch()
    assert "events" in too_low(batch)
    batch.events = [MEDIAN_EVENTS]
    assert "events" not in too_low(batch)
