"""Iterations, errors and refusals beside what came of a program."""

from __future__ import annotations

import pytest

from sqlang.views.expectations.difference import difference_lines
from sqlang.views.expectations.measuring import Lines, RunFacts, failed_with, refused_by
from tests.views.expectations.promises import FACTS, RUN, broken, iterations, verdict

A, B, C, D = ("0.0000 0:0:p2", "1.0000 1:0:p4", "2.0000 0:0:d1", "3.0000 0:0:d1")
CUT = RunFacts((), Lines(RUN, 4, False), None, {}, None, "deadline")


@pytest.mark.parametrize(
    "promised",
    [
        (A, B, C, D),
        (f"{A} | used 0.125 cached 0", B, C, D),
        (A, "…"),
        (A, B, C, D, "…"),
        ("…", D),
        ("…", A, B, C, D),
        ("…", B, C, "…"),
        (A, "…", C, "…"),
        (A, "…", D),
        (A, "…", B, "…", C, "…", D),
        (A, "…", "…", C, D),
        ("  0.0000   0:0:p2", "…"),
    ],
)
def test_what_the_run_did_holds(promised: tuple[str, ...]) -> None:
    assert broken(*iterations(*promised)) == []


@pytest.mark.parametrize(
    "promised",
    [
        (A, B, C),
        (B, C, D),
        (A, C, D),
        (A, B, D, C),
        (A, B, C, D, D),
        (B, "…"),
        ("…", C),
        ("…", B, D, "…"),
        (A, "…", A, "…"),
        ("…", C, "…", B, "…"),
        (A, B, "…", B, C, D),
        (A, B, C, D, "…", D),
        (f"{A} | used 0.125 cached 1", B, C, D),
        ("0.0000 0:0:d2", B, C, D),
        ("", "…"),
    ],
)
def test_what_the_run_did_not_do_does_not_hold(promised: tuple[str, ...]) -> None:
    assert broken(*iterations(*promised)) != []


def test_a_line_is_told_with_that_of_the_run() -> None:
    assert broken(*iterations(A, "1.0000 1:0:p3", C, D)) == [
        "`ITER 1.0000 1:0:p3`, but the run says `ITER 1.0000 1:0:p4`"
    ]
    assert broken(*iterations(A, B, f"{C} | used 1 cached 0", D)) == [
        (
            "`ITER 2.0000 0:0:d1 | used 1 cached 0`,"
            " but the run says `ITER 2.0000 0:0:d1 | used 0.1875 cached 0`"
        )
    ]


def test_a_line_that_is_missing_moves_no_other() -> None:
    assert broken(*iterations(A, C, D)) == [
        "no iteration before this, but the run says `ITER 1.0000 1:0:p4`"
    ]
    assert broken(*iterations(A)) == [
        (
            "no iteration after this, but the run says `ITER 1.0000 1:0:p4` and 2 more"
            " (`//! …` stands for others)"
        )
    ]
    assert broken(*iterations(f"{A} | used 0.125 cached 0", C, D)) == [
        "no iteration before this, but the run says `ITER 1.0000 1:0:p4 | used 0.4375 cached 0`"
    ]


@pytest.mark.parametrize(
    ("promised", "shown"),
    [
        ((A, D), ["", "+ ITER 1.0000 1:0:p4", "+ ITER 2.0000 0:0:d1", ""]),
        ((C, D), ["+ ITER 0.0000 0:0:p2", "+ ITER 1.0000 1:0:p4", "", ""]),
        (
            (A, f"{B} | used 0.4375 cached 0", D),
            ["", "", "+ ITER 2.0000 0:0:d1 | used 0.1875 cached 0", ""],
        ),
    ],
)
def test_lines_that_nothing_promises_are_shown_as_an_update_writes_them(
    promised: tuple[str, ...], shown: list[str]
) -> None:
    lines = difference_lines(verdict(*iterations(*promised)))
    assert [f"{sign} {text}" if sign else "" for sign, _, text in lines] == shown


def test_what_stands_last_behind_others_is_the_end_of_the_run() -> None:
    """Whoever means that it comes at some time writes another `…` behind it."""
    assert broken(*iterations("…", B)) == [
        "`ITER 1.0000 1:0:p4` at the end, but the run says `ITER 3.0000 0:0:d1`"
    ]
    assert broken(*iterations("…", "1.0000 1:0:p3", "…")) == [
        "`ITER 1.0000 1:0:p3`, but the run says `ITER 1.0000 1:0:p4`"
    ]


def test_a_line_too_many_is_told_alone() -> None:
    assert broken(*iterations(A, B, "1.5000 1:0:d1", C, D)) == [
        "`ITER 1.5000 1:0:d1`, but the run has no such iteration"
    ]


def test_an_empty_batch_is_a_line_too() -> None:
    facts = FACTS._replace(lines=Lines(("ITER 0.0000  | used 0 cached 0",), 1, True))
    assert broken(*iterations("0.0000"), facts=facts) == []


def test_a_run_that_was_cut_is_judged_by_what_it_showed() -> None:
    holding = [(A, "…"), (A, B, C, D, "…"), (A, "…", C, "…")]
    for promised in holding:
        assert broken(*iterations(*promised), facts=CUT) == []
    for promised in [(A, B, C, D), (A, B, C, D, "4.0000 1:0:d1"), (A, "…", D)]:
        found = verdict(*iterations(*promised), facts=CUT)
        assert found.broken == ()
        assert found.unjudged != ()
    assert len(broken(*iterations(A, B, D), facts=CUT)) > 0
    assert broken(*iterations(A, B, C), facts=CUT) == [
        "no iteration after this, but the run says `ITER 3.0000 0:0:d1` (`//! …` stands for others)"
    ]


def test_figures_of_a_run_that_was_cut_are_not_judged() -> None:
    found = verdict("//! report end 21", facts=CUT)
    assert found.broken == ()
    assert [span.text for span in found.unjudged] == ["//! report end 21"]


def test_of_a_long_run_only_the_first_lines_are_known() -> None:
    long = FACTS._replace(lines=Lines(RUN, 1000, True))
    assert broken(*iterations(A, B, "…"), facts=long) == []
    assert verdict(*iterations(A, "…", D), facts=long).unjudged != ()
    assert broken(*iterations(A, B), facts=long) == [
        (
            "no iteration after this, but the run says `ITER 2.0000 0:0:d1` and 997 more"
            " (`//! …` stands for others)"
        )
    ]


def test_an_expected_refusal_or_failure_is_none() -> None:
    for line in ("//! refused", "//! error SQ401"):
        found = verdict(line, facts=refused_by(["SQ401", "SQ402"]))
        assert (found.broken, found.unexpected) == ((), False)
    found = verdict("//! error SQ901", *iterations(A, B), facts=failed_with(cut_lines(2), "SQ901"))
    assert (found.broken, found.unexpected) == ((), False)


def cut_lines(count: int) -> Lines:
    return Lines(RUN[:count], count, True)


def test_an_unexpected_refusal_leaves_the_rest_unjudged() -> None:
    found = verdict(*iterations(A), "//! report end 20", facts=refused_by(["SQ401"]))
    assert (found.broken, len(found.unjudged), found.unexpected) == ((), 2, True)


def test_an_error_that_does_not_come_is_told() -> None:
    assert broken("//! refused") == ["to be refused, but it is accepted"]
    assert broken("//! error SQ901") == ["`SQ901`, but it runs without an error"]
    assert broken("//! error SQ401", facts=refused_by(["SQ402", "SQ403"])) == [
        "`SQ401`, but the program has `SQ402` or `SQ403`"
    ]
    assert broken("//! error SQ901", facts=failed_with(cut_lines(1), "SQ902")) == [
        "`SQ901`, but the run fails with `SQ902`"
    ]


def test_figures_of_an_expected_failure_cannot_hold() -> None:
    assert broken("//! error SQ901", "//! report end 2", facts=failed_with(cut_lines(0), "SQ901"))
