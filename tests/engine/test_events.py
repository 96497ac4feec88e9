"""The calendar: the order of events, and which of them were due when their instant began."""

from __future__ import annotations

from sqlang.engine.event import Event
from sqlang.engine.events import Calendar
from sqlang.engine.numbers import INFINITY


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
    assert calendar.next_time() == INFINITY
