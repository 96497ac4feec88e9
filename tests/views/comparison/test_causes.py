"""For each cause two programs that part for it; schedules and sentences derived by hand.

In `mixed`, session 0 comes to the engine at t=0 and session 1 at t=1; both prefill 4 and decode 2
with a budget of 4, so the batches are 0:p4, 0:d1 1:p3, 0:d1 1:p1, 1:d1, 1:d1.
"""

from __future__ import annotations

import pytest

from sqlang import Limits
from sqlang.views.comparison.reasons import CAUSES
from tests.views.comparison.programs import batches, compared, mixed, parting_of

QUEUED = """pool kv {{ cap {cap}; admit via e; {queue} }}
stage e : step {{ budget 9; cost 1; memory kv; }} stage g : delay;
workload {{ arrive batch(3); init {{ set p = 4 - serial; }} }}
session {{ hold kv ({units}) {{ {first} run e prefill (p); {more} }} end; }}
run {{ horizon 20; }}"""
JOBS = """pool kv {{ cap {cap}; }}
stage g : fifo({servers});
workload {{ arrive batch(3); }}
session {{ hold kv (2) {{ run g (1 + serial); }} observe r = now; end; }}
run {{ horizon {horizon}; }}"""


def queued(
    cap: int = 12, queue: str = "", units: str = "p", first: str = "", more: str = ""
) -> str:
    return QUEUED.format(cap=cap, queue=queue, units=units, first=first, more=more)


def jobs(cap: int = 6, servers: int = 3, horizon: int = 20) -> str:
    return JOBS.format(cap=cap, servers=servers, horizon=horizon)


EXCLUSIVE = mixed(stage="serve exclusive prefill;")
CASES = {
    "budget": (
        mixed(),
        mixed(budget="3"),
        (0.0, "0:0:p4", "0:0:p3"),
        (
            "the prefill of session 0 gets 4 tokens in A, where 4 are left for it, and 3 tokens"
            " in B, where 3 are left, since the budget is 4 in A (line 4) and the budget is 3 "
            "in B (line 4)"
        ),
    ),
    "chunk": (
        mixed(),
        mixed(stage="chunk 2;"),
        (0.0, "0:0:p4", "0:0:p2"),
        (
            "the prefill of session 0 gets 4 tokens in A, where 4 are left for it, and 2 tokens"
            " in B, where 4 are left, since the chunk is unlimited in A and the chunk is 2 in B"
            " (line 6)"
        ),
    ),
    "capacity of what grows": (
        mixed(),
        mixed(cap="8"),
        # After t=1 session 0 holds 5 and session 1 holds 3 of the 8.
        (2.0, "0:0:d1 1:0:p1", ""),
        (
            "the decode of session 0 waits for memory in B: it needs 1 more of `kv`, of whose 8"
            " (line 1) 0 are free"
        ),
    ),
    "capacity of what is admitted": (
        queued(),
        queued(cap=5),
        (0.0, "0:0:p4 1:0:p3 2:0:p2", "0:0:p4"),
        "session 1 is not admitted in B: it needs 3 of `kv`, of whose 5 (line 1) 1 is free",
    ),
    "preemption": (
        mixed(pool="preempt lifo;"),
        mixed(pool="preempt lifo;", cap="8"),
        (2.0, "0:0:d1 1:0:p1", "0:0:d1"),
        (
            "the prefill of session 1 is preempted in B: another grows, and `kv` with its 8 "
            "(line 1) is full"
        ),
    ),
    "order of service": (
        mixed(gate="0", work="4 - serial"),
        mixed(gate="0", work="4 - serial", stage="serve by (remaining);"),
        (0.0, "0:0:p4", "1:0:p3 0:0:p1"),
        (
            "A looks at session 0 first, in order of admission; B looks at session 1 first, by "
            "`serve by (remaining)` (line 6)"
        ),
    ),
    "order of decodes": (
        mixed(gate="0", budget="5", stage="serve by (decoding);"),
        mixed(gate="0", budget="5", stage="serve decode first;"),
        # Session 1 has 3 left to prefill of 4 when session 0 decodes.
        (1.0, "1:0:p3 0:0:d1", "0:0:d1 1:0:p3"),
        (
            "A looks at session 1 first, by `serve by (decoding)` (line 6); B looks at session "
            "0 first, by `serve decode first` (line 6); everybody gets the same tokens on both "
            "sides"
        ),
    ),
    "order of admission": (
        queued(cap=5),
        queued(cap=5, queue="queue by (p);"),
        (0.0, "0:0:p4", "2:0:p2 1:0:p3"),
        (
            "A looks at session 0 first, first in, first out; B looks at session 2 first, by "
            "`queue by (p)` (line 1)"
        ),
    ),
    "exclusivity": (
        EXCLUSIVE,
        mixed(),
        (1.0, "1:0:p4", "0:0:d1 1:0:p3"),
        (
            "in A, `serve exclusive prefill` (line 6) serves the prefill of session 1 alone, 4 "
            "of the budget 4, and the decode of session 0 waits; in B, without it, the decode "
            "of session 0 takes 1 of the budget 4 and the prefill of session 1 gets the "
            "remaining 3"
        ),
    ),
    "arrival": (
        mixed(),
        mixed(arrive="batch(3)"),
        (2.0, "0:0:d1 1:0:p1", "0:0:d1 1:0:p1 2:0:p2"),
        "in A, session 2 has not arrived yet",
    ),
    "admission": (
        queued(cap=9),
        queued(cap=9, units="serial == 1 ? 6 : p"),
        # The queue goes in order: session 2 is not asked behind session 1.
        (0.0, "0:0:p4 1:0:p3 2:0:p2", "0:0:p4"),
        (
            "session 1 is not admitted in B: it needs 6 of `kv`, of whose 9 (line 1) 5 are free; "
            "in A it needs 3"
        ),
    ),
    "admission of another": (
        queued(cap=9),
        queued(cap=9, units="serial == 1 ? 4 : p"),
        (0.0, "0:0:p4 1:0:p3 2:0:p2", "0:0:p4 1:0:p3"),
        (
            "session 2 is not admitted in B: it needs 2 of `kv`, of whose 9 (line 1) 1 is free. "
            "The first difference: session 1 is admitted at t=0 with 3 of `kv` in A (line 4); "
            "session 1 is admitted at t=0 with 4 of `kv` in B (line 4)"
        ),
    ),
    "path of one that is admitted": (
        queued(),
        queued(first="run g (2);"),
        (0.0, "0:0:p4 1:0:p3 2:0:p2", ""),
        (
            "session 0 is admitted; in B, session 0 is at `g` since t=0. The first difference: "
            "session 0 comes to `e` at t=0 with 4 to prefill in A (line 4); session 0 comes to "
            "`g` at t=0 with 2 in B (line 4)"
        ),
    ),
    "work at another stage": (
        mixed(),
        mixed(gate="2 * serial"),
        (1.0, "0:0:d1 1:0:p3", "0:0:d1"),
        (
            "in B, session 1 is at `gate` since t=0. The first difference: session 1 comes to "
            "`gate` at t=0 with 1 in A (line 11); session 1 comes to `gate` at t=0 with 2 in B "
            "(line 11)"
        ),
    ),
    "work": (
        mixed(),
        mixed(work="4 - serial * 2"),
        (1.0, "0:0:d1 1:0:p3", "0:0:d1 1:0:p2"),
        (
            "session 1 has 4 to prefill in A, 2 to prefill in B. The first difference: session "
            "1 comes to `e` at t=1 with 4 to prefill in A (line 12); session 1 comes to `e` at "
            "t=1 with 2 to prefill in B (line 12)"
        ),
    ),
    "path": (
        queued(),
        queued(more="run e decode (1);"),
        (1.0, "", "0:0:d1 1:0:d1 2:0:d1"),
        "session 0 ends at t=1 in A; session 0 comes to `e` at t=1 with 1 to decode in B (line 4)",
    ),
    "cost": (
        mixed(),
        mixed(cost="tokens"),
        (0.0, "0:0:p4", "0:0:p4"),
        "the same batch 0:0:p4 takes 1 in A (line 5) and 4 in B (line 5)",
    ),
    "end": (
        mixed(),
        mixed(horizon="2.5"),
        (3.0, "1:0:d1", ""),
        "session 0 is done at `e` at t=3, after 2 in A (line 12); nothing more happens in B",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_parting_is_explained(case: str) -> None:
    first, second, row, sentence = CASES[case]
    parting = parting_of(first, second)
    assert batches(parting)[0] == row
    assert parting.explanation.sentence == sentence
    assert parting.explanation.cause == case.split(maxsplit=1)[0]


@pytest.mark.parametrize("case", CASES)
def test_the_other_way_round_the_cause_is_the_same(case: str) -> None:
    first, second, (time, one, other), _ = CASES[case]
    parting = parting_of(second, first)
    assert batches(parting)[0] == (time, other, one)
    assert parting.explanation.cause == case.split(maxsplit=1)[0]


def test_the_cases_are_of_many_causes() -> None:
    assert {case.split()[0] for case in CASES} == set(CAUSES) - {"duration", "other"}


def test_without_iterations_what_happens_to_sessions_is_compared() -> None:
    parting = parting_of(jobs(), jobs(servers=1))
    # Three servers end the jobs at 1, 2 and 3; one at 1, 3 and 6.
    assert (parting.is_in_iterations, parting.time, parting.rows) == (False, 2.0, ())
    assert parting.explanation.cause == "capacity"
    assert parting.explanation.sentence == (
        "session 1 is done at `g` at t=2, after 2 in A (line 4); session 1 is done at `g` at "
        "t=3, after 2 in B (line 4), since `g` is fifo(3) in A, fifo(1) in B"
    )


def test_an_admission_that_waits_is_explained_by_the_capacity() -> None:
    explanation = parting_of(jobs(), jobs(cap=2)).explanation
    assert explanation.cause == "capacity"
    assert explanation.sentence == (
        "session 1 is admitted at t=0 with 2 of `kv` in A (line 4); session 1 is admitted at "
        "t=1 with 2 of `kv` in B (line 4), since the cap of `kv` is 6 in A (line 1), 2 in B "
        "(line 1)"
    )


def test_a_run_that_fails_is_compared_up_to_there() -> None:
    failing = mixed().replace("observe r = now;", "branch (now) { }")
    comparison = compared(mixed(), failing)
    parting, second = comparison.parting, comparison.second
    assert parting is not None
    assert (parting.alike, parting.time, parting.explanation.cause) == (3, 3.0, "end")
    assert "failed: SQ901" in parting.explanation.sentence
    assert (second.failure is not None, second.figures, second.iterations) == (True, {}, 3)


def test_runs_that_are_cut_are_compared_up_to_there() -> None:
    comparison = compared(mixed(), mixed(horizon="40"), limits=Limits(iterations=2))
    assert comparison.parting is None
    assert [each.stopped and each.stopped.reason for each in (comparison.first, comparison.second)]
    assert (comparison.first.iterations, comparison.second.iterations) == (2, 2)


def test_without_arrivals_that_is_the_cause() -> None:
    explanation = parting_of(jobs(), jobs().replace("arrive batch(3);", "arrive none;")).explanation
    assert explanation.cause == "arrival"
    assert explanation.sentence == (
        "session 0 arrives at t=0 in A (line 3); nothing more happens in B"
    )


def sharing(body: str, stage: str = "g : ps(1 + free(kv))", before: str = "") -> str:
    return (
        f"pool kv {{ cap 2; {before} }} stage {stage}; stage x : delay; stage y : delay;"
        f" workload {{ arrive batch(2); init {{ set p = 1 + serial; }} }}"
        f" session {{ {body} }} run {{ horizon 20; }}"
    )


def test_a_job_that_takes_longer_is_the_cause() -> None:
    held = "branch (serial == 0) { hold kv (1) { %s run g (4); } }"
    # Released, 2 are free and the capacity is 3; else 1 is free and it is 2.
    explanation = parting_of(sharing(held % "release kv;"), sharing(held % "")).explanation
    assert explanation.cause == "duration"
    assert explanation.sentence == (
        "session 0 is done at `g` at t=1.3333, after 1.333 in A (line 1); session 0 is done at "
        "`g` at t=2, after 2 in B (line 1)"
    )


def test_another_stage_is_another_path_even_with_other_work() -> None:
    explanation = parting_of(sharing("run x (1);"), sharing("run y (2);")).explanation
    assert explanation.cause == "path"
    assert explanation.sentence == (
        "session 0 comes to `x` at t=0 with 1 in A (line 1); session 0 comes to `y` at t=0 with "
        "2 in B (line 1)"
    )


def test_to_ask_for_memory_is_a_path_though_it_is_granted_later() -> None:
    body = "hold kv (2) { run x (3); } branch (serial == 0) { run y (1); %s }"
    # Session 1 holds all from t=3 to t=6, and session 0 asks again, or ends, at t=4.
    parting = parting_of(sharing(body % "hold kv (1) { run x (1); }"), sharing(body % ""))
    assert (parting.time, parting.explanation.cause) == (4.0, "path")
    assert parting.explanation.sentence == (
        "session 0 asks for `kv` at t=4 in A (line 1); session 0 ends at t=4 in B"
    )


def test_a_session_is_compared_with_itself() -> None:
    body = "%s branch (serial == 0) { run y (3); } else { run y (5); }"
    # A's session 0 has nothing to do at x, and is at y before session 1; so it is in B.
    parting = parting_of(sharing(body % "run x (2 * serial);"), sharing(body % ""))
    assert parting.explanation.cause == "path"
    assert parting.explanation.sentence == (
        "session 1 comes to `x` at t=0 with 2 in A (line 1); session 1 comes to `y` at t=0 with "
        "5 in B (line 1)"
    )


def test_who_comes_first_to_a_queue_is_an_order_though_the_ends_differ() -> None:
    body, stage = "hold kv (2) { } run g (p);", "g : fifo(1)"
    parting = parting_of(sharing(body, stage), sharing(body, stage, "queue by (0 - p);"))
    assert parting.explanation.cause == "order"
