"""Holds inside holds, `release` and `transfer` (EXE-26, EXE-30, POOL-19, POOL-22, POOL-25).

Values are derived by hand from the specification.
"""

from __future__ import annotations

import json

from sqlang.engine import run
from sqlang.engine.holding_events import Load, Release
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import error_of, events_of, lowered, report_of, samples_of

ONE = "workload { arrive batch(1); }"


def test_statements_mean_the_innermost_hold_that_still_has_the_pool() -> None:
    text = f"""pool m {{ cap 30; }} {ONE}
    session {{
      hold m (2) {{
        hold m (3) {{ grow m (10); observe o = used(m); release m; observe o = used(m); }}
        grow m (1); observe o = used(m);
        release m; observe o = used(m);
      }}
    }}"""
    assert samples_of(text) == [15.0, 2.0, 3.0, 0.0]


def test_a_release_from_an_inner_hold_gives_back_the_outer_one() -> None:
    text = f"""pool m {{ cap 30; }} pool n {{ cap 9; }} {ONE}
    session {{
      hold m (4) {{ hold n (1) {{ release m; observe o = used(m); observe o = used(n); }} }}
      cache (inf)
      observe o = cachedin(m);
    }}"""
    # It is given back with the `cache` clause of the hold that has it.
    assert samples_of(text) == [0.0, 1.0, 4.0]


def test_a_pool_given_back_has_no_part_in_the_end_of_the_scope() -> None:
    text = f"""pool m {{ cap 9; }} {ONE}
    session {{
      set k = 1;
      hold m (4) {{ release m; set k = 3; observe o = cachedin(m); }} cache (k)
      observe o = cachedin(m);
    }}"""
    assert samples_of(text) == [1.0, 1.0]


def test_the_end_releases_from_the_inside_out_and_the_outer_entry_stays() -> None:
    text = f"""pool m {{ cap 30; }} stage d : delay; {ONE}
    session {{ hold m (2) {{ hold m (5) {{ run d (1); end; }} cache (4) }} cache (1) }}
    run {{ horizon 2; }}"""
    report = report_of(text)
    # The inner hold leaves 4 units, which the entry of the outer one replaces.
    assert report.pools[0].mean_cached == 0.5
    assert report.pools[0].mean_used == 3.5
    assert report.ended == 1


def test_an_inner_admission_takes_up_what_an_inner_hold_left() -> None:
    text = f"""pool m {{ cap 30; }} {ONE}
    session {{
      hold m (2) {{
        hold m (5) {{ }} cache (3)
        hold m (5) {{ observe o = cached; }}
        observe o = cached;
      }}
    }}"""
    # `cached` is set at admissions only: the end of the inner hold changes nothing.
    assert samples_of(text) == [3.0, 3.0]


def test_a_preemption_in_the_outer_pool_executes_the_outer_hold_again() -> None:
    text = """pool m { cap 4; preempt lifo; } pool n { cap 9; } stage d : delay;
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold m (2) { run d (1); grow m (1); run d (1); } end; }
      hold m (2) { observe o = now; hold n (5) { observe o = 10 + now; run d (2); } } end;
    }"""
    assert samples_of(text) == [0.0, 10.0, 2.0, 12.0]


def test_a_session_put_out_of_its_inner_hold_keeps_the_outer_one() -> None:
    text = """pool m { cap 4; preempt lifo; } pool n { cap 4; } stage d : delay;
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold m (2) { run d (1); grow m (1); run d (1); } end; }
      hold n (3) { hold m (2) { run d (2); } observe o = now; observe u = used(n); } end;
    }"""
    # Session 1 waits for `m` from 1 to 2 and holds `n` throughout.
    assert samples_of(text) == [4.0]
    assert samples_of(text, "u") == [3.0]
    assert report_of(text + "run { horizon 4; }").pools[1].mean_used == 3.0


TRANSFER = """pool p { cap 20; } pool q { cap 12; } stage link : fifo(1);
workload { arrive batch(2); }
session {
  hold p (6) { } cache (inf) lease p (LEASE)
  hold q (8) {
    transfer on link (2) from p to q (5);
    observe o = now; observe p = used(p); observe c = cachedin(p);
  } cache (inf)
  observe q = cachedin(q);
}"""


def test_a_transfer_runs_loads_and_releases_the_lease() -> None:
    text = TRANSFER.replace("LEASE", "inf")
    # Session 1 is admitted to `q` when session 0 is done at 2; both leases stand until then.
    assert samples_of(text) == [2.0, 4.0]
    assert samples_of(text, "p") == [6.0, 0.0]
    assert samples_of(text, "c") == [6.0, 6.0]
    # Only what was loaded is computed. The end of session 0's hold admits session 1 at once, whose
    # 8 units leave no room for the 5 that session 0 has just cached.
    assert samples_of(text, "q") == [0.0, 5.0]
    moved = [event for event in events_of(text) if isinstance(event, Load | Release)]
    assert [
        (type(event).__name__, event.time, event.serial, event.pool, event.units) for event in moved
    ] == [
        ("Load", 2.0, 0, 1, 5.0),
        ("Release", 2.0, 0, 0, 6.0),
        ("Load", 4.0, 1, 1, 5.0),
        ("Release", 4.0, 1, 0, 6.0),
    ]


def test_a_transfer_from_a_lease_that_has_expired_releases_nothing() -> None:
    text = TRANSFER.replace("LEASE", "1")
    assert samples_of(text) == [2.0, 4.0]
    assert samples_of(text, "p") == [0.0, 0.0]
    releases = [event for event in events_of(text) if isinstance(event, Release)]
    assert [(event.hold, event.units) for event in releases] == [(None, 0.0), (None, 0.0)]


def test_a_transfer_within_the_hold_of_its_source_ends_that_part() -> None:
    text = f"""pool p {{ cap 9; }} pool q {{ cap 9; }} stage link : delay; {ONE}
    session {{
      hold p (4) {{
        hold q (4) {{ transfer (1) from p to q (4); observe o = used(p); }} cache (inf)
        observe o = cachedin(q);
      }} cache (2)
      observe o = cachedin(p);
    }}"""
    assert samples_of(text) == [0.0, 4.0, 2.0]


def test_a_transfer_of_more_than_is_allocated_names_the_load() -> None:
    error = error_of(
        f"""pool p {{ cap 9; }} pool q {{ cap 9; }} stage link : delay; {ONE}
        session {{ hold p (4) {{ }} lease p (inf)
          hold q (3) {{ transfer (1) from p to q (4); }} }}"""
    )
    assert error.message == (
        "`load q (4)`: the hold has 3 allocated and 0 computed; "
        "a load must fit the allocation (grow first)"
    )
    assert (error.serial, error.time) == (0, 1.0)
    assert error.statement is not None
    # The transfer is three statements of the hold's body: the second one fails.
    assert (error.statement.block, error.statement.position) == (4, 1)


def test_several_pools_fit_together_or_not_at_all() -> None:
    text = """pool m { cap 4; } pool n { cap 4; } stage d : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 1) { hold n (3) { run d (2); } end; }
      hold m (2), n (2) { observe o = 10 * now + serial; run d (5); }
    }"""
    # Session 0 has 2 of `n`; 1 waits for it there until 5. Session 2 waits in `m`'s queue alone
    # and is served before 1, since `m` comes first, with as much as fits of both.
    assert samples_of(text) == [0.0, 2.0]


def test_a_hold_waits_in_the_queue_of_its_first_pool() -> None:
    text = """pool m { cap 4; } pool n { cap 4; } stage d : delay;
    workload { arrive batch(2); }
    session { hold n (3), m (1) { observe o = queued(n); observe o = queued(m); run d (1); } }"""
    assert samples_of(text) == [1.0, 0.0, 0.0, 0.0]


def test_members_of_families_admit_for_themselves() -> None:
    text = """pool r[2] { cap 1; admit via e; } pool m[2] { cap 9; }
    stage e[2] : step { budget 4; cost 1 + kv_prefill; memory m; }
    workload { arrive batch(4); init { set j = serial == 3; } }
    session {
      hold r[j] (1), m[j] (1) { prefill on e[j] (2) growing m[j]; observe o = 10 * now + serial; }
    }"""
    # At engine 0 sessions 0, 1, 2 one after the other, 3 each (2 units of memory and 1);
    # session 3 has engine 1 to itself.
    assert samples_of(text) == [30.0, 33.0, 61.0, 92.0]


def test_a_hold_without_a_pool_waits_for_nothing() -> None:
    text = """pool m { } workload { arrive batch(2); }
    session { set computed = 3; hold m (1) { observe o = serial; } observe o = 10 + computed; }"""
    written = json.loads(to_json(lowered(text)))
    written["blocks"][2][1]["Hold"]["pools"] = []
    observation = run(from_json(json.dumps(written))).observe("o")
    assert observation is not None
    # Only a tool can write it. A session is admitted at once and goes on in its turn.
    assert observation.samples == [0.0, 10.0, 1.0, 10.0]
