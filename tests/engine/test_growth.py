"""Growth, preemption, release and load (part 4, section 6)."""

from __future__ import annotations

from sqlang.engine.observer import Preemption
from tests.engine.programs import events_of, report_of, samples_of


def test_growth_waits_and_is_served_before_admissions() -> None:
    text = """pool m { cap 4; } stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 2) { run gate (0.5); }
      hold m (2) {
        run gate (1);
        branch (serial == 0) { grow m (1); }
        observe o = 10 * now + serial;
        run gate (1);
      }
      end;
    }"""
    # At 1 session 0 finds no room and waits; session 1 is done at 2. Then 3 + 2 > 4: session 2
    # is admitted only when session 0 leaves at 3.
    assert samples_of(text) == [11.0, 20.0, 42.0]


def test_growers_are_served_in_order_and_the_first_blocks() -> None:
    text = """pool m { cap 6; } stage gate : delay;
    workload { arrive batch(3); init { set d = serial == 0 ? 3 : 1; } }
    session {
      branch (serial == 2) { hold m (2) { run gate (4); } end; }
      hold m (2) { run gate (1 + serial); grow m (d); observe o = 10 * now + serial; run gate (1); }
    }"""
    # Session 0 wants 3 at 1 and 1 wants 1 at 2; at 4 there are 2 units: 0 needs 3 and blocks.
    assert samples_of(text) == []


def test_a_growth_rounds_up_to_blocks() -> None:
    text = """pool m { cap 8; block 4; }
    workload { arrive batch(1); }
    session { hold m (3) { observe o = used(m); grow m (0); grow m (1); observe o = used(m); } }"""
    assert samples_of(text) == [4.0, 8.0]


def test_the_session_admitted_last_is_put_out_and_comes_back_first() -> None:
    text = """pool m { cap 6; preempt lifo; } stage gate : delay;
    workload { arrive batch(4); }
    session {
      hold m (2) {
        observe o = 10 * now + serial;
        run gate (1);
        branch (serial == 0) { grow m (2); }
        run gate (1);
      }
      observe done = 10 * now + serial;
      end;
    }"""
    # At 1 session 0 puts out 2. At 2 it leaves with 1: the front of the queue is 2, then 3.
    assert samples_of(text) == [0.0, 1.0, 2.0, 22.0, 23.0]
    assert samples_of(text, "done") == [20.0, 21.0, 42.0, 43.0]
    report = report_of(text)
    assert (report.pools[0].preemptions, report.pools[0].admissions) == (1, 5)


def test_a_session_can_put_itself_out() -> None:
    text = """pool m { cap 4; preempt lifo; } stage gate : delay;
    workload { arrive batch(2); }
    session {
      hold m (2) {
        observe c = computed;
        run gate (1);
        load m (1);
        branch (serial == 1) { grow m (1); }
        run gate (1);
      }
      observe o = 10 * now + serial;
      observe c = computed;
    }"""
    # At 1 session 1 puts itself out and is admitted again at once; at 2 session 0 has left.
    assert samples_of(text) == [20.0, 31.0]
    # `computed` is the position of the preemption while the hold is executed again.
    assert samples_of(text, "c") == [0.0, 0.0, 1.0, 0.0, 0.0]


def test_being_put_out_again_without_progress_is_stuck_once() -> None:
    text = """pool m { cap 4; preempt lifo; } stage gate : delay;
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold m (3) { run gate (3.5); } end; }
      hold m (1) { run gate (1); load m (0); grow m (1); observe o = now; }
    }"""
    # Session 1 puts itself out at 1, 2 and 3; at 4 there is room.
    assert samples_of(text) == [4.0]
    pool = report_of(text).pools[0]
    assert (pool.preemptions, pool.stuck) == (3, 1)


def test_a_preemption_releases_inner_holds_first() -> None:
    text = """pool m { cap 4; preempt lifo; } pool n { cap 9; } stage gate : delay;
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold m (2) { run gate (1); grow m (1); run gate (1); } end; }
      hold m (2) { hold n (5) { run gate (9); } cache (inf) } cache (inf)
    }
    run { horizon 1.5; }"""
    events = [event for event in events_of(text) if isinstance(event, Preemption)]
    assert [(event.time, event.serial, event.pool, event.computed) for event in events] == [
        (1.0, 1, 0, 0.0)
    ]
    report = report_of(text)
    m, n = report.pools
    assert (n.mean_used, n.mean_cached) == (5 * 1.0 / 1.5, 5 * 0.5 / 1.5)
    # The 2 units that session 1 leaves cached in `m` are evicted for the growth.
    assert (m.evicted_units, m.mean_cached) == (2.0, 0.0)


def test_release_gives_back_now_and_admits_at_once() -> None:
    text = """pool m { cap 2; } stage gate : delay;
    workload { arrive batch(2); }
    session {
      hold m (2) { observe o = 10 * now + serial; run gate (1); release m; run gate (1); }
      observe done = 10 * now + serial;
    }"""
    assert samples_of(text) == [0.0, 11.0]
    assert samples_of(text, "done") == [20.0, 31.0]


def test_load_fills_what_is_allocated_and_can_be_cached() -> None:
    text = """pool m { cap 9; }
    workload { arrive batch(1); }
    session {
      hold m (4) { load m (1); load m (1.5); } cache (inf)
      observe o = cachedin(m);
      hold m (4) { } cache (inf)
      observe o = cachedin(m);
    }"""
    # Once a load has moved the position, only what is computed is kept; else the allocation is.
    assert samples_of(text) == [2.5, 4.0]
