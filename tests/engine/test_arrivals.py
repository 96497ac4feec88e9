"""When sessions arrive, and when a run of so many of them ends (part 4, sections 9 and 10)."""

from __future__ import annotations

import json
import math

import pytest

from sqlang.engine import Limits, RunError, run
from sqlang.engine.random_streams import new_stream
from sqlang.ir.program import Program
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import lowered, report_of, samples_of

ARRIVED = "session { observe o = now; end; }"


def error_of(text: str) -> RunError:
    with pytest.raises(RunError) as caught:
        run(lowered(text))
    return caught.value


def logarithms(seed: int, count: int) -> list[float]:
    """-ln(1 - U) of the first variates of the stream of arrivals."""
    stream = new_stream(seed)
    return [-math.log(1.0 - stream.uniform()) for _ in range(count)]


def test_the_first_session_of_a_renewal_comes_after_a_gap() -> None:
    text = f"workload {{ arrive renewal(2.5); }} {ARRIVED} run {{ horizon 10; }}"
    assert samples_of(text) == [2.5, 5.0, 7.5, 10.0]


def test_a_renewal_draws_from_the_stream_of_arrivals() -> None:
    window = "run { horizon 50; arrivals 3; seed 9; }"
    text = f"workload {{ arrive renewal(~exp(2)); }} {ARRIVED} {window}"
    now, times = 0.0, []
    for variate in logarithms(9, 3):
        now += 2.0 * variate
        times.append(now)
    assert samples_of(text) == times


def test_what_has_drawn_elsewhere_does_not_change_a_gap() -> None:
    plain = "workload { arrive renewal(~uniform(1, 3)); } session { observe o = now; end; }"
    drawing = plain.replace("observe", "set a = ~exp(1); observe")
    assert samples_of(drawing) == samples_of(plain)


@pytest.mark.parametrize(
    ("gap", "said"), [("0", "0"), ("-1", "-1"), ("0 / 0", "NaN"), ("1e308 * 10", "inf")]
)
def test_a_gap_must_be_above_zero_and_finite(gap: str, said: str) -> None:
    error = error_of(f"workload {{ arrive renewal({gap}); }} {ARRIVED}")
    assert (error.code, error.part, error.statement, error.time) == ("SQ910", "arrival", None, 0.0)
    assert error.message == f"renewal interarrival must be positive and finite, not {said}"


def test_a_gap_is_drawn_before_the_session_that_arrives_does_anything() -> None:
    """From seed 0 come 0.731…, 0.773… and 0.025… (part 5): the third gap is below 0."""
    text = """workload { arrive renewal(~uniform(0 - 1, 1)); }
    session { branch (serial == 1 ? 2 : 1) { } } run { horizon 9; seed 0; }"""
    error = error_of(text)
    gaps = [-1.0 + 2.0 * 0.7311134158637046, -1.0 + 2.0 * 0.7734601843532382]
    assert (error.code, error.time) == ("SQ910", gaps[0] + gaps[1])


@pytest.mark.parametrize(
    ("arrive", "times"),
    [("renewal(2)", [2.0, 4.0, 6.0]), ("poisson(1)", [0.0, 1.0, 2.0])],
)
def test_no_more_sessions_arrive_than_are_wanted(arrive: str, times: list[float]) -> None:
    text = f"workload {{ arrive {arrive}; }} {ARRIVED} run {{ horizon 999; arrivals 3; }}"
    report = report_of(text)
    observed = report.observes["o"].samples
    if arrive.startswith("poisson"):
        variates = logarithms(1, 2)
        times = [0.0, variates[0], variates[0] + variates[1]]
    assert observed == times
    assert (report.arrivals, report.ended, report.end) == (3, 3, times[-1])


def test_one_arrival_of_a_poisson_draws_nothing_and_leaves_no_interval() -> None:
    error = error_of(
        f"workload {{ arrive poisson(1); }} {ARRIVED} run {{ horizon 9; arrivals 1; }}"
    )
    assert error.code == "SQ909"
    assert error.message == (
        "run: arrivals drained at 0 before or at warmup 0; no measurement interval"
    )


def test_arrivals_without_time_between_them_are_told_at_the_arrivals() -> None:
    """With a rate below 0 the next session always comes before now; the reference never ends."""
    with pytest.raises(RunError) as caught:
        run(lowered(f"workload {{ arrive poisson(-1); }} {ARRIVED}"), limits=Limits(instant=1000))
    error = caught.value
    assert (error.code, error.part, error.statement) == ("SQ991", "arrival", None)


SLOW = "stage d : delay; workload { arrive renewal(2); } session { run d (5); end; }"


@pytest.mark.parametrize(
    ("window", "code", "message", "time"),
    [
        (
            "horizon 5; arrivals 3",
            "SQ907",
            "run: horizon 5 reached before requested arrivals: got 2, requested 3",
            5.0,
        ),
        (
            "horizon 10.5; arrivals 3",
            "SQ908",
            "run: failed to drain 1 active sessions within horizon 10.5",
            10.5,
        ),
        (
            "horizon 20; warmup 11; arrivals 3",
            "SQ909",
            "run: arrivals drained at 11 before or at warmup 11; no measurement interval",
            11.0,
        ),
    ],
)
def test_arrivals_that_do_not_fit_the_window(
    window: str, code: str, message: str, time: float
) -> None:
    """Sessions arrive at 2, 4, 6 and end at 7, 9, 11; few arrivals come before live sessions."""
    error = error_of(f"{SLOW} run {{ {window}; }}")
    assert (error.code, error.message, error.part) == (code, message, "arrivals")
    assert error.time == time


def test_draining_exactly_at_the_horizon_is_in_time() -> None:
    report = report_of(f"{SLOW} run {{ horizon 11; arrivals 3; }}")
    assert (report.end, report.ended, report.events) == (11.0, 3, 6)


def test_the_measured_span_ends_with_the_last_session() -> None:
    report = report_of(f"{SLOW} run {{ horizon 99; warmup 8; arrivals 3; }}")
    # Of 3 time units from 8 to 11, two sessions are live until 9 and one until 11: 4 of them.
    assert (report.end, report.ended, report.mean_live) == (11.0, 2, 4 / 3)
    assert report.stages[0].throughput == 2 / 3


def test_a_bound_ends_a_run_before_its_arrivals_are_counted() -> None:
    report = report_of(f"{SLOW} run {{ horizon 99; arrivals 3; }}", limits=Limits(events=1))
    assert report.stopped is not None
    assert (report.stopped.reason, report.end, report.arrivals) == ("events", 2.0, 1)


def with_sessions(text: str, sessions: list[object]) -> Program:
    """A program whose sessions are given one by one, which only JSON can say (WL-10)."""
    written = json.loads(to_json(lowered(text)))
    return from_json(json.dumps({**written, "arrival": {"Sessions": sessions}}))


GIVEN = """workload {
  arrive none; init { set a = serial + 10; set new = 3; } turn { set b = new; }
}
session { observe o = a; turn; observe o = b; observe m = more; turn; observe o = new;
observe m = more; end; } run { horizon 9; }"""


def test_given_sessions_take_their_values_after_init_and_turns_in_order() -> None:
    a, new, b = 9, 3, 10
    program = lowered(GIVEN)
    assert [program.attributes[slot] for slot in (a, new, b)] == ["a", "new", "b"]
    report = run(
        with_sessions(
            GIVEN,
            [
                {"attrs": [[a, 99.0], [new, -1.0], [a, 98.0]]},
                {"attrs": [], "turns": [[[new, 21.0]], [[new, 22.0], [b, 1.0]]]},
                {"attrs": [], "turns": [[]]},
            ],
        )
    )
    # Without turns of its own nothing is stored, not even `more`.
    assert report.observes["o"].samples == [98.0, -1.0, -1.0, 11.0, 21.0, 22.0, 12.0, 3.0, 3.0]
    assert report.observes["m"].samples == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    assert (report.arrivals, report.ended, report.turns) == (3, 3, 6)
