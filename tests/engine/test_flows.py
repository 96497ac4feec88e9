"""`run` over several stages (FLOW-1 to FLOW-8); values worked out by hand unless said otherwise."""

from __future__ import annotations

import json

import pytest

from sqlang.engine import Report, run
from sqlang.engine.observer import JobEnd, JobStart
from sqlang.engine.random_streams import SESSION_SEED, new_stream
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import error_of, events_of, lowered, report_of, samples_of

TWO_ENDS = """stage left : ps(1); stage right : ps(2); workload { arrive batch(3); }
session {
  branch (serial == 0) { run left (1); }
  else { branch (serial == 1) { run left, right (2); } else { run right (1.5); } }
  observe o = serial; observe o = now;
}
run { horizon 8; }"""


def test_maxmin_gives_what_one_cannot_use_to_the_others() -> None:
    # Half of `left` for each of its two; so 1.5 of `right` are left for the last, done at 1. At 2
    # the first is done, and the one over both has 1 left, alone at 1.
    text = f"share maxmin; {TWO_ENDS}"
    assert samples_of(text) == [2.0, 1.0, 0.0, 2.0, 1.0, 3.0]
    left, right = report_of(text).stages
    assert (left.utilization, right.utilization) == (3.0 / 8.0, 3.5 / 16.0)
    assert (left.mean_number, right.mean_number) == (5.0 / 8.0, 4.0 / 8.0)
    assert (left.completed, right.completed) == (2, 2)
    assert (left.mean_wait, left.mean_service) == (0.0, 2.5)
    assert (right.mean_wait, right.mean_service) == (0.0, 2.0)


def test_bottleneck_gives_equal_shares_and_leaves_the_rest_unused() -> None:
    text = f"share bottleneck; {TWO_ENDS}"
    assert samples_of(text) == [2.0, 1.5, 0.0, 2.0, 1.0, 3.0]
    left, right = report_of(text).stages
    assert (left.utilization, right.utilization) == (3.0 / 8.0, 3.5 / 16.0)


def test_maxmin_fixes_the_tightest_stage_first_whatever_the_order() -> None:
    text = """share maxmin; stage wide : ps(9); stage tight : ps(2); stage middle : ps(4);
    workload { arrive batch(4); }
    session {
      branch (serial < 2) { run wide, tight (1); }
      else { branch (serial == 2) { run middle, wide (3); } else { run wide (4); } }
      observe o = serial; observe o = now;
    }"""
    # 1 for each of the first two; 7 of `wide` for the others: 3.5 for each, as `middle` has 4.
    # The third is done at 6/7, when the last has 1 left: alone with 1 + 1 it gets 7.
    times = samples_of(text)
    assert times[::2] == [2.0, 0.0, 1.0, 3.0]
    assert times[1::2] == [3.0 / 3.5, 1.0, 1.0, 1.0]


def test_flows_that_are_done_together_end_in_the_order_of_their_jobs() -> None:
    text = """share maxmin; stage a[2] : ps(1); stage b : ps(1); workload { arrive batch(4); }
    session { run b, a[serial < 2] (0.5); observe o = serial; observe o = now; }"""
    assert samples_of(text) == [0.0, 2.0, 1.0, 2.0, 2.0, 2.0, 3.0, 2.0]


def test_a_flow_over_one_stage_is_a_flow_too() -> None:
    text = """share bottleneck; stage a[2] : ps(3); stage b : ps(1); stage gate : delay;
    workload { arrive batch(2); }
    session {
      branch (serial == 0) { run a[0], b (2); } else { run gate (1); run a[0] (3); }
      observe o = now;
    }
    run { horizon 6; }"""
    # The first is bound to 1 by `b`; the second gets its half, 1.5, up to 2, then all of `a`.
    assert samples_of(text) == [2.0, 2.5]
    first, second, *_ = report_of(text).stages
    assert first.utilization == (1.0 / 3.0 + 2.5 / 3.0 + 0.5) / 6.0
    assert (second.utilization, second.completed) == (0.0, 0)


def test_flows_can_be_asked_between_their_events() -> None:
    text = """share maxmin; stage a : ps(1); stage b : ps(4); stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial < 2) { run a, b (2 + serial); }
      run gate (1);
      observe o = work(a); observe o = work(b); observe o = queue(b); observe o = busy(a);
    }
    run { horizon 1; }"""
    # At 1 each has got 1/2.
    assert samples_of(text) == [4.0, 4.0, 2.0, 2.0]
    nobody = text.replace("serial < 2", "serial < 0").replace("= work(a)", "= 1 / work(a)")
    assert samples_of(nobody)[0] == -float("inf")  # an empty sum is minus zero (NUM-3)


def test_a_flow_without_work_visits_nothing() -> None:
    text = """share maxmin; stage a : ps(1); stage b : ps(1); workload { arrive batch(3); }
    session { run a, b (serial - 1); observe o = serial; observe o = now; }"""
    assert samples_of(text) == [0.0, 0.0, 1.0, 0.0, 2.0, 1.0]
    assert [stage.completed for stage in report_of(text).stages] == [1, 1]


def test_a_flow_taken_out_leaves_all_its_stages() -> None:
    text = """share maxmin; pool m { cap 4; preempt lifo; }
    stage a : ps(1); stage b : ps(2); stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 2) { run b (4); observe o = serial; observe o = now; end; }
      hold m (2) {
        branch (serial == 0) { run gate (1); grow m (1); run a (1); } else { run a, b (2); }
      }
      observe o = serial; observe o = now;
    }
    run { horizon 8; }"""
    # Up to 1 the second has all of `a` and half of `b`, then it is put out. The last has 3 left, at
    # 2 alone up to 2, when 1 is left and the second begins again: 1 for each, both alone from 3 on.
    assert samples_of(text) == [0.0, 2.0, 2.0, 3.0, 1.0, 4.0]
    a, b, *_ = report_of(text).stages
    assert (a.completed, b.completed) == (2, 2)
    assert (a.mean_number, b.mean_number) == (0.5, 0.75)


def test_indices_and_work_are_evaluated_in_order() -> None:
    text = """share maxmin; stage a[2] : ps(1); stage b[2] : ps(1); workload { arrive batch(1); }
    session {
      run a[floor(~uniform(0, 2))], b[floor(~uniform(0, 2))] (~uniform(1, 2)); observe o = now;
    }
    run { horizon 9; seed 5; }"""
    stream = new_stream(5 ^ SESSION_SEED)
    first, work, second = 2 * stream.uniform(), 1 + stream.uniform(), 2 * stream.uniform()
    assert (int(first), int(second)) == (1, 0)
    assert samples_of(text) == [work]
    assert [stage.completed for stage in report_of(text).stages] == [0, 1, 1, 0]


@pytest.mark.parametrize("indices", ["a[5], b[1]", "a[1], b[5]"])
def test_an_index_past_the_family_names_the_statement(indices: str) -> None:
    text = f"""share maxmin; stage a[2] : ps(1); stage b[2] : ps(1); stage gate : delay;
    workload {{ arrive batch(1); }} session {{ run gate (3); run {indices} (1); }}"""
    error = error_of(text)
    assert (error.code, error.message) == ("SQ902", "stage index 5 out of range (count 2)")
    assert error.statement is not None
    assert (error.statement.block, error.statement.position) == (2, 1)
    assert (error.serial, error.time) == (0, 3.0)


def test_the_last_of_several_index_errors_is_told() -> None:
    text = """share maxmin; stage a[2] : ps(1); stage b[2] : ps(1);
    workload { arrive batch(1); } session { run a[5], b[6] (1); }"""
    assert error_of(text).message == "stage index 6 out of range (count 2)"


def test_the_warm_up_hides_flows_as_it_hides_other_jobs() -> None:
    text = """share maxmin; stage a : ps(1); stage b : ps(2); workload { arrive batch(2); }
    session { run a, b (1 + serial); observe o = now; } run { horizon 4; warmup 2; }"""
    # 1/2 for each up to 2, the end of the warm-up, which comes first; the second is done at 3.
    assert samples_of(text) == [2.0, 3.0]
    a, b = report_of(text).stages
    assert (a.completed, a.mean_service, a.mean_number, a.utilization) == (2, 2.5, 0.5, 0.5)
    assert (b.completed, b.mean_service, b.mean_number, b.utilization) == (2, 2.5, 0.5, 0.25)


def test_infinite_capacities_are_shared_as_in_the_reference() -> None:
    text = """share maxmin; stage a[2] : ps(inf); stage b : ps(inf); workload { arrive batch(3); }
    session { run a[serial == 1], b (1 + serial); observe o = now; observe o = work(b); }"""
    # What is left of an infinite capacity is NaN, so that the second gets nothing at first.
    assert samples_of(text) == [0.0, 2.0, 0.0, 2.0, 0.0, -0.0]


def test_events_name_all_stages_of_a_flow() -> None:
    text = """share maxmin; stage a : ps(1); stage b[2] : ps(1); workload { arrive batch(1); }
    session { run a, b[1] (2); run a (1); }"""
    events = [each for each in events_of(text) if isinstance(each, JobStart | JobEnd)]
    assert [(type(each), each.time, each.stage, each.further) for each in events] == [
        (JobStart, 0.0, 0, (2,)),
        (JobEnd, 2.0, 0, (2,)),
        (JobStart, 2.0, 0, ()),
        (JobEnd, 3.0, 0, ()),
    ]


def test_a_stage_that_a_tool_names_twice_serves_one_job_at_half_its_capacity() -> None:
    """From the reference; references to overlapping ranges are no family twice (FLW-4)."""
    text = """share maxmin; stage c[3] : ps(1.5); stage d : ps(2); workload { arrive batch(1); }
    session { run c[0], d (2); observe o = now; } run { horizon 30; }"""
    written = json.loads(to_json(lowered(text)))
    twice = [{"base": 1, "count": 2, "index": {"Num": 1.0}}, {"base": 2, "count": 1}]
    written["blocks"][2][0]["Run"]["also"] = twice
    report: Report = run(from_json(json.dumps(written)))
    observation = report.observe("o")
    assert observation is not None
    assert observation.samples == [2.0 / 0.75]
    assert [stage.completed for stage in report.stages] == [1, 0, 1, 0]
    assert report.stages[2].mean_number == 0.08888888888888888
    assert report.stages[2].utilization == 0.04444444444444444
