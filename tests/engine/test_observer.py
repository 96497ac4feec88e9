"""What an observer is told, in the order it happens."""

from __future__ import annotations

from sqlang.engine import run
from sqlang.engine.holding_events import LeaseEnd, LeaseStart, Load, Release
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Event,
    Iteration,
    JobEnd,
    JobStart,
    PoolLevel,
    Preemption,
    Queueing,
    SampleTaken,
)
from sqlang.records import fields_of
from tests.engine.programs import Watcher, events_of, lowered


def fields(event: Event) -> tuple[object, ...]:
    """The name of an event and its values, statements as (block, position)."""
    values = []
    for name in fields_of(type(event)):
        value = getattr(event, name)
        if name == "statement":
            value = (value.block, value.position)
        values.append(value)
    return (type(event).__name__, *values)


def test_a_session_from_arrival_to_end() -> None:
    text = """pool m { cap 4; } stage gate : delay;
    workload { arrive batch(1); init { set a = 3; } }
    session {
      hold m (a) { run gate (2); }
      branch (serial == 0) { observe o = now; }
    }
    run { horizon 9; warmup 2.5; }"""
    assert [fields(event) for event in events_of(text)] == [
        ("Arrival", 0.0, 0),
        ("Assignment", 0.0, 0, (0, 0), 9, 3.0),
        ("Queueing", 0.0, 0, 0, (2, 0)),
        ("Admission", 0.0, 0, (2, 0), 0.0, (0,), (3.0,), 0.0),
        ("JobStart", 0.0, 0, 0, (3, 0), 2.0, ()),
        ("PoolLevel", 0.0, 0, 3.0, 0.0, 0, 1),
        ("JobEnd", 2.0, 0, 0, (3, 0), 0.0, 0.0, ()),
        ("HoldEnd", 2.0, 0, (2, 0), (0,), (3.0,), (0.0,)),
        ("BranchTaken", 2.0, 0, (2, 1), True),
        ("SampleTaken", 2.0, 0, 0.0, (4, 0), 0, 2.0, False),
        ("Ending", 2.0, 0, False),
        ("PoolLevel", 2.0, 0, 0.0, 0.0, 0, 0),
    ]


def test_a_rejection_and_a_choice() -> None:
    text = """pool m { cap 1; } workload { arrive batch(1); }
    session { choose j in 3 by (-j); hold m (2) { } }"""
    assert [fields(event) for event in events_of(text)] == [
        ("Arrival", 0.0, 0),
        ("Assignment", 0.0, 0, (2, 0), 9, 2.0),
        ("Ending", 0.0, 0, True),
    ]


def test_a_preemption_and_the_way_back() -> None:
    text = """pool m { cap 3; preempt lifo; } stage gate : delay;
    workload { arrive batch(1); }
    session { hold m (2) { load m (1); run gate (1); grow m (2); } }
    run { horizon 1; }"""
    kinds = [Preemption, Queueing, Admission, JobStart]
    after = [event for event in events_of(text) if event.time == 1.0 and type(event) in kinds]
    assert [fields(event) for event in after] == [
        ("Preemption", 1.0, 0, 0, (2, 0), 1.0),
        ("Queueing", 1.0, 0, 0, (2, 0)),
        ("Admission", 1.0, 0, (2, 0), 1.0, (0,), (2.0,), 0.0),
        ("JobStart", 1.0, 0, 0, (3, 1), 1.0, ()),
    ]


def test_an_iteration_and_its_members() -> None:
    text = """pool kv { cap 9; } stage e : step { budget 4; cost 0.5; memory kv; }
    workload { arrive batch(2); }
    session { hold kv (1) { turn; prefill on e (3) growing kv; } } run { horizon 0.25; }"""
    (iteration,) = [event for event in events_of(text) if isinstance(event, Iteration)]
    assert (iteration.time, iteration.stage, iteration.used) == (0.0, 0, 4.0)
    assert (iteration.cached, iteration.cost) == (0.0, 0.5)
    assert [
        (member.serial, member.turn, member.prefill, member.tokens, member.statement.position)
        for member in iteration.members
    ] == [(0, 1.0, True, 3.0, 1), (1, 1.0, True, 1.0, 1)]


def test_every_kind_of_event_is_told() -> None:
    """Those above, of leases (`test_leases`), caches (`test_cache`, `test_spill`) and growth."""
    told = {
        Arrival, Ending, Queueing, Admission, Preemption, JobStart, JobEnd, Assignment,
        SampleTaken, BranchTaken, PoolLevel, Iteration, LeaseStart, LeaseEnd, Release, Load,
    }  # fmt: skip
    elsewhere = {"Eviction", "Spill", "HoldEnd", "GrowthWait", "Growth", "Drop", "TurnStart"}
    assert {kind.__name__ for kind in told} | elsewhere == {
        kind.__name__ for kind in Event.__args__
    }


def test_an_observer_changes_nothing() -> None:
    program = lowered(
        """pool kv { cap 9; preempt lifo; } stage e : step { budget 4; cost 0.5; memory kv; }
        workload { arrive poisson(0.5); init { set p = ceil(~exp(3)); } }
        session { hold kv (1) { prefill p growing kv; decode p growing kv; } cache (p) }"""
    )
    assert run(program).json() == run(program, observer=Watcher()).json()
