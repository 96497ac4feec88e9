"""Bounds of a run and what is reported when one ends it."""

from __future__ import annotations

from sqlang.engine import Limits, Observer, Stopped, run
from tests.engine.programs import lowered, report_of

TICKS = """stage gate : delay; workload { arrive batch(1); }
session { loop { run gate (1); observe o = now; } } run { horizon 1000; }"""
ITERATIONS = """stage e : step { budget 1; cost 1; } workload { arrive batch(1); }
session { decode on e (1000); } run { horizon 1000; }"""


def test_events() -> None:
    report = report_of(TICKS, limits=Limits(events=5))
    assert report.stopped == Stopped("events", 5.0)
    assert (report.events, report.end, report.stages[0].throughput) == (5, 5.0, 1.0)
    assert len(report.observes["o"].samples) == 5


def test_a_bound_met_in_the_warm_up_leaves_nothing_measured() -> None:
    text = TICKS.replace("horizon 1000;", "horizon 1000; warmup 900;")
    report = report_of(text, limits=Limits(events=5))
    assert report.stopped == Stopped("events", 5.0)
    assert '"completed":0,"throughput":null,' in report.json()


def test_a_bound_that_is_not_met_says_nothing() -> None:
    report = report_of(TICKS, limits=Limits(events=1000, iterations=1, deadline=1e9))
    assert report.stopped is None
    assert report.end == 1000.0


def test_iterations_are_completed() -> None:
    report = report_of(ITERATIONS, limits=Limits(iterations=3))
    assert report.stopped == Stopped("iterations", 3.0)
    assert report.stages[0].iterations == 3


def test_the_deadline_is_looked_at_between_events_and_within_an_instant() -> None:
    assert report_of(TICKS, limits=Limits(deadline=0.0)).stopped == Stopped("deadline", 0.0)
    for text in (
        "workload { arrive batch(1); } session { loop { } }",
        "workload { arrive batch(1e9); } session { end; }",
        "workload { arrive batch(1); } session { set a = ~erlang(4e9, 1); }",
        "workload { arrive batch(1); } session { choose j in 4e9 by (1); }",
    ):
        report = report_of(text, limits=Limits(deadline=0.0))
        assert report.stopped is not None
        assert report.stopped.reason == "deadline"


def test_memory() -> None:
    stopped = report_of(TICKS, limits=Limits(memory=1)).stopped
    assert stopped == Stopped("memory", 0.0)
    assert report_of(TICKS, limits=Limits(memory=1_000_000)).stopped is None


def test_long_iterations_are_checked_more_often_than_events() -> None:
    """4096 jobs in an iteration are as much work as lies between two checks."""
    text = """stage e : step { budget 5000; cost 1; } workload { arrive batch(5000); }
    session { decode on e (1000); } run { horizon 50; }"""
    observer = Impatient(10)
    report = run(lowered(text), observer=observer)
    assert report.stopped is not None
    assert report.stages[0].iterations <= 10


class Impatient(Observer):
    """Cancels after being asked a few times."""

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.times: list[float] = []

    def cancelled(self) -> bool:
        self.patience -= 1
        return self.patience < 0

    def progress(self, time: float) -> None:
        self.times.append(time)


def test_an_observer_can_cancel_and_is_told_the_time() -> None:
    observer = Impatient(2)
    report = run(lowered(TICKS), observer=observer)
    assert report.stopped is not None
    assert report.stopped.reason == "cancelled"
    assert 0.0 < report.end < 1000.0
    assert len(observer.times) == 2
    assert observer.times == sorted(observer.times)


def test_many_sessions_at_one_instant_are_progress() -> None:
    text = """workload { arrive batch(50); }
    session { loop { set n = n + 1; branch (n == 100) { end; } } }"""
    assert report_of(text, limits=Limits(instant=10)).ended == 50
