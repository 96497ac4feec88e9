"""Two outcomes are alike only if everything that they say is."""

from __future__ import annotations

import pytest

from tests.differential.outcome import Ending, Outcome, difference

REPORT = Outcome(
    Ending.REPORT,
    report='{"horizon":10}',
    samples=(("a", "([0.0], [1.0], [0], [0])"),),
    lines=("ITER 0.0000 0:0:p2 | used 0 cached 0", "EVICT 1.0000 0 2"),
)
FAILED = Outcome(Ending.FAILED, "the guard is 2", lines=REPORT.lines)
REFUSED = Outcome(Ending.REFUSED, "unknown name")


@pytest.mark.parametrize("outcome", [REPORT, FAILED, REFUSED])
def test_an_outcome_is_like_itself(outcome: Outcome) -> None:
    assert difference(outcome, outcome) == ""


@pytest.mark.parametrize(
    "other",
    [
        REPORT._replace(report='{"horizon":10.0}'),
        REPORT._replace(samples=(("a", "([-0.0], [1.0], [0], [0])"),)),
        REPORT._replace(samples=()),
        REPORT._replace(lines=REPORT.lines[:1]),
        REPORT._replace(lines=(*REPORT.lines, REPORT.lines[1])),
        REPORT._replace(lines=("ITER 0.0000 0:0:p3 | used 0 cached 0", REPORT.lines[1])),
        FAILED,
        REFUSED,
    ],
)
def test_an_outcome_differs_from_another(other: Outcome) -> None:
    assert difference(REPORT, other) != ""
    assert difference(other, REPORT) != ""


def test_a_failure_differs_from_one_with_another_message_or_other_lines() -> None:
    assert difference(FAILED, FAILED._replace(message="the guard is 3")) != ""
    assert difference(FAILED, FAILED._replace(lines=())) != ""


def test_refusals_are_alike_whatever_they_say() -> None:
    assert difference(REFUSED, Outcome(Ending.REFUSED, "no such name")) == ""


def test_a_failure_may_be_told_before_the_run() -> None:
    early = Outcome(Ending.REFUSED, "budget_left needs a step stage")
    late = Outcome(Ending.FAILED, early.message)
    assert difference(early, late) == ""
    assert difference(early, late._replace(message="another")) != ""
