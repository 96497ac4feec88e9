"""Student's quantiles against scipy 1.17, and paired intervals worked out by hand."""

from __future__ import annotations

import math

import pytest

from sqlang.views.comparison.figures import Figure
from sqlang.views.comparison.interval_bar import interval_bar
from sqlang.views.comparison.intervals import Replication, differences, paired_half_width
from sqlang.views.comparison.student import student_quantile

MEAN = Figure("observe", "ttft", "mean")


@pytest.mark.parametrize(
    ("probability", "degrees", "quantile"),
    [
        # scipy.stats.t.ppf
        (0.975, 4, 2.7764451051977934),
        (0.975, 5, 2.5705818356363146),
        (0.975, 9, 2.262157162798205),
        (0.975, 19, 2.0930240544083087),
        (0.995, 7, 3.4994832973504924),
        (0.95, 30, 1.697260886593957),
        (0.9, 3, 1.637744353696209),
        (0.975, 100, 1.9839715185235518),
        (0.9995, 2, 31.599054576445365),
        # In closed form: tan(pi (p - 1/2)), and (2p - 1) / sqrt(2 p (1 - p)).
        (0.975, 1, math.tan(math.pi * 0.475)),
        (0.975, 2, 0.95 / math.sqrt(2 * 0.975 * 0.025)),
        (0.5, 3, 0.0),
        (0.025, 5, -2.5705818356363146),
    ],
)
def test_quantiles(probability: float, degrees: int, quantile: float) -> None:
    assert student_quantile(probability, degrees) == pytest.approx(quantile, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize(("probability", "degrees"), [(0.0, 3), (1.0, 3), (0.9, 0)])
def test_there_is_no_quantile_of_these(probability: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        student_quantile(probability, degrees)


def replications(*pairs: tuple[float | None, float | None]) -> list[Replication]:
    return [
        Replication(seed, {MEAN: first}, {MEAN: second})
        for seed, (first, second) in enumerate(pairs, 7)
    ]


def test_the_interval_of_paired_differences() -> None:
    # Differences 1, 2, 3: mean 2, variance 1, so t(0.975, 2) / sqrt(3).
    found = differences(replications((1, 2), (5, 7), (2, 5)))[MEAN]
    assert (found.pairs, found.mean, found.reason) == (3, 2.0, "")
    assert found.first == pytest.approx(8 / 3)
    assert found.second == pytest.approx(14 / 3)
    assert found.half_width == pytest.approx(0.95 / math.sqrt(2 * 0.975 * 0.025) / math.sqrt(3))
    assert found.half_width is not None
    assert found.half_width > 2.0
    assert not found.excludes_zero


def test_pairing_takes_away_what_both_have_in_common() -> None:
    found = differences(replications((100, 101), (200, 201.5), (300, 301)))[MEAN]
    assert found.excludes_zero
    assert found.note == "beyond chance" or found.half_width is None


def test_a_lower_level_gives_a_narrower_interval() -> None:
    assert paired_half_width([1, 2, 3], 0.9) < paired_half_width([1, 2, 3], 0.99)


def test_one_pair_has_no_interval() -> None:
    found = differences(replications((1, 2)))[MEAN]
    assert (found.mean, found.half_width) == (1.0, None)
    assert found.reason == "one seed has no interval: `--seeds N`"


def test_a_value_that_is_missing_leaves_no_interval() -> None:
    found = differences(replications((1, 2), (None, 3), (4, 6), (5, None)))[MEAN]
    assert (found.pairs, found.mean, found.half_width) == (2, 1.5, None)
    assert found.reason == "no value with seeds 8, 10"
    assert not found.excludes_zero
    assert interval_bar(found) == ""


def test_without_any_pair_there_is_no_mean() -> None:
    found = differences(replications((None, 2), (1, None)))[MEAN]
    assert (found.pairs, found.mean, found.reason) == (0, None, "no value in any pair of runs")


def test_a_difference_that_never_changes_is_said_to_be_so() -> None:
    found = differences(replications((1, 2), (2, 3), (3, 4)))[MEAN]
    assert (found.half_width, found.note) == (0.0, "the same with every seed")


def test_the_bar_says_its_interval() -> None:
    found = differences(replications((1, 2), (5, 7), (2, 5)))[MEAN]
    # 2 - 2.484 and 2 + 2.484.
    assert 'aria-label="from -0.4841 to 4.484"' in interval_bar(found)
