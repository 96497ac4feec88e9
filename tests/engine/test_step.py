"""Iterations of step stages (part 4, section 8)."""

from __future__ import annotations

import pytest

from sqlang.engine import RunError, run
from sqlang.engine.observer import Iteration
from tests.engine.programs import (
    Watcher,
    batches_of,
    lines_of,
    lowered,
    report_of,
    samples_of,
)

PHASES = """pool reqs {{ cap 2; admit via engine; }}
pool kv {{ cap 20; }}
stage gate : delay;
stage engine : step {{ budget 4; chunk 4; cost 1; memory kv; {serve} }}
workload {{ arrive batch(2); init {{ set prompt = serial == 0 ? 2 : 4; }} }}
session {{
  run gate (serial);
  hold reqs (1), kv (min(prompt, left)) reserve (prompt)
       at admission (left = budget_left(engine)) {{
    prefill prompt growing kv;
    branch (serial == 0) {{ decode (2) growing kv; }}
  }}
  end;
}}"""


def test_exclusive_prefill_displaces_tentative_decodes() -> None:
    assert lines_of(PHASES.format(serve="serve exclusive prefill;")) == [
        "ITER 0.0000 0:0:p2 | used 0.125 cached 0",
        "ITER 1.0000 1:0:p4 | used 0.4375 cached 0",
        "ITER 2.0000 0:0:d1 | used 0.1875 cached 0",
        "ITER 3.0000 0:0:d1 | used 0.25 cached 0",
    ]


def test_without_it_prefills_and_decodes_mix() -> None:
    assert batches_of(PHASES.format(serve="")) == [
        "0.0000 0:0:p2",
        "1.0000 0:0:d1 1:0:p3",
        "2.0000 0:0:d1 1:0:p1",
    ]


def serve(option: str, *, budget: str = "3") -> list[str]:
    """Two decodes of 2 and 3 tokens and two prefills of 5 and 1, all resident from time 0."""
    return batches_of(
        f"""stage e : step {{ budget {budget}; cost 1; {option} }}
        workload {{ arrive batch(4); }}
        session {{
          branch (serial < 2) {{ decode on e (2 + serial); }}
          else {{ prefill on e (serial == 2 ? 5 : 1); }}
          end;
        }}"""
    )


def test_the_budget_goes_round_in_the_order_of_joining() -> None:
    assert serve("") == [
        "0.0000 0:0:d1 1:0:d1 2:0:p1",
        "1.0000 0:0:d1 1:0:d1 2:0:p1",
        "2.0000 1:0:d1 2:0:p2",
        "3.0000 2:0:p1 3:0:p1",
    ]


def test_chunk_bounds_a_prefill() -> None:
    assert serve("chunk 2;", budget="9")[0] == "0.0000 0:0:d1 1:0:d1 2:0:p2 3:0:p1"


@pytest.mark.parametrize(
    ("option", "first"),
    [
        ("serve decode first;", "0.0000 0:0:d1 1:0:d1 2:0:p1"),
        ("serve by (remaining);", "0.0000 3:0:p1 0:0:d1 1:0:d1"),
        ("serve by (decoding, -serial);", "0.0000 3:0:p1 2:0:p2"),
        ("serve by (0 / 0);", "0.0000 0:0:d1 1:0:d1 2:0:p1"),
    ],
)
def test_serving_orders(option: str, first: str) -> None:
    assert serve(option)[0] == first


def test_exclusive_prefill_of_residents() -> None:
    assert serve("serve exclusive prefill;") == [
        "0.0000 2:0:p3",
        "1.0000 2:0:p2",
        "2.0000 3:0:p1",
        "3.0000 0:0:d1 1:0:d1",
        "4.0000 0:0:d1 1:0:d1",
        "5.0000 1:0:d1",
    ]


def test_a_job_that_comes_during_an_iteration_waits_for_the_next() -> None:
    text = """stage gate : delay; stage e : step { budget 8; cost 2; }
    workload { arrive batch(2); }
    session { run gate (serial); decode on e (2); observe o = now; end; }"""
    assert batches_of(text) == ["0.0000 0:0:d1", "2.0000 0:0:d1 1:0:d1", "4.0000 1:0:d1"]
    assert samples_of(text) == [4.0, 6.0]


def test_fractions_of_tokens() -> None:
    text = """stage e : step { budget 2; cost 1; }
    workload { arrive batch(1); }
    session { prefill on e (2.5); decode on e (1.25); end; }"""
    assert batches_of(text) == [
        "0.0000 0:0:p2",
        "1.0000 0:0:p0.5",
        "2.0000 0:0:d1",
        "3.0000 0:0:d0.25",
    ]


def test_cost_sees_the_batch() -> None:
    text = """pool kv { cap 99; } stage e : step {
      budget 9; memory kv;
      cost tokens + 10 * decoders + 100 * prefilled + 1000 * residents
         + 10000 * kv_decode + 100000 * kv_prefill + 1000000 * attention;
    }
    workload { arrive batch(2); }
    session {
      hold kv (serial + 3) {
        branch (serial == 0) { prefill on e (2) growing kv; } else { decode on e (1) growing kv; }
      }
      end;
    } run { horizon 9999999; }"""
    report = report_of(text)
    # 3 tokens, 1 decode, 2 prefilled, 2 residents; session 1 holds 4, session 0 holds 3;
    # attention 2 * (0 + 2 / 2).
    assert report.stages[0].mean_service == 3 + 10 + 200 + 2000 + 40000 + 300000 + 2000000


def test_the_memory_of_a_session_is_summed_part_by_part() -> None:
    """Outer holds first, and every part of a hold that takes the pool twice (STEP-3, POOL-31)."""
    text = """pool kv { } stage e : step { budget 9; cost kv_prefill; memory kv; }
    workload { arrive batch(1); }
    session { hold kv (0.1) { hold kv (0.2), kv (0.3) { prefill on e (1); observe o = now; } } }"""
    assert samples_of(text) == [0.1 + 0.2 + 0.3]
    assert 0.1 + 0.2 + 0.3 != 0.1 + (0.2 + 0.3)


def test_memory_grows_with_what_is_computed() -> None:
    text = """pool kv { cap 99; block 4; } stage e : step { budget 9; cost 1; memory kv; }
    workload { arrive batch(1); }
    session { hold kv (2) { prefill on e (3) growing kv; decode on e (3) growing kv; } end; }"""
    assert [line.partition("used ")[2] for line in lines_of(text)] == [
        "0.25 cached 0",
        "0.25 cached 0",
        "0.5 cached 0",
        "0.5 cached 0",
    ]


def test_a_preemption_empties_the_batch_and_the_next_iteration_admits_again() -> None:
    text = """pool r { cap 1; admit via e; } pool kv { cap 4; preempt lifo; }
    stage e : step { budget 9; cost 1; memory kv; }
    workload { arrive batch(1); }
    session { hold r (1), kv (4) { prefill on e (4) growing kv; decode on e (9) growing kv; } }
    run { horizon 3; }"""
    # The decode needs a fifth unit: its session puts itself out, an iteration without members.
    assert lines_of(text) == [
        "ITER 0.0000 0:0:p4 | used 0.25 cached 0",
        "ITER 1.0000  | used 0 cached 0",
        "ITER 2.0000 0:0:p4 | used 0.25 cached 0",
        "ITER 3.0000  | used 0 cached 0",
    ]


def test_a_sum_over_no_members_is_minus_zero() -> None:
    text = """pool r { cap 1; admit via e; } pool kv { cap 4; preempt lifo; }
    stage e : step { budget 9; cost 1 / tokens < 0 ? 5 : (1 / kv_decode < 0 ? 7 : 1); memory kv; }
    workload { arrive batch(1); }
    session { hold r (1), kv (4) { prefill on e (4) growing kv; decode on e (9) growing kv; } }
    run { horizon 7; }"""
    assert batches_of(text) == ["0.0000 0:0:p4", "1.0000 ", "6.0000 0:0:p4", "7.0000 "]


def test_admission_shows_the_budget_left() -> None:
    text = """pool r { cap 9; admit via e; } stage e : step { budget 10; cost 1; }
    workload { arrive batch(3); init { set p = 4; } }
    session {
      hold r (min(1, budget_left(e) - 1)) { observe o = budget_left(e); prefill on e (p); }
    }"""
    # Session 2 is asked while 2 tokens are left: 1 unit. What the admitted observe is the whole
    # budget less what the residents want: 10, 6, 2.
    assert samples_of(text) == [10.0, 6.0, 2.0]
    assert batches_of(text) == ["0.0000 0:0:p4 1:0:p4 2:0:p2", "1.0000 2:0:p2"]


def test_no_one_is_admitted_when_the_budget_is_used_up() -> None:
    text = """pool r { cap 9; admit via e; } stage e : step { budget 4; cost 1; }
    workload { arrive batch(2); }
    session { hold r (1) { observe o = now; prefill on e (6); } }"""
    assert samples_of(text) == [0.0, 1.0]
    assert batches_of(text) == [
        "0.0000 0:0:p4",
        "1.0000 0:0:p2 1:0:p2",
        "2.0000 1:0:p4",
    ]


def test_a_sessions_error_waits_until_the_selection_is_complete() -> None:
    """ERR-13: the iteration that admitted the session still starts and writes its line."""
    program = lowered(
        """pool r { cap 9; admit via e; } stage e : step { budget 9; cost 1; }
        workload { arrive batch(3); }
        session { hold r (1) { branch (serial == 1 ? 2 : 0) { } prefill on e (2); } }"""
    )
    watcher = Watcher()
    with pytest.raises(RunError, match="the guard is 2"):
        run(program, observer=watcher)
    iterations = [event for event in watcher.events if isinstance(event, Iteration)]
    assert [[member.serial for member in each.members] for each in iterations] == [[0]]
