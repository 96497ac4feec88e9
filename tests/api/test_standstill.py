"""A run in which no time passes any more is stopped, and what goes on for ever is named."""

from __future__ import annotations

import pytest

import sqlang
from sqlang.diagnostics import Diagnostic
from sqlang.engine import Report

ONE = "workload { arrive batch(1); } "
INSTANT = 2000


def report_of(text: str, instant: int = INSTANT) -> Report:
    return sqlang.run(sqlang.compile(source=f"{text} run {{ horizon 10; }}"), instant=instant)


def failure_of(text: str) -> Diagnostic:
    with pytest.raises(sqlang.DiagnosticError) as caught:
        report_of(text)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "SQ991"
    return diagnostic


@pytest.mark.parametrize(
    ("text", "place", "what", "circumstances"),
    [
        (
            ONE + "session { loop { branch (serial == 1) { end; } } }",
            "loop {",
            "statements go on",
            "in session 0 at time 0, where serial = 0",
        ),
        (
            "stage d : delay; "
            + ONE
            + "session { run d (3); loop { set a = a + 1; loop { set b = a; } } }",
            "loop {",
            "statements go on",
            "in session 0 at time 3, where a = 1",
        ),
        (
            "stage d : delay; " + ONE + "session { loop { set n = n + 0; run d (n); } }",
            "loop {",
            "statements go on",
            "in session 0 at time 0, where n = 0",
        ),
        (
            "stage d : delay; " + ONE + "session { run d (1); loop { run d (1e-30); } }",
            "loop {",
            "statements go on",
            "in session 0 at time 1",
        ),
        (
            "pool m { cap 3; preempt lifo; } " + ONE + "session { hold m (2) { grow m (2); } }",
            "grow m (2);",
            "sessions are put out of pool `m` again and again",
            "in session 0 at time 0, where cap = 3",
        ),
        (
            "pool m { cap 3; preempt lifo; } stage e : step { budget 9; cost 0; memory m; } "
            + ONE
            + "session { hold m (2) { prefill on e (4) growing m; } }",
            "prefill on e (4) growing m;",
            "sessions are put out of pool `m` again and again",
            "in session 0 at time 0, where cap = 3",
        ),
    ],
    ids=["loop", "inner loop", "no work", "too little work", "grow", "growing"],
)
def test_what_goes_on_is_named(text: str, place: str, what: str, circumstances: str) -> None:
    failure = failure_of(text)
    assert failure.span.text.startswith(place)
    assert failure.message.endswith(f"while {what}")
    assert [note.message for note in failure.related] == [circumstances]


def test_sessions_that_are_replaced_at_once_are_told_by_their_arrival() -> None:
    failure = failure_of(
        """pool r { cap 9; admit via e; } stage e : step { budget 1; cost 1; }
        workload { arrive closed(1); } session { hold r (1) { } end; }"""
    )
    assert failure.span.text == "arrive closed(1);"
    assert failure.message.endswith("while sessions end without taking time and are replaced")
    assert failure.related[0].message.endswith(" at time 0")


def test_of_two_loops_the_inner_one_is_at_fault() -> None:
    failure = failure_of(ONE + "session { loop { set a = 1; loop { set b = 2; } } }")
    assert failure.span.source.text[failure.span.start :].startswith("loop { set b")


def test_an_iteration_that_costs_nothing_is_named_with_its_cost() -> None:
    failure = failure_of(
        "stage e : step { budget 1; cost 0 * tokens; } " + ONE + "session { decode on e (1e300); }"
    )
    assert failure.span.text == "decode on e (1e300);"
    assert failure.message.endswith("while the iterations of stage `e` take no time")
    [note] = failure.related
    assert (note.span.text, note.message) == (
        "0 * tokens",
        "in session 0 at time 0, where tokens = 1",
    )


@pytest.mark.parametrize("rate", ["-1", "0 * -1", "inf"])
def test_a_rate_at_which_no_time_passes_is_named_at_once(rate: str) -> None:
    failure = failure_of(f"workload {{ arrive poisson({rate}); }} session {{ end; }}")
    assert failure.span.text.startswith("arrive poisson")
    assert "so time does not pass" in failure.message


def test_a_rate_of_zero_lets_one_session_arrive() -> None:
    """As in the reference: the next one is infinitely far away."""
    assert report_of("workload { arrive poisson(0); } session { end; }").arrivals == 1


def test_a_choice_of_very_many_is_named_with_their_number() -> None:
    failure = failure_of(ONE + "session { set n = 1e18; choose j in n by (0); }")
    assert failure.span.text == "choose j in n by (0);"
    assert failure.related[0].message == "in session 0 at time 0, where n = 1000000000000000000"


def test_a_draw_of_very_many_phases_is_named() -> None:
    failure = failure_of(ONE + "session { set k = 1e9; set a = ~erlang(k, 1); }")
    assert failure.span.text == "set a = ~erlang(k, 1);"
    assert failure.related[0].message == "in session 0 at time 0, where k = 1000000000"


def test_a_budget_that_reads_itself_is_named() -> None:
    failure = failure_of(
        "stage e : step { budget 5 + budget_left(e); cost 1; } "
        + ONE
        + "session { prefill on e (2); }"
    )
    assert failure.span.text == "e"
    assert "depends on itself" in failure.message


def test_the_member_of_a_family_of_pools_is_named() -> None:
    failure = failure_of(
        "pool m[2] { cap 8; block 1e-30; } "
        + ONE
        + "session { hold m[1] (8) { } cache (inf) hold m[1] (1) reuse (0) { } }"
    )
    assert failure.span.text.startswith("pool m[2]")
    assert failure.related[0].message == "in `m[1]` at time 0"


@pytest.mark.parametrize(
    "text",
    [
        """workload { arrive batch(100); }
        session { loop { set n = n + 1; branch (n == 200) { end; } } }""",
        """stage d : delay; workload { arrive batch(30); }
        session { run d (1); loop { set n = n + 1; branch (n == 200) { end; } } }""",
        """stage d : delay; workload { arrive closed(700); }
        session { run d (1); }""",
        """stage e : step { budget 30; cost 0; } workload { arrive batch(10); }
        session { decode on e (9000); }""",
    ],
    ids=["at the start", "later", "replaced", "without cost"],
)
def test_many_sessions_at_one_instant_are_progress(text: str) -> None:
    assert report_of(text).stopped is None


def test_the_bound_of_an_instant_can_be_raised() -> None:
    text = ONE + "session { loop { set n = n + 1; branch (n == 20000) { end; } } }"
    assert failure_of(text).span.text.startswith("loop {")
    assert report_of(text, instant=100_000).ended == 1
