"""Statements that no session came to, found from what a run told."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.engine import run
from sqlang.source import Source
from sqlang.views.annotations.reached import unreached_statements
from sqlang.views.recording import Recorder


def unreached(
    session: str, workload: str = "arrive batch(2);", items: str = ""
) -> list[tuple[str, str]]:
    """The statements that were never reached, in the order of the text, with the reasons."""
    text = (
        f"stage desk : fifo(1);\n{items}\nworkload {{ {workload} }}\n"
        f"session {{ {session} }}\nrun {{ horizon 20; warmup 0; seed 1; }}\n"
    )
    analysis = analyze(Source(text))
    assert analysis.program is not None, analysis.diagnostics
    assert analysis.origins is not None
    recorder = Recorder(analysis.program)
    run(analysis.program, observer=recorder)
    found = []
    for key, reason in unreached_statements(analysis.program, recorder.recording()).items():
        span = analysis.origins.statement(*key)
        assert span is not None
        found.append((span.start, span.text, reason.reason))
    return [(statement, reason) for _, statement, reason in sorted(found)]


def test_a_run_in_which_all_is_reached_has_none() -> None:
    assert unreached("run desk (1); observe x = now; end;") == []


def test_work_of_nothing_may_be_passed_without_a_word() -> None:
    assert unreached("run desk (0); run desk (0); end;") == []


def test_what_follows_a_job_that_never_ends_is_unreached() -> None:
    assert unreached("run desk (50); set x = 1; end;") == [
        ("set x = 1;", "no session came this far"),
        ("end;", "no session came this far"),
    ]


def test_without_arrivals_nothing_is_reached() -> None:
    reason = "no session arrived"
    assert unreached("run desk (1); end;", "arrive none; init { set x = 1; }") == [
        ("set x = 1;", reason),
        ("run desk (1);", reason),
        ("end;", reason),
    ]


def test_the_side_of_a_branch_that_was_never_taken_is_unreached() -> None:
    assert unreached("branch (serial < 5) { set x = 1; } else { set x = 2; } end;") == [
        ("set x = 2;", "the guard was never 0")
    ]


def test_a_hold_that_admits_nobody_lets_nobody_pass() -> None:
    session = (
        "branch (serial == 0) { hold door (1) { run desk (50); } }"
        " else { hold door (1) { drop door; } set x = 1; } end;"
    )
    assert unreached(session, items="pool door { cap 1; }") == [
        ("drop door;", "no session was admitted to the hold"),
        ("set x = 1;", "no session was admitted to the hold"),
    ]


def test_a_hold_that_refuses_everybody_was_reached_itself() -> None:
    assert unreached("hold door (2) { drop door; } end;", items="pool door { cap 1; }") == [
        ("drop door;", "no session was admitted to the hold"),
        ("end;", "no session was admitted to the hold"),
    ]


def test_a_loop_is_entered_with_the_statement_before_it() -> None:
    assert unreached("loop { run desk (1); branch (now > 5) { end; } }") == []
    assert unreached("run desk (50); set x = 1; loop { run desk (1); }") == [
        ("set x = 1;", "no session came this far"),
        ("loop { run desk (1); }", "no session came this far"),
        ("run desk (1);", "no session came this far"),
    ]


def test_the_block_of_turns_is_reached_with_a_turn() -> None:
    workload = "arrive batch(2); turn { set x = 1; }"
    assert unreached("turn; end;", workload) == []
    assert unreached("branch (serial > 5) { turn; } end;", workload) == [
        ("set x = 1;", "no session took a turn"),
        ("turn;", "the guard was never 1"),
    ]
