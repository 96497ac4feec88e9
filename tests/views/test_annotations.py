"""Labels and tables of a run, from events made by hand."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.engine import RunError, run
from sqlang.engine.observer import (
    BranchTaken,
    Event,
    Iteration,
    Member,
    PoolLevel,
    Preemption,
    SampleTaken,
)
from sqlang.ir.program import Program
from sqlang.views.annotations import Annotation, Place, annotate
from sqlang.views.outcome import RUNNING, Failure, Outcome, Stop
from sqlang.views.recording import Recorder, Recording
from tests.engine.programs import lowered
from tests.views import separate_phases as phases


def record(program: Program, events: Iterable[Event], rows: int = 20) -> Recording:
    recorder = Recorder(program, rows)
    for event in events:
        recorder.event(event)
    return recorder.recording()


def annotations_of_example() -> list[Annotation]:
    program = phases.program()
    return annotate(program, record(program, phases.events()), phases.outcome())


def label_at(annotations: list[Annotation], place: Place) -> str:
    (label,) = [each.label for each in annotations if each.place == place]
    return label


def stage_label(members: Iterable[tuple[Member, ...]]) -> str:
    """The label of the engine after iterations with these batches."""
    program = phases.program()
    iterations = [
        Iteration(float(time), phases.ENGINE, batch, 0.0, 0.0, 1.0)
        for time, batch in enumerate(members)
    ]
    return label_at(annotate(program, record(program, iterations)), Place("stage", phases.ENGINE))


def prefill(tokens: float, serial: int = 0) -> Member:
    return Member(serial, 0.0, True, tokens, phases.PREFILL)


def decode(serial: int = 0, tokens: float = 1.0) -> Member:
    return Member(serial, 0.0, False, tokens, phases.DECODE)


def test_the_example_has_the_labels_of_the_design_in_a_fixed_order() -> None:
    assert [(each.place, each.label) for each in annotations_of_example()] == [
        (Place("run"), "ends 4 · 2 arrived · 2 ended"),
        (Place("pool", phases.REQS), "peak 2/2 · cached 0"),
        (Place("pool", phases.KV), "peak 7/20 · cached 0"),
        (Place("stage", phases.GATE), "1 job · mean 1"),
        (Place("stage", phases.ENGINE), "4 iterations · p2 │ p4 │ d1 │ d1"),
        (Place("statement", 0, 0), "2, 4"),
        (Place("statement", 2, 0), "1 job · mean 1"),
        (Place("statement", 2, 1), "0, 1"),
        (Place("statement", 2, 2), "admitted 2 · waited 0"),
        (Place("statement", 2, 3), "n 2 · mean 2.5 · p99 4"),
        (Place("statement", 3, 0), "0:p2 @0 · 1:p4 @1"),
        (Place("statement", 3, 1), "n 2 · mean 1 · p99 1"),
        (Place("statement", 3, 2), "then 1 · else 1"),
        (Place("statement", 4, 0), "0:d1 @2 · 0:d1 @3"),
    ]


def test_the_engine_has_its_iterations_in_units_in_the_tooltip() -> None:
    (table,) = [each.table for each in annotations_of_example() if each.place == Place("stage", 1)]
    assert table.text() == (
        "stage `engine`: 4 iterations\n"
        "time  batch   used  cached  cost\n"
        "   0  0:0:p2     2       0     1\n"
        "   1  1:0:p4     7       0     1\n"
        "   2  0:0:d1     3       0     1\n"
        "   3  0:0:d1     4       0     1"
    )


def test_a_hold_tells_of_each_session_in_the_tooltip() -> None:
    (table,) = [each.table for each in annotations_of_example() if each.kind == "hold"]
    assert table.header == ("session", "queued", "admitted", "waited", "reqs", "kv", "cached")
    assert table.rows == (("0", "0", "0", "0", "1", "2", "0"), ("1", "1", "1", "0", "1", "4", "0"))


def test_the_run_tells_its_seed_its_figures_and_how_to_repeat_it() -> None:
    program = phases.program()
    annotation = annotate(
        program, record(program, phases.events()), phases.outcome(), "sq run a.sq --iter"
    )[0]
    assert annotation.table.title == "run: horizon 20, warm-up 0, seed 1"
    assert annotation.table.rows == (("ttft", "2", "1", "1"), ("response", "2", "2.5", "4"))
    assert annotation.table.notes == (
        "5 events, 0 turns, 0.3 sessions live on average",
        "`sq run a.sq --iter`",
    )


def test_a_mixed_batch_groups_neighbors_with_equal_tokens() -> None:
    batches = [(decode(), prefill(3, 1)), tuple(decode(serial) for serial in range(5))]
    assert stage_label(batches) == "2 iterations · d1 p3 │ 5×d1"


def test_an_empty_batch_is_a_dash() -> None:
    assert stage_label([()]) == "1 iteration · -"


def test_three_equal_batches_are_told_once() -> None:
    assert stage_label([(prefill(2),), *[(decode(),)] * 120]) == "121 iterations · p2 │ (d1)×120"


def test_a_long_run_of_unequal_batches_is_cut() -> None:
    batches = [(prefill(float(tokens)),) for tokens in range(1, 10)]
    assert stage_label(batches) == "9 iterations · p1 │ p2 │ p3 │ p4 │ p5 │ p6 │ …"


def test_a_batch_of_many_groups_is_cut() -> None:
    batch = tuple(prefill(float(tokens), tokens) for tokens in range(1, 7))
    assert stage_label([batch]) == "1 iteration · p1 p2 p3 p4 …"


def test_tokens_of_many_iterations_are_counted_not_listed() -> None:
    program = phases.program()
    iterations = [
        Iteration(time / 8, phases.ENGINE, (decode(7),), 0.0, 0.0, 0.125) for time in range(40)
    ]
    annotations = annotate(program, record(program, iterations))
    assert label_at(annotations, Place("statement", 4, 0)) == (
        "7:d1 @0 · 7:d1 @0.125 · 7:d1 @0.25 · 7:d1 @0.375 · … 36 more"
    )


def test_families_are_told_member_by_member() -> None:
    program = phases.program(pools=2, stages=3)
    events: list[Event] = [
        Iteration(0.0, 1, (prefill(2),), 0.0, 0.0, 1.0),
        Iteration(0.0, 3, (prefill(4, 1),), 0.0, 0.0, 1.0),
        Iteration(1.0, 3, (decode(1),), 0.0, 0.0, 1.0),
        PoolLevel(0.0, 1, 7.0, 0.0, 0, 1),
        PoolLevel(0.0, 2, 3.0, 1.5, 0, 1),
    ]
    annotations = annotate(program, record(program, events))
    assert label_at(annotations, Place("stage", 1)) == "3 iterations · [0] 1 · [1] 0 · [2] 2"
    assert label_at(annotations, Place("pool", 1)) == "peak [0] 7/20 · [1] 3/20 · cached 1.5"
    (table,) = [each.table for each in annotations if each.place == Place("stage", 1)]
    assert [row[:3] for row in table.rows] == [
        ("0", "engine[0]", "0:0:p2"),
        ("0", "engine[2]", "1:0:p4"),
        ("1", "engine[2]", "1:0:d1"),
    ]


def test_samples_of_the_warm_up_do_not_count() -> None:
    program = phases.program()
    samples = [
        SampleTaken(1.0, 0, 0.0, phases.OBSERVE_TTFT, 0, 9.0, counted=False),
        SampleTaken(2.0, 1, 0.0, phases.OBSERVE_TTFT, 0, 3.0, counted=True),
    ]
    annotation = annotate(program, record(program, samples))[-1]
    assert annotation.label == "n 1 · mean 3 · p99 3"
    assert annotation.table.rows == (("0", "0", "1", "9", "yes"), ("1", "0", "2", "3", ""))


def test_the_p99_is_marked_when_not_all_values_were_kept() -> None:
    program = phases.program()
    samples = [
        SampleTaken(1.0, 0, 0.0, phases.OBSERVE_TTFT, 0, float(value), counted=True)
        for value in range(1, 10_001)
    ]
    label = annotate(program, record(program, samples))[-1].label
    assert label.startswith("n 10000 · mean 5000 · p99 ~")
    assert abs(float(label.rpartition("~")[2]) - 9900) <= 4


def test_a_preemption_is_told_at_the_hold_and_at_the_pool() -> None:
    program = phases.program()
    first = [event for event in phases.events() if event.time == 0.0]
    preempted = Preemption(0.5, 0, phases.KV, phases.HOLD, 2.0)
    annotations = annotate(program, record(program, [*first, preempted]))
    assert label_at(annotations, Place("pool", 1)) == "peak 2/20 · cached 0 · preempted 1"
    (hold,) = [each for each in annotations if each.kind == "hold"]
    assert hold.label == "admitted 1 · waited 0 · preempted 1"
    assert hold.table.rows[0][-1] == "0.5"


def test_a_run_that_goes_on_says_so_and_calls_nothing_unreached() -> None:
    program = phases.program()
    first = [event for event in phases.events() if event.time == 0.0]
    annotations = annotate(program, record(program, first), RUNNING)
    assert annotations[0].label == "running at 0 · 2 arrived · 0 ended · 2 live"
    assert not [each for each in annotations if each.kind == "unreached"]


def test_a_stopped_run_tells_how_much_of_its_horizon_was_run() -> None:
    program = phases.program()
    outcome = Outcome(phases.outcome().report, Stop("iterations", 3.0))
    annotation = annotate(program, record(program, phases.events()), outcome)[0]
    assert annotation.label == "stopped at 3 · 2 arrived · 2 ended"
    assert (
        "stopped by the bound on iterations: 15% of the horizon was run" in annotation.table.notes
    )


def test_a_failure_is_told_at_its_statement() -> None:
    program = phases.program()
    failure = Failure("SQ901", "the guard is 2", (3, 2), 1, 2.5, values=(("serial", 1.0),))
    annotations = annotate(program, record(program, []), Outcome(failure=failure))
    assert annotations[0].label == "failed at 2.5 · 0 arrived · 0 ended"
    assert annotations[-1].place == Place("statement", 3, 2)
    assert annotations[-1].label == "failed in session 1 @2.5"
    assert annotations[-1].table.title == "SQ901: the guard is 2"
    assert annotations[-1].table.notes == ("in session 1 at time 2.5, where serial = 1",)


def test_a_block_that_no_session_entered_is_unreached() -> None:
    program = phases.program()
    events: list[Event] = [
        BranchTaken(event.time, event.serial, event.statement, False)
        if isinstance(event, BranchTaken)
        else event
        for event in phases.events()
        if getattr(event, "statement", None) is not phases.DECODE
    ]
    annotations = annotate(program, record(program, events), phases.outcome())
    (unreached,) = [each for each in annotations if each.kind == "unreached"]
    assert unreached.place == Place("statement", 4, 0)
    assert unreached.label == "never reached"
    assert unreached.table.notes == ("the guard was never 1",)


def test_only_the_first_unreached_statement_has_a_label() -> None:
    program = phases.program()
    events = [
        event
        for event in phases.events()
        if event.time == 0.0 and type(event).__name__ in {"Arrival", "Assignment", "Queueing"}
    ]
    annotations = annotate(program, record(program, events), phases.outcome())
    unreached = [each for each in annotations if each.kind == "unreached"]
    assert [(each.place[1:], each.label) for each in unreached] == [
        ((2, 3), "never reached"),
        ((2, 4), ""),
        ((3, 0), "never reached"),
        ((3, 1), ""),
        ((3, 2), ""),
        ((4, 0), ""),
    ]
    assert {each.table.notes for each in unreached} == {("no session was admitted to the hold",)}


def labels_of(text: str) -> dict[Place, str]:
    """The labels of a program after a run, whether it succeeds or fails."""
    program = lowered(text)
    recorder = Recorder(program)
    try:
        outcome = Outcome.of_report(run(program, observer=recorder))
    except RunError as error:
        outcome = Outcome.of_error(error)
    annotations = annotate(program, recorder.recording(), outcome)
    return {each.place: each.label for each in annotations}


def test_arrivals_from_outside_are_counted_where_they_are_asked_for() -> None:
    text = "workload {{ arrive {}; }} session {{ end; }} run {{ horizon 10; {} }}"
    assert (
        labels_of(text.format("renewal(2.5)", ""))[Place("arrival")] == "4 arrived · mean gap 2.5"
    )
    limited = labels_of(text.format("renewal(2.5)", "arrivals 3;"))
    assert limited[Place("arrival")] == "3 of 3 arrived · mean gap 2.5"
    assert labels_of(text.format("renewal(11)", ""))[Place("arrival")] == "0 arrived"
    assert Place("arrival") not in labels_of(text.format("batch(2)", ""))


def test_a_failure_of_a_part_is_shown_there() -> None:
    text = "workload {{ arrive {}; {} }} session {{ end; }} run {{ horizon 10; {} }}"
    gap = labels_of(text.format("renewal(0 - 1)", "", ""))
    assert gap[Place("arrival")] == "failed @0"
    few = labels_of(text.format("renewal(4)", "", "arrivals 3;"))
    assert few[Place("arrivals")] == "failed @10"
    missing = labels_of(text.format("batch(1)", 'trace "/nowhere/t.csv";', ""))
    assert missing[Place("trace")] == "failed @0"


def test_tables_have_no_noise_of_binary_fractions() -> None:
    """0.1 + 0.2 is 0.30000000000000004 as a double."""
    text = """pool kv { cap 9; }
stage cpu : fifo;
workload { arrive batch(1); }
session { set a = 0.1 + 0.2; hold kv (a) { run cpu (a); } cache (a); observe o = a; }
run { horizon 20; }
"""
    program = lowered(text)
    recorder = Recorder(program)
    run(program, observer=recorder)
    tables = [each.table for each in annotate(program, recorder.recording())]
    shown = " ".join(cell for table in tables for row in table.rows for cell in row)
    assert "0.3" in shown
    assert "0.30000000000000004" not in shown
