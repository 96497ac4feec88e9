"""What is told of the ends of holds, of growth, `drop` and `turn`: derived by hand from part 4."""

from __future__ import annotations

from sqlang.engine.holding_events import Drop, Growth, GrowthWait, HoldEnd
from sqlang.engine.observer import TurnStart
from tests.engine.programs import events_of


def told(text: str) -> list[tuple[object, ...]]:
    """The ends of holds, what grows and waits, drops and turns, in order."""
    found: list[tuple[object, ...]] = []
    for event in events_of(text):
        match event:
            case HoldEnd():
                found.append(("end", event.time, event.serial, event.units, event.cached))
            case GrowthWait():
                found.append(("wait", event.time, event.serial, event.units))
            case Growth():
                found.append(("grow", event.time, event.serial, event.units, event.waited))
            case Drop():
                found.append(("drop", event.time, event.serial, event.units))
            case TurnStart():
                found.append(("turn", event.time, event.serial, event.turn))
    return found


def test_a_growth_that_waits_is_told_at_both_ends() -> None:
    """Session 1 has 2 of 4 units beside the 2 of session 0, and grows when those are back, at 3."""
    text = """pool m { cap 4; } stage d : delay; workload { arrive batch(2); }
    session { hold m (2) { run d (serial == 0 ? 3 : 1); branch (serial == 1) { grow m (1); } } }"""
    assert told(text) == [
        ("wait", 1.0, 1, 1.0),
        ("end", 3.0, 0, (2.0,), (0.0,)),
        ("grow", 3.0, 1, 1.0, True),
        ("end", 3.0, 1, (3.0,), (0.0,)),
    ]


def test_a_growth_at_once_is_told_for_a_statement_alone() -> None:
    """`growing` adds a unit in each of three iterations, of which nothing is told."""
    text = """pool m { cap 9; } stage e : step { budget 1; cost 1; memory m; }
    workload { arrive batch(1); }
    session { hold m (1) { grow m (2); prefill on e (6) growing m; } cache (2) }"""
    assert told(text) == [("grow", 0.0, 0, 2.0, False), ("end", 6.0, 0, (6.0,), (2.0,))]


def test_a_preempted_hold_ends_before_it_is_asked_for_again() -> None:
    """Growing by 2 beside the 2 it has does not fit into 3: it puts itself out (POOL-16)."""
    text = """pool m { cap 3; preempt lifo; } stage gate : delay; workload { arrive batch(1); }
    session { hold m (2) { run gate (1); branch (computed == 0 && now < 2) { grow m (2); } }
    cache (1) }"""
    # Nothing was computed when it was put out, so all 2 allocated units count (POOL-15), of which
    # the clause keeps 1; at 2 the branch is not taken.
    assert told(text) == [("end", 1.0, 0, (2.0,), (1.0,)), ("end", 2.0, 0, (2.0,), (1.0,))]


def test_a_drop_tells_what_it_removes() -> None:
    text = """pool m { cap 3; } workload { arrive batch(1); }
    session { turn; drop m; hold m (2) { } cache (1) turn; drop m; }"""
    assert told(text) == [
        ("turn", 0.0, 0, 1.0),
        ("drop", 0.0, 0, 0.0),
        ("end", 0.0, 0, (2.0,), (1.0,)),
        ("turn", 0.0, 0, 2.0),
        ("drop", 0.0, 0, 1.0),
    ]
