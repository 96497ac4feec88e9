"""What a stage estimates of its traffic, and `price` (part 5, section 5)."""

from __future__ import annotations

import pytest

from tests.engine.programs import error_of, report_of, samples_of


def watched(stage: str, before: str, runs: str, sessions: int = 3) -> dict[str, list[float]]:
    """The estimates of stage `s` as each session sees them when its job there is done."""
    report = report_of(
        f"""stage s : {stage}; stage gate : delay;
        workload {{ arrive batch({sessions}); }}
        session {{
          {before}
          {runs}
          observe lambda = est_lambda(s);
          observe rho = est_rho(s);
          observe wait = est_wait(s);
          observe price = price(s, 1, 2);
          end;
        }}"""
    )
    return {name: observation.samples for name, observation in report.observes.items()}


def test_a_queue_knows_gaps_waits_and_services() -> None:
    estimates = watched("fifo", "", "run s (2);")
    # Starts at 0, 2, 4: no gap after the first job, then gaps of 2; the load of 1 is cut to 0.99.
    assert estimates["lambda"] == [0.0, 0.5, 0.5]
    assert estimates["rho"] == [0.0, 0.99, 0.99]
    # Waits of 0, 2, 4: 0.99 * 0 + 0.01 * 2, then 0.99 * 0.02 + 0.01 * 4.
    assert estimates["wait"] == pytest.approx([0.0, 0.02, 0.0598], abs=1e-15)
    # 2 + 0.5 (9 - 1) / (2 * 0.01) + 0.5 * 0.02 * 2 / 0.01 = 2 + 200 + 2; digits of the reference.
    assert estimates["price"] == [2.0, 203.99999999999983, 207.97999999999982]


def test_the_load_is_rate_times_service_below_its_bound() -> None:
    # Starts at 0, 2, 4, served for 1.
    estimates = watched("fifo", "run gate (2 * serial);", "run s (1);")
    assert estimates["lambda"] == [0.0, 0.5, 0.5]
    assert estimates["rho"] == [0.0, 0.5, 0.5]
    assert estimates["wait"] == [0.0, 0.0, 0.0]
    # 2 + 0.5 * 8 / (2 * 0.5)
    assert estimates["price"] == [2.0, 6.0, 6.0]


def test_at_a_delay_and_in_a_step_stage_nobody_waits() -> None:
    assert watched("delay", "run gate (2 * serial);", "run s (1);")["wait"] == [0.0, 0.0, 0.0]
    # The second job joins at 1 and is served from 2 to 4: wait 0, service 3, rate 1.
    estimates = watched("step { budget 4; cost 2; }", "run gate (serial);", "run s prefill (4);", 2)
    assert estimates["wait"] == [0.0, 0.0]
    assert estimates["lambda"] == [0.0, 1.0]
    assert estimates["rho"] == [0.0, 0.99]
    assert estimates["price"] == [2.0, 401.99999999999966]  # of the reference


def test_jobs_count_as_they_finish_so_that_a_gap_may_be_zero_or_negative() -> None:
    # All start at 0.
    assert watched("delay", "", "run s (3 - serial);")["lambda"] == [0.0, 0.0, 0.0]
    # Starts at 2, 1, 0 in the order of finishing: gaps of -1.
    estimates = watched("delay", "run gate (serial);", "run s (9 - 3 * serial);")
    assert estimates["lambda"] == [0.0, 0.0, 0.0]
    assert estimates["rho"] == [0.0, 0.0, 0.0]
    assert estimates["price"] == [2.0, 2.0, 2.0]


def test_estimates_begin_in_the_warm_up() -> None:
    text = """stage s : fifo; workload { arrive batch(3); }
    session { run s (2); observe o = est_lambda(s); end; }
    run { horizon 100; warmup 5; }"""
    assert samples_of(text) == [0.5]


def test_jobs_without_work_and_jobs_taken_out_do_not_count() -> None:
    text = """pool m { cap 2; preempt lifo; } stage s : delay; stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 0) { hold m (1) { run gate (1); grow m (1); } end; }
      branch (serial == 1) { hold m (1) { run s (4); } end; }
      run s (0);
      run gate (20);
      run s (1);
      observe o = est_lambda(s);
      observe o = est_wait(s);
      end;
    }"""
    # Session 1 is put out at 1 and comes back at once; its job at `s` starts then, that of
    # session 2 at 20. Nothing that was there at 0 counts.
    assert samples_of(text) == [1 / 19, 0.0]


def test_the_stage_of_a_price_is_looked_up_before_its_arguments() -> None:
    text = """stage s[3] : fifo; stage gate : delay; workload { arrive poisson(2); }
    session {
      run s[floor(~uniform(0, 3))] (~exp(0.3));
      observe o = price(s[floor(~uniform(0, 3))], ~exp(1), ~exp(2));
      end;
    }
    run { horizon 3; seed 3; }"""
    assert samples_of(text)[:4] == [  # of the reference
        0.6071693975381608,
        2.5833325076570848,
        0.4673314027737352,
        0.8602317994074825,
    ]


def test_an_index_past_the_family_fails() -> None:
    text = """stage s[2] : fifo; workload { arrive batch(1); }
    session { set a = 2; observe o = price(s[a], 1, 2); end; }"""
    error = error_of(text)
    assert (error.code, error.message) == ("SQ902", "index 2 out of range (count 2)")
