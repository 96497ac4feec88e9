"""What an update writes: what the run says, and no other character of the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.analysis import analyze
from sqlang.cli.fixing import with_fixes
from sqlang.source import Source
from sqlang.views.expectations.judging import judge
from sqlang.views.expectations.measuring import Lines, RunFacts, refused_by
from sqlang.views.expectations.names import expectations_of
from tests.views.expectations.promises import FACTS, PROGRAM

A, B, C, D = (
    "ITER 0.0000 0:0:p2",
    "ITER 1.0000 1:0:p4",
    "ITER 2.0000 0:0:d1",
    "ITER 3.0000 0:0:d1",
)
LONG = tuple(f"ITER {at}.0000 0:0:d1 | used 1 cached 0" for at in range(60))


def updated(text: str, facts: RunFacts = FACTS) -> str:
    """A text after its update, which has nothing left to update."""
    expectations = expectations_of(analyze(Source(text)))
    assert expectations.mistakes == ()
    new = with_fixes(text, judge(expectations, facts).edits)
    again = judge(expectations_of(analyze(Source(new))), facts)
    assert (again.broken, again.unjudged) == ((), ())
    return new


def end_updated(lines: str, facts: RunFacts = FACTS) -> str:
    """The end of a program after its update; what is before it stays."""
    new = updated(PROGRAM + lines, facts)
    assert new.startswith(PROGRAM)
    return new.removeprefix(PROGRAM)


def test_what_holds_stays_byte_for_byte() -> None:
    text = (
        f"//!  {A}  \r\n//!{B}\t\n\n  //! {C} | used 0.1875 cached 0\n//! ...\n"
        "//! observe ttft max 4.0 ± 5% \n//!\n//! report end 2e1"
    )
    assert end_updated(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"//! {A}\n//! ITER 1.0000 1:0:p3\n//! {C}\n//! {D}\n", (A, B, C, D)),
        (f"//! {A}\n//! {C}\n//! {D}\n", (A, B, C, D)),
        (f"//! {C}\n//! {D}\n", (A, B, C, D)),
        (f"//! {A}\n", (A, B, C, D)),
        (f"//! {A}\n//! {B}\n//! ITER 1.5000 1:0:d1\n//! {C}\n//! {D}\n", (A, B, C, D)),
        (f"//! {A}\n//! {B}\n//! {C}\n//! {D}\n//! ITER 4.0000 0:0:d1\n", (A, B, C, D)),
        (f"//! {D}\n//! {C}\n//! {B}\n//! {A}\n", (A, B, C, D)),
        ("//! ITER\n", (A, B, C, D)),
        ("//! ITER\n//! ITER\n//! …\n", (A, B, "…")),
        ("//! …\n//! ITER\n", ("…", D)),
        (f"//! {B}\n//! …\n", (A, "…")),
        (f"//! {A}\n//! …\n//! ITER 2.2000 0:0:d1\n//! …\n", (A, "…", C, "…")),
    ],
)
def test_iterations_become_those_of_the_run(before: str, after: tuple[str, ...]) -> None:
    assert end_updated(before) == "".join(f"//! {line}\n" for line in after)


def test_a_line_with_a_bar_keeps_one() -> None:
    before = f"//! {A} | used 1 cached 0\n//! ITER |\n//! ITER\n//! {D} | used 1 cached 0\n"
    assert end_updated(before) == (
        f"//! {A} | used 0.125 cached 0\n//! {B} | used 0.4375 cached 0\n"
        f"//! {C}\n//! {D} | used 0.25 cached 0\n"
    )


def test_a_list_that_is_filled_in_says_no_more_than_the_beginning_of_a_long_run() -> None:
    facts = FACTS._replace(lines=Lines(LONG, 60, True))
    expected = [f"//! ITER {at}.0000 0:0:d1\n" for at in range(10)]
    assert end_updated("//! ITER\n", facts) == "".join([*expected, "//! …\n"])


def test_a_list_is_not_updated_to_thousands_of_lines() -> None:
    facts = FACTS._replace(lines=Lines(LONG, 5000, True))
    expectations = expectations_of(analyze(Source(f"{PROGRAM}//! {A}\n")))
    found = judge(expectations, facts)
    assert len(found.broken) == 2
    assert found.edits == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("//! observe ttft mean 1 ± 0.5\n", "//! observe ttft mean 2.6 ± 0.5\n"),
        ("//! observe ttft mean  1  ±0.5%\n", "//! observe ttft mean  2.6  ±0.5%\n"),
        ("//! observe ttft ci 1\n", "//! observe ttft ci null\n"),
        ("//! observe ttft ci 1 ± 0.5 \n", "//! observe ttft ci null \n"),
        ("//! observe ttft ci ± 0.5\n", "//! observe ttft ci null\n"),
        ("//! observe ttft mean ± 0.5\n", "//! observe ttft mean 2.6 ± 0.5\n"),
        ("//! observe ttft mean +-5%\n", "//! observe ttft mean 2.6 +-5%\n"),
        ("//! report seed 1 ± 1\n", "//! report seed 18446744073709551615 ± 1\n"),
        ("//! report end\n", "//! report end 20\n"),
        ("//! report end  ", "//! report end 20  "),
        (
            "//! report stages.gpu[1].utilization 0.5\n",
            "//! report stages.gpu[1].utilization 1.6666666666666665\n",
        ),
        ("//! refused\n", ""),
        ("pool x { cap 1; } //! error SQ901\n", "pool x { cap 1; }\n"),
    ],
)
def test_figures_and_errors_become_what_is_so(before: str, after: str) -> None:
    assert end_updated(before) == after


def test_a_list_of_thousands_stays_one() -> None:
    run = tuple(f"ITER {at}.0000 0:0:d1 | used 1 cached 0" for at in range(2000))
    lines = [f"//! {line.partition(' |')[0]}\n" for line in run]
    facts = FACTS._replace(lines=Lines(run, len(run), True))
    wrong = [*lines[:1500], "//! ITER 7.0000 9:0:d1\n", *lines[1502:]]
    assert end_updated("".join(wrong), facts) == "".join(lines)


@pytest.mark.parametrize("lines", [("ITER",), ("ITER |", "…"), (A, "…"), ("…", A), (A, B)])
def test_nothing_is_updated_of_iterations_if_there_are_none(lines: tuple[str, ...]) -> None:
    """Promises would go, and a `…` without a line would stay, which says nothing."""
    text = PROGRAM + "".join(f"//! {line}\n" for line in lines)
    facts = FACTS._replace(lines=Lines((), 0, True))
    found = judge(expectations_of(analyze(Source(text))), facts)
    assert found.broken != ()
    assert all(each.message.endswith("but the run has no iterations") for each in found.broken)
    assert found.edits == ()


def test_of_several_errors_an_update_writes_one_that_is_not_promised_yet() -> None:
    text = f"{PROGRAM}//! error SQ401\n//! error SQ402\n"
    found = judge(expectations_of(analyze(Source(text))), refused_by(["SQ401", "SQ421"]))
    assert with_fixes(text, found.edits) == text.replace("SQ402", "SQ421")


def test_line_ends_and_indents_are_those_of_the_text() -> None:
    text = f"{PROGRAM}    //! {A}\n    //! {D}\n".replace("\n", "\r\n")
    lines = "".join(f"    //! {line}\r\n" for line in (A, B, C, D))
    assert updated(text) == PROGRAM.replace("\n", "\r\n") + lines


LINES = st.sampled_from(
    [A, B, C, D, "ITER", "ITER |", "ITER 0.5000 1:0:d2", f"{A} | used 1 cached 0", f"{D} 1:0:d1"]
)
PATTERNS = st.lists(st.one_of(LINES, LINES, st.just("…")), min_size=1, max_size=7)


@given(PATTERNS.filter(lambda pattern: set(pattern) != {"…"}), st.sampled_from(["\n", "\r\n"]))
def test_any_list_holds_after_its_update(pattern: list[str], newline: str) -> None:
    before = (PROGRAM + "".join(f"//! {line}\n" for line in pattern)).replace("\n", newline)
    after = updated(before)
    assert after.startswith(PROGRAM.replace("\n", newline))
    assert after.count("\n") == after.count(newline)
    assert after.count("…") == pattern.count("…")
    assert updated(after) == after


def test_the_last_line_may_have_no_end() -> None:
    assert end_updated(f"//! {A}\n//! {B}\n//! {C}") == "\n".join(
        f"//! {line}" for line in (A, B, C, D)
    )
    assert end_updated(f"//! {A}\n//! {B}\n//! {C}\n//! {D}\n//! ITER 9.0000 0:0:d1") == "".join(
        f"//! {line}\n" for line in (A, B, C, D)
    )
