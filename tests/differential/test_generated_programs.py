"""We run some hundred generated programs as the reference does, and they meet what they should."""

from __future__ import annotations

import statistics

import pytest

from tests.differential import floors
from tests.differential.batches import Batch, Comparing, run_batch

SEEDS = range(1, 301)


@pytest.fixture(scope="module")
def batch() -> Batch:
    with Comparing() as comparing:
        return run_batch(SEEDS, comparing)


def test_every_program_is_compared(batch: Batch) -> None:
    assert batch.programs == len(SEEDS)


def test_we_differ_nowhere(batch: Batch) -> None:
    assert [(number, each.difference, each.program.text) for number, each in batch.different] == []


def test_few_programs_are_without_an_answer(batch: Batch) -> None:
    answers = sum(count for verdict, count in batch.verdicts.items() if "equal" in verdict)
    assert answers >= 0.97 * batch.programs


@pytest.mark.parametrize("name", floors.FEATURES)
def test_each_feature_is_used(batch: Batch, name: str) -> None:
    assert floors.below(batch.features, (name,), batch.programs, 1) == []


@pytest.mark.parametrize("name", floors.ERRORS)
def test_each_error_is_met(batch: Batch, name: str) -> None:
    assert floors.below(batch.happened, (name,), batch.programs, 1) == []


@pytest.mark.parametrize("name", floors.OCCURRENCES)
def test_each_occurrence_is_met(batch: Batch, name: str) -> None:
    assert floors.below(batch.happened, (name,), batch.runs, 5) == []


def test_the_runs_are_long(batch: Batch) -> None:
    assert statistics.median(batch.events) >= floors.MEDIAN_EVENTS
