"""Sessions and statements (part 4, sections 2, 3 and 9)."""

from __future__ import annotations

import math

import pytest

from sqlang.engine.random_streams import WORKLOAD_SEED, new_stream
from tests.engine.programs import report_of, samples_of


def test_a_loop_ends_with_the_session() -> None:
    text = """workload { arrive batch(1); }
    session { loop { set n = n + 1; observe o = n; branch (n == 3) { end; } } }"""
    assert samples_of(text) == [1.0, 2.0, 3.0]


def test_a_session_ends_where_its_text_ends() -> None:
    report = report_of("workload { arrive batch(3); } session { set a = 1; }")
    assert (report.arrivals, report.ended, report.events) == (3, 3, 0)


@pytest.mark.parametrize(
    ("pool", "visit"),
    [
        ("", "run gate (0.25);"),
        ("pool seats { cap 1; }", "hold seats (1) { run gate (0.25); }"),
        ("pool seats { cap 1; }", "hold seats (1) { run gate (0.25); } cache (1);"),
    ],
)
def test_no_session_finds_what_another_one_has_set(pool: str, visit: str) -> None:
    """Where nothing refers to a session after its end, its object serves a later one."""
    text = f"""{pool}
    stage gate : delay;
    workload {{ arrive renewal(1); }}
    session {{
      observe o = 100 * turn_no + 10 * a + j;
      turn;
      branch (serial < 3) {{ set a = 5; choose j in 4 by (0 - j); }}
      {visit}
      observe o = 100 * turn_no + 10 * a + j;
    }}
    run {{ horizon 6.5; }}"""
    # Serials 0, 1 and 2 store; what 3, 4 and 5 find is 0 again, but for their own turn.
    assert samples_of(text) == [0.0, 153.0] * 3 + [0.0, 100.0] * 3


def test_choose_takes_the_first_of_equals() -> None:
    text = """workload { arrive batch(1); }
    session {
      choose j in 4 by (j == 2 || j == 3 ? 0 : 1); observe o = j;
      choose j in 4 by (1, 0 - j); observe o = j;
      choose j in 3 by (j == 1 ? 0 / 0 : 5 - j); observe o = j;
      choose j in 0 - 2 by (1); observe o = j;
      end;
    }"""
    # A pair with NaN decides against the candidate, so 2 (with key 3) is less than 0 (with key 5).
    assert samples_of(text) == [2.0, 3.0, 2.0, 0.0]


def test_after_a_run_without_work_the_others_go_first() -> None:
    text = """stage gate : delay;
    workload { arrive batch(2); }
    session { observe o = serial; run gate (0); observe o = serial + 10; end; }"""
    assert samples_of(text) == [0.0, 1.0, 10.0, 11.0]


def test_a_job_without_work_is_not_counted() -> None:
    report = report_of(
        "stage gate : delay; workload { arrive batch(2); } session { run gate (0); end; }"
    )
    assert (report.stages[0].completed, report.events) == (0, 0)


def test_fifo_serves_in_order_with_its_servers() -> None:
    text = """stage desk : fifo(2);
    workload { arrive batch(4); }
    session { run desk (serial + 1); observe o = now; end; }"""
    # Served 0..1 and 0..2, then from 1 on 3 long and from 2 on 4 long.
    assert samples_of(text) == [1.0, 2.0, 4.0, 6.0]


def test_init_draws_from_the_workload_stream() -> None:
    text = """workload { arrive batch(2); init { set a = ~uniform(0, 1); } }
    session { observe o = a; end; } run { horizon 1; seed 5; }"""
    stream = new_stream(5 ^ WORKLOAD_SEED)
    assert samples_of(text) == [stream.uniform(), stream.uniform()]


def test_turn_counts_and_runs_its_block() -> None:
    text = """workload { arrive batch(1); turn { set a = a + 10 * turn_no; observe o = a; } }
    session { turn; turn; observe o = turn_no; end; }"""
    assert samples_of(text) == [10.0, 30.0, 2.0]
    assert report_of(text).turns == 2


def test_poisson_arrivals_start_at_zero() -> None:
    text = """workload { arrive poisson(0.5); } session { observe o = now; end; }
    run { horizon 20; seed 3; }"""
    stream = new_stream(3)
    time, expected = 0.0, []
    while time <= 20.0:
        expected.append(time)
        time += -math.log(1.0 - stream.uniform()) / 0.5
    assert samples_of(text) == expected


def test_a_closed_population_is_replaced_at_once() -> None:
    text = """stage desk : fifo;
    workload { arrive closed(2); }
    session { run desk (1); observe o = serial; end; } run { horizon 3.5; }"""
    assert samples_of(text) == [0.0, 1.0, 2.0]
    report = report_of(text)
    assert (report.arrivals, report.ended, report.mean_live) == (5, 3, 2.0)


def test_the_horizon_belongs_to_the_run() -> None:
    text = """stage gate : delay; workload { arrive batch(2); }
    session { run gate (2 + serial); observe o = now; end; } run { horizon 2; }"""
    assert samples_of(text) == [2.0]


def test_a_ready_entry_left_over_serves_the_next_session_in_its_slot() -> None:
    """The ready list holds slots (EXE-11).

    Session 1 is admitted, put out by 0 before it goes on, and admitted again: it stands in the list
    twice. It ends at the first entry; session 4 takes its slot and with it the second entry, before
    2 and 3, which became ready earlier.
    """
    text = """pool m { cap 4; preempt lifo; } pool k { cap 1; } stage gate : delay;
    workload { arrive closed(3); }
    session {
      branch (serial > 2) { observe o = serial; run gate (inf); }
      branch (serial == 0) { hold m (2), k (1) { observe o = 0; grow m (1); } end; }
      branch (serial == 1) { hold m (2) { observe o = 1; } end; }
      hold k (1) { observe o = 2; run gate (inf); }
    }
    run { horizon 1; }"""
    assert samples_of(text) == [0.0, 1.0, 4.0, 2.0, 3.0]


def test_the_warm_up_hides_what_part_6_says_and_no_more() -> None:
    text = """pool m { cap 1; } stage gate : delay;
    workload { arrive batch(1); }
    session {
      loop { turn; hold m (1) { run gate (1); observe o = now; } branch (turn_no == 4) { end; } }
    }
    run { horizon 10; warmup 2; }"""
    report = report_of(text)
    # The end of the warm-up precedes the other events of its instant, so the sample at 2 counts.
    observation = report.observe("o")
    assert observation is not None
    assert observation.samples == [2.0, 3.0, 4.0]
    stage, pool = report.stages[0], report.pools[0]
    assert (report.turns, report.ended, report.arrivals) == (2, 1, 1)
    assert (stage.completed, stage.throughput, pool.admissions) == (3, 3 / 8, 4)
    assert (report.mean_live, stage.mean_number, pool.mean_used) == (2 / 8, 2 / 8, 2 / 8)
    assert report.events == 5
