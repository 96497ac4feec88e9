"""The life of a session step by step, and how its time divides: derived by hand from part 4."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from sqlang.engine import Limits, run
from sqlang.source import Source
from sqlang.views.outcome import Outcome
from sqlang.views.session_life import (
    SessionFollower,
    SessionLife,
    never_arrived,
    session_account,
)
from sqlang.views.session_life.steps import STEPS_KEPT
from tests.conformance import vectors

NO_LIMITS = Limits()


def life_of(text: str, serial: int, limits: Limits = NO_LIMITS) -> SessionLife:
    if "run {" not in text:
        text += " run { horizon 100; }"
    program = analyze(text).program
    assert program is not None, analyze(text).diagnostics
    follower = SessionFollower(program, serial)
    report = run(program, observer=follower, limits=limits)
    return follower.life(report.end)


def steps(life: SessionLife) -> list[tuple[float, str]]:
    return [(step.time, step.text) for step in (*life.first, *life.last)]


def shares(life: SessionLife) -> dict[str, float]:
    return {share.name: share.time for share in life.shares}


def test_a_preempted_session_waits_and_computes_again() -> None:
    """Vector 126: at 1 session 0 needs a block more than fits, and session 1 is put out for it."""
    text = vectors.source("run", "126-step-preempt-lifo").text
    life = life_of(text, 1)
    told = [each for each in steps(life) if "observes" not in each[1] and "joins" not in each[1]]
    assert told == [
        (0.0, "arrives"),
        (0.0, "queued for `r`: number 2 in line, behind 0"),
        (0.0, "admitted with r 1, m 8"),
        (0.0, "prefill 8 tokens"),
        (1.0, "done at `e` after 1 iteration"),
        (1.0, "preempted: put out of `m`, where it had computed 8"),
        (1.0, "gives back r 1, m 8"),
        (1.0, "queued again for `r`: first in line"),
        (6.0, "admitted with r 1, m 8"),
        (6.0, "prefill 8 tokens again"),
        (7.0, "done at `e` after 1 iteration"),
        (7.0, "decode 1 token × 2 iterations, 7 – 9"),
        (9.0, "done at `e` after 2 iterations"),
        (9.0, "gives back r 1, m 10"),
        (9.0, "ends"),
    ]
    assert shares(life) == {
        "prefill": 1.0,
        "waiting again": 5.0,
        "prefill again": 1.0,
        "decode": 2.0,
    }


def test_what_is_left_as_a_lease_and_then_cached_is_followed() -> None:
    """At 3 the lease is over, and what it leaves goes for the 3 units of session 1 (POOL-10)."""
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session { hold m (3) { run d (1); } cache (2) lease m (2) run d (9); }"""
    assert steps(life_of(text, 0))[3:] == [
        (0.0, "joins `d` with work 1"),
        (1.0, "done at `d`: served 0 – 1"),
        (1.0, "keeps 3 of `m` as a lease until 3"),
        (1.0, "joins `d` with work 9"),
        (3.0, "lease of 3 of `m` is over: expired, 2 stay cached"),
        (3.0, "2 of its cached units are evicted from `m`"),
        (10.0, "done at `d`: served 1 – 10"),
        (10.0, "ends"),
    ]


def test_a_spill_goes_where_the_clause_says() -> None:
    """At 1 session 1 needs 3 of 4 units, of which 2 are cached: these go to `far` in one piece.

    It is admitted by the end of the hold, before session 0 goes on (EXE-12).
    """
    text = """pool far { cap 9; } pool m { cap 4; spill far via move (1) when (1); }
    stage move : delay; stage d : delay; workload { arrive batch(2); }
    session { run d (serial); hold m (3) { run d (1); } cache (2) }"""
    told = steps(life_of(text, 0, Limits(events=50)))
    assert told[-3:] == [
        (1.0, "2 of its cached units are evicted from `m`"),
        (1.0, "2 units evicted from `m` go to `far`"),
        (1.0, "ends"),
    ]


def test_releases_loads_drops_growth_and_turns_are_told() -> None:
    text = """pool m { cap 9; } stage d : delay; workload { arrive batch(1); turn { set k = 2; } }
    session {
      turn;
      hold m (k) { grow m (3); load m (4); run d (1); release m; release m; } cache (1)
      drop m; drop m;
    }"""
    assert [said for _, said in steps(life_of(text, 0))[1:]] == [
        "turn 1",
        "sets k = 2",
        "queued for `m`: first in line",
        "admitted with m 2",
        "gets 3 more of `m`",
        "loads 4 into `m`, which makes 4 computed",
        "joins `d` with work 1",
        "done at `d`: served 0 – 1",
        "releases 5 of `m`, 1 stay cached",
        "has nothing of `m` to release",
        "drops 1 unit cached in `m`",
        "drops 0 units cached in `m`",
        "ends",
    ]


def test_a_growth_that_waits_is_time_of_its_own() -> None:
    """Session 1 wants a unit more at 1 and gets it when session 0 goes, at 3."""
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session { hold m (2) { run d (serial == 0 ? 3 : 1); branch (serial == 1) { grow m (1); } } }"""
    life = life_of(text, 1)
    assert (1.0, "waits for 1 more of `m`, which is full") in steps(life)
    assert (3.0, "gets 1 more of `m`") in steps(life)
    assert shares(life) == {"at `d`": 1.0, "waiting for memory": 2.0}


def test_a_flow_names_all_its_stages() -> None:
    """Two flows share the capacity 2 of `a`, so each has 1 of it and is done at 3."""
    text = """stage a : ps(2); stage b : ps(9); share maxmin; workload { arrive batch(2); }
    session { run a, b (3); }"""
    life = life_of(text, 1)
    assert steps(life)[1:3] == [
        (0.0, "joins `a`, `b` with work 3"),
        (3.0, "done at `a`, `b`: served 0 – 3"),
    ]
    assert shares(life) == {"at `a`": 3.0}


def test_a_rejected_session() -> None:
    life = life_of("pool m { cap 1; } workload { arrive batch(1); } session { hold m (2) { } }", 0)
    assert steps(life)[-1] == (0.0, "rejected: it asks for more than a pool can hold")
    assert (life.rejected, life.shares) == (True, ())


def test_the_middle_of_a_long_life_is_left_out() -> None:
    text = "stage d : delay; workload { arrive batch(1); } session { loop { run d (1); } }"
    life = life_of(text + " run { horizon 1e4; }", 0)
    assert (len(life.first), len(life.last)) == (STEPS_KEPT, STEPS_KEPT)
    # It arrives, joins at 0, is done and joins again at each of 1 to 10,000.
    assert life.left_out == 1 + 1 + 2 * 10_000 - 2 * STEPS_KEPT
    assert life.last[-1].time == 10_000.0
    assert life.ended is None


def test_the_run_goes_no_further_than_the_session() -> None:
    text = """stage d : delay; workload { arrive closed(1); } session { run d (1); }
    run { horizon 1e9; }"""
    program = analyze(text).program
    assert program is not None
    report = run(program, observer=SessionFollower(program, 3))
    assert report.stopped is not None
    assert report.stopped.reason == "cancelled"
    assert 4.0 <= report.stopped.time < 1000.0


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "there is no session 5: none arrived"),
        (1, "there is no session 5: only session 0 arrived"),
        (3, "there is no session 5: 3, sessions 0 to 2, arrived"),
    ],
)
def test_who_never_came(size: int, said: str) -> None:
    arrive = f"arrive batch({size});" if size else "arrive none;"
    life = life_of(f"workload {{ {arrive} }} session {{ }}", 5)
    assert never_arrived(life) == said
    with pytest.raises(ValueError, match="never arrived"):
        session_account(analyze(""), life, Outcome(), 0.0)


def test_statements_of_definitions_are_shown_with_their_use() -> None:
    text = """stage d : delay;
def visit(w) {
  run d (w);
}
workload { arrive batch(1); }
session { visit(1); }
run { horizon 9; }
"""
    analysis = analyze(Source(text, "x.sq"))
    assert analysis.program is not None, analysis.diagnostics
    follower = SessionFollower(analysis.program, 0)
    report = run(analysis.program, observer=follower)
    account = session_account(analysis, follower.life(report.end), Outcome(), report.end)
    assert account.steps.rows[1][2:4] == ("x.sq:3 (used in 6)", "run d (w);")
