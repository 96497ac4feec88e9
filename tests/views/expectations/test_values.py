"""When a figure is the promised one, and what an update writes for it."""

from __future__ import annotations

import pytest

from sqlang.views.expectations.model import Tolerance
from sqlang.views.expectations.values import difference, holds, updated
from tests.views.expectations.promises import broken

EXACT = 1.6666666666666665


@pytest.mark.parametrize(
    ("value", "figure", "expected"),
    [
        ("2.5", 2.5, True),
        ("2.50", 2.5, True),
        ("25e-1", 2.5, True),
        ("+2.5", 2.5, True),
        ("1_000", 1000, True),
        ("2.5", 2.5000000000000004, False),
        ("1.6666666666666665", EXACT, True),
        ("1.6667", EXACT, False),
        ("18446744073709551615", 2**64 - 1, True),
        ("18446744073709551614", 2**64 - 1, False),
        ("-0", 0.0, True),
        ("null", None, True),
        ("null", 0.0, False),
        ("0", None, False),
    ],
)
def test_without_a_tolerance_the_number_is_the_same_to_the_last_bit(
    value: str, figure: float | None, expected: bool
) -> None:
    assert holds(value, None, figure) is expected


@pytest.mark.parametrize(
    ("amount", "percent", "figure", "expected"),
    [
        ("0.1", False, 2.6, True),  # 2.6 - 2.5 is more than 0.1 in binary64
        ("0.1", False, 2.4, True),
        ("0.1", False, 2.6000000000000005, False),
        ("0", False, 2.5, True),
        ("4", True, 2.6, True),
        ("4", True, 2.61, False),
        ("4", True, None, False),
    ],
)
def test_a_tolerance_includes_its_ends(
    amount: str, percent: bool, figure: float | None, expected: bool
) -> None:
    assert holds("2.5", Tolerance(amount, percent), figure) is expected


@pytest.mark.parametrize(
    ("figure", "tolerance", "expected"),
    [
        (EXACT, None, "1.6666666666666665"),
        (3, None, "3"),
        (None, None, "null"),
        (None, Tolerance("0.1", percent=False), "null"),
        (EXACT, Tolerance("0.1", percent=False), "1.67"),
        (EXACT, Tolerance("5", percent=True), "1.667"),
        (EXACT, Tolerance("0", percent=False), "1.6666666666666665"),
        (123456.0, Tolerance("1000", percent=False), "123500"),
        (2.5, Tolerance("1e-40", percent=False), "2.5"),
        (2.5, Tolerance("1e-320", percent=False), "2.5"),
        (2.5, Tolerance("1e300", percent=False), "0"),
        (1e300, Tolerance("1e-5", percent=False), "1" + 300 * "0"),
        (2.5, Tolerance("10000", percent=True), "2.5"),  # the tens are 0, and of that a part is 0
        (2**64 - 1, Tolerance("1", percent=False), "18446744073709551615"),
    ],
)
def test_an_update_writes_the_digits_that_matter(
    figure: float | None, tolerance: Tolerance | None, expected: str
) -> None:
    assert updated(figure, tolerance) == expected
    if figure is not None or tolerance is None:
        assert holds(expected, tolerance, figure)


def test_the_difference_is_that_of_the_decimals() -> None:
    assert difference("2.5", 2.6) == "+0.1"
    assert difference("2.5", 1) == "-1.5"
    assert difference("2.5", None) == ""


def test_figures_are_found_by_their_paths() -> None:
    assert (
        broken(
            "//! report end 20",
            "//! report seed 18446744073709551615",
            "//! observe ttft count 3",
            "//! observe ttft ci null",
            "//! observe ttft min 1",
            "//! observe ttft max 4",
            "//! report observes.ttft.mean 2.6",
            "//! report stages.gpu[0].utilization 0.25",
            "//! report stages.gpu[1].utilization 1.6666666666666665",
            "//! report stages.engine.iterations 4",
            "//! report pools.kv.mean_used 0.8",
        )
        == []
    )


def test_a_figure_that_differs_is_told_with_what_the_run_says() -> None:
    lines = ("//! observe ttft max 3 ± 0.5", "//! report stages.gpu[1].utilization 0.25")
    assert broken(*lines) == [
        "`ttft max 3 ± 0.5`, but the run says `4`",
        "`stages.gpu[1].utilization 0.25`, but the run says `1.6666666666666665`",
    ]
