"""Queues and admission (part 4, section 4)."""

from __future__ import annotations

import pytest

from tests.engine.programs import report_of, samples_of


def test_the_head_that_does_not_fit_blocks_the_others() -> None:
    text = """pool m { cap 4; } stage gate : delay;
    workload { arrive batch(3); init { set u = serial == 1 ? 3 : 2; } }
    session { hold m (u) { observe o = 10 * now + serial; run gate (1); } end; }"""
    assert samples_of(text) == [0.0, 11.0, 22.0]


def test_reserve_is_asked_for_but_not_allocated() -> None:
    text = """pool m { cap 4; } stage gate : delay;
    workload { arrive batch(2); }
    session { hold m (1) reserve (4) { observe o = now; observe u = used(m); run gate (1); } }"""
    assert samples_of(text) == [0.0, 1.0]
    assert samples_of(text, "u") == [1.0, 1.0]


def test_what_never_fits_is_rejected_and_ends_the_session() -> None:
    text = """pool m { cap 4; block 4; } pool n { cap 9; }
    workload { arrive batch(2); init { set u = 4 + serial; } }
    session { hold n (1), m (u) { observe o = serial; } observe o = 10 + serial; }"""
    assert samples_of(text) == [0.0, 10.0]
    report = report_of(text)
    assert {pool.name: pool.rejected for pool in report.pools} == {"m": 1, "n": 0}
    assert report.ended == 2


def test_a_queue_by_key_takes_the_least_and_the_first_of_equals() -> None:
    text = """pool m { cap 1; queue by (k); } stage gate : delay;
    workload { arrive batch(5); init { set k = serial < 2 ? 3 : (serial == 4 ? 1 : 2); } }
    session { hold m (1) { observe o = serial; run gate (1); } end; }"""
    # All five wait when the first is chosen (at time 0 the sessions execute before any admission).
    assert samples_of(text) == [4.0, 2.0, 3.0, 0.0, 1.0]


def test_units_are_evaluated_again_at_each_attempt() -> None:
    text = """pool m { cap 4; } stage gate : delay;
    workload { arrive batch(2); }
    session { hold m (min(3, free(m))) { observe o = now; observe u = used(m); run gate (1); } }"""
    # Session 1 asks for the 1 unit that session 0 leaves.
    assert samples_of(text) == [0.0, 0.0]
    assert samples_of(text, "u") == [4.0, 4.0]


def test_cached_shows_the_largest_entry_and_reuse_cuts_it() -> None:
    text = """pool m { cap 20; } pool n { cap 20; }
    workload { arrive batch(1); }
    session {
      hold m (6), n (4) { observe o = cached; } cache (inf)
      hold m (1), n (1) reuse (5) { observe o = cached; observe c = cachedin(m); } cache (inf)
      observe c = cachedin(m); observe c = cachedin(n);
      end;
    }"""
    assert samples_of(text) == [0.0, 5.0]
    # The own entries are used up at admission; at the end the allocations of 1 are cached.
    assert samples_of(text, "c") == [0.0, 1.0, 1.0]
    report = report_of(text)
    # The surplus of 1 in `m` stays as a dead entry: 1 + 1 units are cached there.
    assert {pool.name: pool.mean_cached for pool in report.pools} == {"m": 2.0, "n": 1.0}


def test_the_wait_counts_at_the_first_pool_only() -> None:
    text = """pool m { cap 1; } pool n { cap 9; } stage gate : delay;
    workload { arrive batch(2); }
    session { hold m (1), n (1) { run gate (4); } end; }"""
    report = report_of(text)
    waits = {pool.name: pool.mean_wait for pool in report.pools}
    assert waits["m"] == 2.0
    assert waits["n"] != waits["n"]


@pytest.mark.parametrize(("needed", "admitted"), [("1.0000000005", 2.0), ("1.000000002", 1.0)])
def test_the_slack_of_a_fit(needed: str, admitted: float) -> None:
    text = f"""pool m {{ cap 2; }} stage gate : delay;
    workload {{ arrive batch(2); init {{ set u = serial == 0 ? 1 : {needed}; }} }}
    session {{ hold m (u) {{ run gate (1); }} }} run {{ horizon 0.5; }}"""
    report = report_of(text)
    assert report.pools[0].admissions == admitted


def test_what_is_above_the_capacity_is_rejected_without_slack() -> None:
    text = (
        """pool m { cap 2; } workload { arrive batch(1); } session { hold m (2.0000000005) { } }"""
    )
    assert report_of(text).pools[0].rejected == 1


def test_a_pool_taken_twice_by_one_hold() -> None:
    """Each part is allocated by itself; a growth adds to both but to `used` once (POOL-31)."""
    text = """pool m { cap 20; }
    workload { arrive batch(1); }
    session {
      hold m (2), m (3) { observe o = used(m); observe h = holders(m); grow m (1);
        observe o = used(m); release m; observe o = used(m); observe h = holders(m); }
      observe o = used(m);
    }"""
    # 2 + 3; 6 after the growth of both; the first part (3) is released, then the second (4).
    assert samples_of(text) == [5.0, 6.0, 3.0, -1.0]
    assert samples_of(text, "h") == [2.0, 0.0]
