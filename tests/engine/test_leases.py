"""Leases (POOL-18, POOL-22 to POOL-24): values are derived by hand from the specification."""

from __future__ import annotations

import pytest

from sqlang.engine.holding_events import LeaseEnd, LeaseStart
from tests.engine.programs import error_of, events_of, report_of, samples_of


def told(text: str) -> list[tuple[object, ...]]:
    """The beginnings and ends of leases, in order."""
    found: list[tuple[object, ...]] = []
    for event in events_of(text):
        if isinstance(event, LeaseStart):
            found.append((event.time, event.serial, event.lease, event.units, event.expires))
        elif isinstance(event, LeaseEnd):
            found.append((event.time, event.serial, event.lease, event.cached, event.reason))
    return found


def test_a_lease_stays_allocated_until_it_is_released() -> None:
    text = """pool m { cap 9; } stage d : delay; workload { arrive batch(2); }
    session {
      hold m (5) { observe o = 10 * now + serial; run d (1); } cache (3) lease m (inf)
      observe u = used(m); observe h = holders(m); observe c = cachedin(m);
      run d (2); release m;
      observe u = used(m); observe h = holders(m); observe c = cachedin(m);
    }"""
    # Session 1 does not fit beside the lease; it is admitted by the release, at 3.
    assert samples_of(text) == [0.0, 31.0]
    # The release admits session 1 before session 0 goes on (EXE-12): its 5 units are in use.
    assert samples_of(text, "u") == [5.0, 5.0, 5.0, 0.0]
    assert samples_of(text, "h") == [1.0, 1.0, 1.0, 0.0]
    assert samples_of(text, "c") == [0.0, 3.0, 0.0, 3.0]


def test_an_expiry_admits_at_once_and_caches_with_the_clause_of_its_hold() -> None:
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session {
      set k = 1;
      hold m (3) { observe o = 10 * now + serial; run d (1); } cache (k) lease m (2)
      set k = 2;
      run d (9);
      observe c = cachedin(m);
    }"""
    assert samples_of(text) == [0.0, 31.0]
    # The clause is evaluated when the lease ends: 2 units. Those of session 0 are evicted for the
    # 3 units that session 1 is given at once.
    assert samples_of(text, "c") == [0.0, 2.0]
    assert told(text) == [
        (1.0, 0, 0, 3.0, 3.0),
        (3.0, 0, 0, 2.0, "expired"),
        (4.0, 1, 1, 3.0, 6.0),
        (6.0, 1, 1, 2.0, "expired"),
    ]


def test_what_is_computed_is_settled_when_the_scope_ends() -> None:
    text = """pool m { cap 9; block 2; } workload { arrive batch(1); }
    session {
      hold m (5) { load m (3); } cache (inf) lease m (inf)
      release m;
      observe o = cachedin(m); observe o = used(m);
    }"""
    # Three units are computed; whole blocks of them are kept (POOL-14).
    assert samples_of(text) == [2.0, 0.0]


def test_the_end_of_the_session_ends_its_leases_after_its_holds() -> None:
    text = """pool m { cap 9; } stage d : delay; workload { arrive batch(1); }
    session {
      hold m (2) { } lease m (inf)
      hold m (3) { } lease m (7)
      hold m (1) { run d (1); end; } lease m (inf)
    }"""
    assert told(text) == [
        (0.0, 0, 0, 2.0, float("inf")),
        (0.0, 0, 1, 3.0, 7.0),
        (1.0, 0, 0, 0.0, "session ended"),
        (1.0, 0, 1, 0.0, "session ended"),
    ]
    # The expiry that was planned for 7 finds nothing, but is an event (EXE-4).
    report = report_of(text)
    assert (report.events, report.ended) == (2, 1)
    assert report.pools[0].mean_used == 6.0 / 100.0


def test_a_lease_of_no_time_expires_with_the_next_event_of_the_instant() -> None:
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session {
      hold m (4) { observe o = now; run d (1); } lease m (DURATION)
      observe u = used(m);
      run d (1);
    }"""
    for duration in ("0", "-3", "0 / 0"):
        assert samples_of(text.replace("DURATION", duration)) == [0.0, 1.0]
        assert samples_of(text.replace("DURATION", duration), "u") == [4.0, 4.0]


def test_an_expiry_at_the_horizon_counts_and_a_later_one_does_not() -> None:
    text = """pool m { cap 4; } workload { arrive batch(1); init { set a = 1; } }
    session { hold m (4) { } cache (2) lease m (TIME) } run { horizon 5; }"""
    assert report_of(text.replace("TIME", "5")).events == 1
    assert report_of(text.replace("TIME", "5.0000001")).events == 0


def test_an_expiry_follows_what_was_scheduled_before_it_at_its_instant() -> None:
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session {
      branch (serial == 0) {
        hold m (4) { } lease m (2)
        run d (2); observe u = used(m); end;
      }
      run d (2); observe u = used(m);
      hold m (1) { observe o = now; }
    }"""
    # Session 0 waits for its admission while session 1 starts its job; then come the expiry and
    # session 0's job. So at 2 session 1 still finds the lease and session 0 no longer does.
    assert samples_of(text, "u") == [4.0, 0.0]
    assert samples_of(text) == [2.0]


def test_release_ends_the_oldest_lease_of_the_pool_after_the_holds() -> None:
    text = """pool m { cap 20; } pool n { cap 20; } workload { arrive batch(1); }
    session {
      hold n (1) { } lease n (inf)
      hold m (2) { } lease m (inf)
      hold m (4) { } lease m (inf)
      hold m (8) { release m; observe o = used(m); release m; observe o = used(m);
        release m; observe o = used(m); release m; observe o = used(m); }
      observe o = used(n);
    }"""
    assert samples_of(text) == [6.0, 4.0, 0.0, 0.0, 1.0]


def test_what_the_hold_has_given_back_is_not_leased() -> None:
    text = """pool m { cap 20; } pool n { cap 9; } workload { arrive batch(1); }
    session {
      hold m (2), n (3) { release m; } cache (inf) lease m (inf)
      observe o = used(m); observe o = used(n); observe o = cachedin(n);
    }"""
    assert samples_of(text) == [0.0, 0.0, 3.0]
    assert told(text) == []


def test_the_leased_member_is_chosen_when_the_hold_is_performed() -> None:
    text = """pool m[2] { cap 9; } workload { arrive batch(1); init { set j = 1; } }
    session {
      hold m[0] (2), m[j] (3) { set j = 0; } lease m[j] (inf)
      observe o = used(m[0]); observe o = used(m[1]);
    }"""
    assert samples_of(text) == [0.0, 3.0]


def test_two_parts_of_the_leased_pool_are_two_leases() -> None:
    text = """pool m[2] { cap 9; } workload { arrive batch(1); }
    session {
      hold m[0] (2), m[serial] (3) { } lease m[0] (inf)
      observe o = used(m[0]); release m[0]; observe o = used(m[0]);
      release m[0]; observe o = used(m[0]);
    }"""
    assert samples_of(text) == [5.0, 3.0, 0.0]


def test_giving_one_back_takes_all_elements_off_the_list_of_holders() -> None:
    text = """pool m { cap 9; } workload { arrive batch(1); }
    session {
      hold m (2) { } lease m (inf)
      hold m (3) { observe o = holders(m); } observe o = holders(m);
      release m; observe o = holders(m);
    }"""
    assert samples_of(text) == [2.0, 0.0, 0.0]


def test_a_lease_is_no_victim_and_keeps_its_units_when_its_session_is_put_out() -> None:
    text = """pool m { cap 8; preempt lifo; } stage d : delay; workload { arrive batch(2); }
    session {
      branch (serial == 1) {
        hold m (3) { } lease m (4)
        hold m (1) { observe in = now; run d (9); }
        end;
      }
      hold m (2) { run d (1); grow m (3); observe o = now; run d (1); }
    }"""
    # At 1 three more units fit only without the hold of session 1; its lease stays. 2 + 3 + 3 are
    # in use, so it waits until session 0 leaves at 2.
    assert samples_of(text) == [1.0]
    assert samples_of(text, "in") == [0.0, 2.0]
    pool = report_of(text).pools[0]
    assert (pool.preemptions, pool.admissions) == (1, 4)


def test_a_grower_waits_for_leases_of_others() -> None:
    text = """pool m { cap 6; preempt lifo; } stage d : delay;
    stage e : step { budget 4; cost 1; memory m; }
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold m (4) { } lease m (2.5) run d (9); end; }
      hold m (1) { prefill on e (3) growing m; observe o = now; }
    }"""
    # Only session 1 itself is in the engine: it is put out and comes back at 1, 2 and 3, when the
    # lease is over. Without preemption it waits up to 2.5 and is served at once.
    assert samples_of(text) == [4.0]
    assert samples_of(text.replace("preempt lifo;", "")) == [3.5]


def test_preempted_holds_leave_no_lease() -> None:
    text = """pool m { cap 5; preempt lifo; } stage d : delay; workload { arrive batch(2); }
    session {
      hold m (2) { run d (1); branch (serial == 0) { grow m (2); } run d (1); } lease m (1)
    }
    run { horizon 1.5; }"""
    assert told(text) == []
    assert report_of(text).pools[0].mean_used == (4.0 * 1.0 + 4.0 * 0.5) / 1.5


def test_an_error_in_a_clause_names_the_hold_it_belongs_to() -> None:
    text = """pool m[2] { } stage d : delay; workload { arrive batch(1); }
    session { hold m[0] (1) { } CLAUSE run d (3); end; }"""
    for clause, time in (
        ("cache (used(m[2])) lease m[0] (1)", 1.0),
        ("cache (used(m[2]))", 0.0),
        ("lease m[0] (used(m[2]))", 0.0),
    ):
        error = error_of(text.replace("CLAUSE", clause))
        assert error.message == "index 2 out of range (count 2)"
        assert error.statement is not None
        assert (error.statement.block, error.statement.position) == (2, 0)
        assert (error.serial, error.time) == (0, time)


@pytest.mark.parametrize("word", ["load", "grow"])
def test_a_lease_is_no_hold_to_fill_or_grow(word: str) -> None:
    text = f"""pool m {{ }} workload {{ arrive batch(1); }}
    session {{ hold m (1) {{ release m; hold m (1) {{ }} lease m (inf) {word} m (1); }} }}"""
    assert error_of(text).code == {"load": "SQ904", "grow": "SQ903"}[word]


def test_an_own_lease_does_not_count_as_the_memory_of_a_resident() -> None:
    text = """pool m { cap 20; } stage e : step { budget 4; cost kv_decode; memory m; }
    workload { arrive batch(1); }
    session { hold m (5) { } lease m (inf) hold m (2) { decode on e (2); } observe o = now; }"""
    assert samples_of(text) == [4.0]
