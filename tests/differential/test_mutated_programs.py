"""The reference and we agree which of some hundred nearly right programs are accepted."""

from __future__ import annotations

import pytest

from tests.differential.agreement import SEED, Agreement, compare
from tests.differential.mutations import programs

COUNT = 300


@pytest.fixture(scope="module")
def agreement() -> Agreement:
    return compare(programs(COUNT, SEED))


def test_each_disagreement_is_a_known_difference(agreement: Agreement) -> None:
    assert agreement.unexplained == []


def test_the_reference_answers(agreement: Agreement) -> None:
    assert (agreement.total, agreement.unanswered) == (COUNT, 0)


def test_some_programs_are_refused_and_some_are_not(agreement: Agreement) -> None:
    assert 0.4 <= agreement.refused <= 0.8


def test_a_seed_gives_the_same_programs_again() -> None:
    assert list(programs(50, 3)) == list(programs(50, 3))
    assert list(programs(50, 3)) != list(programs(50, 4))
