"""Runs that pause: what there is at a time, derived by hand from the specification."""

from __future__ import annotations

import math

import pytest

from sqlang.engine import Limits, RunError, run
from sqlang.engine.paused_run import PausedRun
from sqlang.engine.state import RunState
from tests.engine.programs import Watcher, lowered


def at(text: str, time: float) -> RunState:
    paused = PausedRun(lowered(text))
    paused.advance(time)
    return paused.state()


DESK = """stage desk : fifo(1); workload { arrive batch(2); } session { run desk (3); }"""


def test_who_is_served_and_who_waits() -> None:
    state = at(DESK, 1.0)
    served, waiting = state.stages[0].jobs
    assert (served.serial, served.started, served.remaining) == (0, 0.0, 2.0)
    assert (waiting.serial, waiting.started, waiting.remaining) == (1, None, 3.0)
    assert [session.status for session in state.sessions] == ["in stage", "in stage"]
    assert (state.time, state.over, state.arrived) == (1.0, False, 2)


def test_a_state_is_that_after_all_that_happens_at_its_time() -> None:
    """At 3 session 0 is done and gone, and session 1 is being served."""
    state = at(DESK, 3.0)
    assert [session.serial for session in state.sessions] == [1]
    assert [(job.started, job.remaining) for job in state.stages[0].jobs] == [(3.0, 3.0)]


def test_jobs_that_share_get_it_at_their_rate() -> None:
    """Two jobs share a capacity of 2; after 1 each has 1 left of 2. Flows do the same on a link."""
    shared = """stage s : ps(2); workload { arrive batch(2); } session { run s (2); }"""
    assert [(job.remaining, job.rate) for job in at(shared, 1.0).stages[0].jobs] == [(1.0, 1.0)] * 2
    flows = """stage a : ps(2); stage b : ps(4); share maxmin; workload { arrive batch(2); }
    session { run a, b (2); }"""
    jobs = [stage.jobs for stage in at(flows, 0.5).stages]
    assert [(job.remaining, job.rate) for job in jobs[1]] == [(1.5, 1.0)] * 2
    assert jobs[0] == jobs[1]


def test_a_batch_and_what_is_allocated() -> None:
    """At 1.5 the third of six tokens is computed; the hold has grown for it already (STEP-6)."""
    text = """pool m { cap 9; } stage e : step { budget 1; cost 1; memory m; }
    workload { arrive batch(1); }
    session { hold m (1) { prefill on e (6) growing m; } }"""
    state = at(text, 1.5)
    [stage], [session] = state.stages, state.sessions
    assert (stage.running, stage.began, stage.ends) == (True, 1.0, 2.0)
    assert [(member.serial, member.tokens) for member in stage.batch] == [(0, 1.0)]
    assert stage.jobs[0].remaining == 5.0  # tokens count when their iteration ends (STEP-17)
    assert [(part.units, part.position) for part in session.allocations] == [(2.0, 2.0)]
    assert state.pools[0].used == 2.0


def test_who_waits_for_admission_and_who_to_grow() -> None:
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(3); }
    session { hold m (2) { run d (serial == 0 ? 3 : 1); branch (serial == 1) { grow m (1); } } }"""
    state = at(text, 2.0)
    assert (state.pools[0].queue, state.pools[0].growers) == ((2,), (1,))
    assert [session.status for session in state.sessions] == ["in stage", "growing", "queued"]
    assert state.sessions[1].asked == ((0, 1.0),)
    assert (state.sessions[2].asked, state.sessions[2].since) == (((0, 2.0),), 0.0)


def test_leases_and_entries_are_seen() -> None:
    text = """pool m { cap 9; } stage d : delay; workload { arrive batch(2); }
    session {
      hold m (3) { run d (1 + serial); } cache (2) lease m (serial == 0 ? 1 : inf)
      run d (9);
    }"""
    state = at(text, 4.0)
    assert [(entry.entry, entry.units, entry.released) for entry in state.pools[0].entries] == [
        (0, 2.0, 2.0)
    ]
    assert [(part.units, part.leased) for part in state.sessions[1].allocations] == [(3.0, True)]
    assert (state.pools[0].used, state.pools[0].cached) == (3.0, 2.0)


def test_a_time_past_the_end_is_the_end() -> None:
    assert (at(DESK, math.inf).time, at(DESK, math.inf).over) == (100.0, True)
    drained = DESK.replace("batch(2)", "renewal(1)") + " run { arrivals 2; horizon 50; }"
    assert (at(drained, 40.0).time, at(drained, 40.0).over) == (7.0, True)
    assert (at(drained, 7.0).time, at(drained, 7.0).over) == (7.0, False)


def test_pausing_changes_nothing() -> None:
    text = """pool kv { cap 9; preempt lifo; } stage e : step { budget 4; cost 0.5; memory kv; }
    workload { arrive poisson(0.5); init { set p = ceil(~exp(3)); } }
    session { hold kv (1) { prefill p growing kv; decode p growing kv; } cache (p) }"""
    program = lowered(text)
    whole, pieces = Watcher(), Watcher()
    run(program, observer=whole)
    paused = PausedRun(program, observer=pieces)
    for time in range(0, 120, 3):
        paused.advance(float(time))
        paused.state()
    assert len(pieces.events) == len(whole.events) > 100
    assert [event.time for event in pieces.events] == [event.time for event in whole.events]
    assert paused.over


def test_a_run_that_fails_or_meets_a_bound_has_a_state() -> None:
    failing = PausedRun(lowered(DESK.replace("(3);", "(3); branch (now) { }")))
    failing.advance(2.0)
    with pytest.raises(RunError):
        failing.advance(9.0)
    assert (failing.state().time, failing.over, len(failing.state().sessions)) == (3.0, True, 2)
    bounded = PausedRun(lowered(DESK), limits=Limits(events=1))
    bounded.advance(9.0)
    assert bounded.stopped is not None
    assert (bounded.stopped.reason, bounded.state().time) == ("events", 3.0)
