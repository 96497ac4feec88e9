"""`ps` stages (STG-4, STG-5); values worked out by hand unless said otherwise."""

from __future__ import annotations

from sqlang.engine import Limits
from sqlang.engine.random_streams import SESSION_SEED, new_stream
from tests.engine.programs import error_of, events_of, report_of, samples_of

GATE = "stage gate : delay;"


def leaving(stage: str, size: int, work: str, start: str = "0") -> list[float]:
    """Serial and time, in turn, as sessions are done that come at `start` with `work`."""
    return samples_of(
        f"""{GATE} {stage}
        workload {{ arrive batch({size}); }}
        session {{ run gate ({start}); run c ({work}); observe o = serial; observe o = now; }}"""
    )


def test_jobs_share_the_capacity() -> None:
    # Work 1 and 3 at half the capacity each: the first is done at 2; then 2 are left for it alone.
    assert leaving("stage c : ps(1);", 2, "1 + 2 * serial") == [0.0, 2.0, 1.0, 4.0]


def test_jobs_with_equal_tags_end_one_after_the_other() -> None:
    assert leaving("stage c : ps(1);", 3, "1") == [0.0, 3.0, 1.0, 3.0, 2.0, 3.0]


def test_a_job_that_comes_late_takes_its_share() -> None:
    # Alone up to 1, the first has 2 of 3 left; each gets 1/2, the second is done with its 1 at 3.
    assert leaving("stage c : ps(1);", 2, "3 - 2 * serial", "serial") == [1.0, 3.0, 0.0, 4.0]


def test_a_job_overtakes_one_with_more_work_left() -> None:
    assert leaving("stage c : ps(1);", 3, "4 - 2 * serial", "serial")[::2] == [2.0, 1.0, 0.0]


def test_the_capacity_may_depend_on_who_is_present() -> None:
    # Two servers: 2 for three jobs (1 each is done at 1.5), after that nobody is left to share.
    stage = "stage c : ps(min(present, 2));"
    assert leaving(stage, 3, "1") == [0.0, 1.5, 1.0, 1.5, 2.0, 1.5]
    # Alone to 1, both at full speed to 2 (the first is done), the second alone to its end.
    assert leaving(stage, 2, "2", "serial") == [0.0, 2.0, 1.0, 3.0]


def test_nobody_is_served_at_capacity_zero() -> None:
    report = report_of(
        f"""{GATE} stage c : ps(present > 1 ? 2 : 0);
        workload {{ arrive batch(2); }}
        session {{ run gate (serial); run c (1); observe o = now; }} run {{ horizon 20; }}"""
    )
    observation = report.observe("o")
    assert observation is not None
    # Nothing happens before the second comes at 1. Both have their work at 2; they end one after
    # the other, so the second is alone at capacity 0 and stays for ever.
    assert observation.samples == [2.0]
    stage = report.stages[1]
    assert (stage.completed, report.ended, stage.utilization) == (1, 1, 1.0)
    assert stage.mean_number == (1.0 + 2.0 + 18.0) / 20.0


def test_a_negative_capacity_moves_the_virtual_time_backward() -> None:
    # At 2 the virtual time is -2: the job that comes has the tag -1 and is before the first's 1.
    # At capacity 2 for both it is done at 3; the first needs 2 more, alone at 2.
    assert leaving("stage c : ps(now < 1 ? -1 : 2);", 2, "1", "2 * serial") == [1.0, 3.0, 0.0, 4.0]


def test_a_capacity_that_was_no_number_leaves_nothing_to_do() -> None:
    # From the reference: once the virtual time is NaN, everybody present is done at once.
    stage = "stage c : ps(now < 1 ? 0 / 0 : 2);"
    assert leaving(stage, 2, "1", "2 * serial") == [1.0, 2.0, 0.0, 2.0]


def test_an_infinite_capacity_takes_no_time() -> None:
    assert leaving("stage c : ps(inf);", 3, "3 - serial", "serial / 2") == [
        *(0.0, 0.0),
        *(1.0, 0.5),
        *(2.0, 1.0),
    ]


def test_the_capacity_belongs_to_no_session() -> None:
    text = """stage c : ps(a == a ? 4 : 0.5); workload { arrive batch(1); }
    session { set a = 1; run c (1); observe o = now; }"""
    assert samples_of(text) == [2.0]


def test_the_capacity_is_evaluated_whenever_jobs_have_come_or_left() -> None:
    text = f"""{GATE} stage c : ps(now < 1.5 ? 1 : 2); workload {{ arrive batch(2); }}
    session {{ branch (serial == 0) {{ run c (3); }} else {{ run gate (2); run c (0.5); }}
      observe o = now; }}"""
    # 1 up to 2, though it would be 2 from 1.5 on; then 2 for both: 0.5 is done at 2.5, as is half
    # of what the first has left; the other half takes it alone 0.25.
    assert samples_of(text) == [2.5, 2.75]


def test_the_capacity_draws_from_the_session_stream() -> None:
    text = """stage c : ps(~uniform(1, 2)); workload { arrive batch(1); }
    session { run c (3); observe o = now; observe o = ~uniform(0, 1); }
    run { horizon 9; seed 5; }"""
    stream = new_stream(5 ^ SESSION_SEED)
    # With nobody present it is not evaluated.
    assert samples_of(text) == [3.0 / (1.0 + stream.uniform()), stream.uniform()]


def test_work_and_numbers_can_be_asked_at_any_time() -> None:
    text = f"""{GATE} stage c : ps(1); workload {{ arrive batch(3); }}
    session {{ branch (serial < 2) {{ run c (1 + serial); }}
      run gate (1);
      observe o = work(c); observe o = queue(c); observe o = busy(c); }}
    run {{ horizon 1; }}"""
    assert samples_of(text) == [2.0, 2.0, 2.0]
    text = f"""{GATE} stage c : ps(1); workload {{ arrive batch(1); }}
    session {{ observe o = 1 / work(c); }}"""
    assert samples_of(text) == [-float("inf")]  # an empty sum is minus zero (NUM-3)


def test_a_job_taken_out_leaves_its_share_to_the_others() -> None:
    text = """stage gate : delay; stage c : ps(1); pool m { cap 4; preempt lifo; }
    workload { arrive batch(2); }
    session {
      hold m (2) {
        branch (serial == 0) { run gate (1); grow m (1); run c (1); } else { run c (2); }
      }
      observe o = now;
    }
    run { horizon 8; }"""
    # The second is put out at 1 with half its work done; the first is alone from 1 to 2. Then the
    # second begins again.
    assert samples_of(text) == [2.0, 4.0]
    stage = report_of(text).stages[1]
    assert (stage.completed, stage.mean_number, stage.utilization) == (2, 0.5, 0.5)
    assert (stage.mean_wait, stage.mean_service) == (0.0, 1.5)


def test_a_job_taken_out_from_between_leaves_the_order() -> None:
    text = """stage gate : delay; stage c : ps(1); pool m { cap 5; preempt lifo; }
    workload { arrive batch(4); }
    session {
      branch (serial < 2) { run c (4 - serial); observe o = serial; end; }
      hold m (2) {
        branch (serial == 2) { run gate (1); grow m (1); grow m (1); } else { run c (3.5); }
      }
      observe o = serial; end;
    }"""
    # Session 3 holds the last place of the pool and is between the two others by its tag.
    assert samples_of(text)[:2] == [2.0, 1.0]


def test_jobs_without_work_do_not_come() -> None:
    text = """stage c : ps(1); workload { arrive batch(3); }
    session { run c (serial - 1); observe o = now; observe o = serial; }"""
    assert samples_of(text) == [0.0, 0.0, 0.0, 1.0, 1.0, 2.0]


def test_the_horizon_belongs_to_the_run() -> None:
    text = """stage c : ps(1); workload { arrive batch(4); }
    session { run c (serial < 2 ? 1 : 2); observe o = now; } run { horizon 4; }"""
    assert samples_of(text) == [4.0, 4.0]


def test_the_end_of_the_warm_up_comes_before_jobs_that_end_then() -> None:
    text = """stage c : ps(1); workload { arrive batch(2); }
    session { run c (1 + serial); observe o = now; } run { horizon 4; warmup 2; }"""
    assert samples_of(text) == [2.0, 3.0]
    stage = report_of(text).stages[0]
    assert (stage.completed, stage.mean_service, stage.mean_number) == (2, 2.5, 0.5)


def test_choose_finds_the_stage_with_the_least_work() -> None:
    text = """stage c[2] : ps(1); workload { arrive batch(4); init { set w = 4 - serial; } }
    session { choose j in 2 by (work(c[j])); observe o = j; run c[j] (w); }"""
    # 4 | 3, then 2 to the second, which then has 5; 1 to the first.
    assert samples_of(text) == [0.0, 1.0, 1.0, 0.0]


def test_a_stage_before_an_engine_that_admits_waits_for_the_next_settling() -> None:
    text = """pool q { cap 4; admit via e; } stage gate : delay; stage c : ps(1);
    stage e : step { budget 4; cost 1; }
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { hold q (1) { run c (2); observe o = now; } } else { run gate (0.75); }
    }"""
    # Admitted by an iteration at 0, the job is there from 0 on but gets nothing before 0.75.
    assert samples_of(text) == [2.75]
    assert report_of(text).stages[1].mean_service == 2.75


def test_an_end_that_was_scheduled_is_kept_while_the_settling_passes_by() -> None:
    text = """pool q { cap 4; admit via e; } stage gate : delay; stage c : ps(1);
    stage e : step { budget 4; cost 1; }
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { run c (3); } else { run gate (2); hold q (1) { run c (0.5); } }
      observe o = serial; observe o = now;
    }"""
    # The job that an iteration lets in at 2 has the tag 2.5, but the end at 3 is of the other one.
    assert samples_of(text) == [0.0, 3.0, 1.0, 3.0]


def test_the_end_of_a_job_taken_out_while_the_settling_passes_by_is_void() -> None:
    text = """pool q { cap 4; admit via e; } pool m { cap 4; preempt lifo; } stage c : ps(1);
    stage gate : delay; stage e : step { budget 4; cost 1; }
    workload { arrive batch(3); }
    session {
      branch (serial == 2) { run c (8); }
      else {
        branch (serial == 1) { run gate (0.5); hold m (2) { run c (1.25); } }
        else { hold m (1) { run gate (2); hold q (1) { grow m (2); } run gate (2); } }
      }
      observe o = serial; observe o = now;
    }
    run { horizon 20; }"""
    # Session 0 is admitted at 2 by an iteration and puts out 1, whose end was to be at 3. Up to
    # then session 2 still gets 1/2: it has 6.25 left at 3 and 5.25 at 4, when 1 begins again. Half
    # for each up to 6.5; then 4 are left.
    assert samples_of(text) == [0.0, 4.0, 1.0, 6.5, 2.0, 10.5]


def test_an_index_error_of_the_capacity_ends_the_run_after_the_stage() -> None:
    text = """stage c : ps(queue(d[present])); stage gate : delay; stage d[2] : delay;
    workload { arrive batch(2); } session { run gate (1 + serial); run c (1); }"""
    # With one job it is queue(d[1]), which is 0, so that the second meets the first.
    error = error_of(text)
    assert (error.code, error.message) == ("SQ902", "index 2 out of range (count 2)")
    assert (error.statement, error.serial, error.time) == (None, None, 2.0)


def test_a_capacity_cannot_ask_for_a_budget_it_has_not() -> None:
    text = """stage c : ps(budget_left(c)); workload { arrive batch(1); } session { run c (1); }"""
    error = error_of(text)
    assert (error.code, error.message) == ("SQ911", "budget_left needs a step stage")


def test_a_loop_at_infinite_capacity_makes_no_progress() -> None:
    text = """stage c : ps(inf); workload { arrive batch(1); } session { loop { run c (1); } }"""
    error = error_of(text, limits=Limits(instant=100))
    assert (error.code, error.time) == ("SQ991", 0.0)
    assert error.statement is not None
    assert (error.statement.block, error.statement.position) == (2, 0)


def test_an_observer_is_told_of_jobs_as_at_other_stages() -> None:
    text = """stage gate : delay; stage c : ps(0.5); workload { arrive batch(1); }
    session { run c (1); }"""
    names = [type(event).__name__ for event in events_of(text)]
    assert names == ["Arrival", "JobStart", "JobEnd", "Ending"]
