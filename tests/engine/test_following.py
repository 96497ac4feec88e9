"""A selection that is followed step by step: what is told, and that following changes nothing.

Expected values are derived by hand from STEP-3 to STEP-15 of the specification.
"""

from __future__ import annotations

import pytest

from sqlang.engine import Observer, RunError, run
from sqlang.engine.observer import Event, Iteration
from sqlang.engine.selection_events import Asked, BatchSelection
from sqlang.engine.trace_lines import iteration_line
from sqlang.ir.program import Program
from tests.conformance import vectors
from tests.engine.programs import lowered

EXAMPLE = (vectors.FOLDER / "run" / "000-separate-phases.sq").read_text(encoding="utf-8")


class Follower(Observer):
    """Asks for every selection, and keeps the lines of iterations."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.selections: list[BatchSelection] = []
        self.lines: list[str] = []

    def follows(self, _time: float, _stage: int) -> bool:
        return True

    def selection(self, selection: BatchSelection) -> None:
        self.selections.append(selection)

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.lines.append(iteration_line(event, self.program))


def selections_of(text: str) -> list[BatchSelection]:
    program = lowered(text)
    follower = Follower(program)
    run(program, observer=follower)
    return follower.selections


def steps(selection: BatchSelection) -> list[tuple[object, ...]]:
    """Residents as (serial, wanted, offered, tokens, outcome), admissions as (serial, ...)."""
    return [
        (step.serial, step.budget, step.needs, step.free, step.admitted)
        if isinstance(step, Asked)
        else (step.serial, step.wanted, step.offered, step.tokens, step.outcome)
        for step in selection.steps
    ]


@pytest.mark.parametrize("name", vectors.names("run"))
def test_a_run_that_is_followed_comes_out_the_same(name: str) -> None:
    program = vectors.analyzed("run", name).program
    assert program is not None
    recorded = vectors.expectation("run", name)
    follower = Follower(program)
    directory = str(vectors.program_path("run", name).parent)
    try:
        report = run(program, directory=directory, observer=follower).json()
    except RunError:
        report = ""
    assert follower.lines == recorded["iter"]
    assert report == recorded.get("report_json", report)


def test_a_prefill_that_is_admitted_displaces_the_decode_selected_before() -> None:
    second = selections_of(EXAMPLE)[1]
    assert (second.time, second.stage, second.budget, second.chunk) == (1.0, 1, 4.0, 4.0)
    assert steps(second) == [
        (0, 1.0, 4.0, 1.0, "displaced"),
        # One of two requests is free; kv holds the 2 of session 0, and 1 more for its decode.
        (1, 4.0, (1.0, 4.0), (1.0, 17.0), True),
        (1, 4.0, 4.0, 4.0, "served"),
    ]
    assert (second.left, second.over, second.waiting) == (0.0, "one prefill", ())


def test_mixed_batches_share_the_budget_in_order_of_admission() -> None:
    second = selections_of(EXAMPLE.replace("serve exclusive prefill;", ""))[1]
    assert steps(second) == [
        (0, 1.0, 4.0, 1.0, "served"),
        (1, 3.0, (1.0, 4.0), (1.0, 17.0), True),
        (1, 4.0, 3.0, 3.0, "served"),
    ]
    assert (second.left, second.over) == (0.0, "budget used up")


STAGE = "stage e : step {{ budget {budget}; cost 1; {more} }} workload {{ arrive batch({n}); }}"


def test_who_is_not_reached_is_told_last() -> None:
    text = STAGE.format(budget=3, more="", n=2) + "session { run e prefill (3); end; }"
    first, second = selections_of(text)[:2]
    assert steps(first) == [(0, 3.0, 3.0, 3.0, "served"), (1, 3.0, 0.0, 0.0, "not reached")]
    assert first.over == "budget used up"
    assert steps(second) == [(1, 3.0, 3.0, 3.0, "served")]


def test_decodes_are_held_back_while_a_prefill_is_resident() -> None:
    text = (
        STAGE.format(budget=4, more="serve exclusive prefill; chunk 1;", n=2)
        + """
    session { branch (serial) { run e prefill (2); } else { run e decode (2); } end; }"""
    )
    first = selections_of(text)[0]
    assert steps(first) == [(0, 1.0, 4.0, 0.0, "held back"), (1, 1.0, 4.0, 1.0, "served")]
    assert first.over == "one prefill"


def test_a_queue_stops_at_the_first_that_does_not_fit() -> None:
    text = """pool kv { cap 5; admit via e; } stage e : step { budget 9; cost 1; memory kv; }
    workload { arrive batch(3); } session { hold kv (3) { run e prefill (3); } end; }"""
    first = selections_of(text)[0]
    assert steps(first) == [
        (0, 9.0, (3.0,), (5.0,), True),
        (0, 3.0, 9.0, 3.0, "served"),
        (1, 6.0, (3.0,), (2.0,), False),
    ]
    assert (first.left, first.over, first.waiting) == (6.0, "does not fit", (1, 2))


def test_what_grows_waits_for_memory() -> None:
    text = """pool kv { cap 4; } stage e : step { budget 9; cost 1; memory kv; }
    workload { arrive batch(2); }
    session { hold kv (1) { run e prefill (3) growing kv; run e decode (1); } end; }"""
    first, second = selections_of(text)[:2]
    # Each has 1 of kv and needs 2 more; session 0 gets them, and 0 are left then.
    assert steps(first) == [(0, 3.0, 9.0, 3.0, "served"), (1, 3.0, 6.0, 0.0, "without memory")]
    waits = first.steps[1]
    assert not isinstance(waits, Asked)
    assert (waits.pool, waits.missing, waits.free) == (0, 2.0, 0.0)
    assert steps(second) == [(0, 1.0, 9.0, 1.0, "served"), (1, 3.0, 8.0, 0.0, "already growing")]


def test_who_is_preempted_after_being_served_is_told_so() -> None:
    text = """pool kv { cap 4; preempt lifo; }
    stage e : step { budget 9; cost 1; memory kv; serve by (-serial); }
    workload { arrive batch(2); }
    session { hold kv (1) { run e prefill (serial ? 1 : 4) growing kv; } end; }"""
    first = selections_of(text)[0]
    # Session 1 comes first and fits; session 0 needs 3 more of 2 and preempts session 1.
    assert steps(first) == [(1, 1.0, 9.0, 1.0, "preempted"), (0, 4.0, 8.0, 4.0, "served")]
    assert first.over == "after preemption"


def test_who_is_preempted_before_its_turn_is_told_so() -> None:
    text = """pool kv { cap 4; preempt lifo; }
    stage e : step { budget 9; cost 1; memory kv; }
    workload { arrive batch(2); }
    session { hold kv (1) { run e prefill (serial ? 1 : 4) growing kv; } end; }"""
    first = selections_of(text)[0]
    # Session 0 needs 3 more, and 2 are free: session 1, admitted last, is put out.
    assert steps(first) == [(0, 4.0, 9.0, 4.0, "served"), (1, 1.0, 5.0, 0.0, "preempted")]
