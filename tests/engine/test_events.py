"""The calendar: the order of events, and which of them were due when their instant began."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from sqlang.engine.event import Event
from sqlang.engine.events import Calendar, RecurringEvent
from sqlang.engine.numbers import INFINITY


class Planned(NamedTuple):
    """An event as it is planned in a list that is sorted anew each time."""

    time: float
    order: int
    event: Event


def test_events_of_one_time_come_in_the_order_of_scheduling() -> None:
    calendar = Calendar(10.0)
    events = [Event() for _ in range(3)]
    for time, event in zip((2.0, 1.0, 1.0), events, strict=True):
        calendar.schedule(time, event)
    taken = [calendar.take() for _ in events]
    assert taken == [events[1], events[2], events[0]]


def test_events_scheduled_within_an_instant_were_not_due() -> None:
    calendar = Calendar(10.0)
    for _ in range(2):
        calendar.schedule(1.0, Event())
    calendar.take()
    calendar.schedule(1.0, Event())
    calendar.schedule(2.0, Event())
    calendar.take()
    calendar.take()
    assert calendar.due == 2
    calendar.take()
    assert calendar.due == 1


def test_what_is_after_the_horizon_is_not_kept() -> None:
    calendar = Calendar(10.0)
    for time in (10.0, 10.5, INFINITY):
        calendar.schedule(time, Event())
    calendar.take()
    assert calendar.next_time == INFINITY


@given(steps=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=120))
def test_events_come_like_those_of_a_sorted_list(steps: list[tuple[int, int]]) -> None:
    """Few times, so that many are equal; some events recur, and are planned anew meanwhile."""
    calendar = Calendar(100.0)
    recurring = [RecurringEvent(), RecurringEvent()]
    expected: list[Planned] = []
    now = 0.0
    for order, (action, delay) in enumerate(steps):
        time = now + delay
        if action < len(recurring):
            event = recurring[action]
            expected = [each for each in expected if each.event is not event]
            calendar.schedule_recurring(time, event)
            expected.append(Planned(time, order, event))
        else:
            expected.append(Planned(time, order, Event()))
            calendar.schedule(time, expected[-1].event)
        expected.sort(key=lambda each: (each.time, each.order))
        assert calendar.next_time == expected[0].time
        if action == 5:
            now = expected[0].time
            assert calendar.take() is expected.pop(0).event
            assert calendar.next_time == (expected[0].time if expected else INFINITY)
        others = [each.time for each in expected if each.event not in recurring]
        assert calendar.next_other_time == min(others, default=INFINITY)
    assert [calendar.take() for _ in list(expected)] == [each.event for each in expected]
    assert calendar.next_time == INFINITY


@given(delays=st.lists(st.integers(0, 2), min_size=1, max_size=60))
def test_due_are_those_scheduled_before_the_instant(delays: list[int]) -> None:
    """Each event that is taken schedules another one, in this instant or later."""
    calendar = Calendar(1000.0)
    scheduled: dict[Event, tuple[float, float]] = {}
    for time in (0.0, 0.0, 1.0):
        event = Event()
        scheduled[event] = (time, -1.0)
        calendar.schedule(time, event)
    now, due = -1.0, 0
    for delay in delays:
        event = calendar.take()
        time, since = scheduled[event]
        if time > now:
            now, due = time, 0
        due += since < now
        assert calendar.due == due
        following = Event()
        scheduled[following] = (now + delay, now)
        calendar.schedule(now + delay, following)
