"""Stretches of iterations come out as the same iterations one by one, to the last bit."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sqlang.engine import Limits, RunError, run
from sqlang.engine.construction import build
from sqlang.engine.main_loop import handle_events, start
from sqlang.engine.observer import Event, Eviction, Iteration, Observer, PoolLevel, Statement
from sqlang.engine.paused_run import PausedRun
from sqlang.engine.simulation import Simulation
from sqlang.engine.trace_lines import eviction_line, iteration_line
from sqlang.ir.program import Program
from tests.conformance import vectors
from tests.engine.programs import NO_LIMITS, lowered

CHAT = """
pool kv {{ cap {cap}; block {block}; {evict} {preempt} }}
pool seats {{ cap {seats}; admit via engine; {queue} }}
stage engine : step {{ budget {budget}; {chunk} cost {cost}; memory kv; {serve} }}
stage away : delay;
workload {{ arrive {arrive}; init {{ set prompt = {prompt}; set answer = {answer}; }} }}
session {{
  set turns = 0;
  loop {{
    set turns = turns + 1;
    hold seats (1), kv ({units}) {{
      prefill prompt growing kv;
      decode answer growing kv;
    }} {cache} {lease}
    observe done = now;
    branch (turns == 2) {{ end; }}
    run away ({think});
  }}
}}
run {{ horizon {horizon}; warmup {warmup}; seed 3; }}
"""

ORDINARY = {
    "cap": "400",
    "block": "4",
    "evict": "",
    "preempt": "",
    "seats": "3",
    "queue": "",
    "budget": "64",
    "chunk": "",
    "cost": "0.1 + 0.001 * tokens",
    "serve": "",
    "arrive": "poisson(0.2)",
    "prompt": "7",
    "answer": "40",
    "units": "prompt",
    "cache": "",
    "lease": "",
    "think": "3",
    "horizon": "97.3",
    "warmup": "11",
}
"""A program with long stretches; the cases below say what is otherwise in them."""

CASES: dict[str, dict[str, str]] = {
    "as it is": {},
    "without blocks": {"block": "1"},
    "in blocks of a fraction": {"block": "2.5", "answer": "~uniform(20, 60)"},
    "in fractions of a token": {"prompt": "6.3", "answer": "30.7", "units": "0.2"},
    "with little budget": {"budget": "2"},
    "with a fraction of budget": {"budget": "2.5"},
    "with little memory": {"cap": "60", "preempt": "preempt lifo;"},
    "waiting for memory": {"cap": "120", "seats": "9"},
    "with a full cache": {"cap": "120", "cache": "cache (prompt + answer)"},
    "with a full cache by keys": {
        "cap": "120",
        "cache": "cache (prompt + answer)",
        "evict": "evict by (-size, age);",
    },
    "with keys that draw": {
        "cap": "120",
        "cache": "cache (prompt + answer)",
        "evict": "evict by (~exp(1));",
        "block": "40",
        "preempt": "preempt lifo;",
    },
    "with a cache that is asked for": {
        "cap": "120",
        "cache": "cache (prompt + answer)",
        "units": "prompt + cachedin(kv) / 4",
        "preempt": "preempt lifo;",
        "arrive": "closed(6)",
    },
    "with a budget that is asked for": {
        "units": "min(prompt, budget_left(engine))",
        "arrive": "closed(6)",
        "budget": "5",
    },
    "with a queue by keys": {"queue": "queue by (-serial);", "arrive": "closed(6)"},
    "with a queue by the clock": {"queue": "queue by (now * serial);", "arrive": "closed(6)"},
    "with headers that draw": {"units": "~uniform(1, 9)", "arrive": "closed(6)"},
    "with leases": {"lease": "lease kv (1.7)", "cap": "150", "arrive": "closed(6)"},
    "in chunks": {"chunk": "chunk 3;", "budget": "5"},
    "decodes first": {"serve": "serve decode first;", "budget": "3"},
    "prefills alone": {"serve": "serve exclusive prefill;"},
    "by what remains": {"serve": "serve by (remaining);", "budget": "2"},
    "by keys that stay": {"serve": "serve by (0 - serial);", "budget": "2"},
    "by memory held": {"serve": "serve by (kv_decode * serial);", "budget": "2"},
    "at a cost of memory": {"cost": "0.1 + 0.0007 * kv_decode + 0.0001 * kv_prefill"},
    "at a cost that draws": {"cost": "~exp(0.1)"},
    "at a cost of the clock": {"cost": "0.1 + 0.001 * now"},
    "at a cost of what is used": {"cost": "0.1 + 0.001 * used(kv)"},
    "at a cost of what is busy": {"cost": "0.1 + 0.001 * (queue(engine) + queue(away))"},
    "at no cost at times": {"cost": "max(0, now - 20) < 9 ? 0.1 : 0", "horizon": "31"},
    "at a budget of memory": {"budget": "1 + floor(kv_decode / 20)"},
    "in a batch": {"arrive": "batch(5)", "warmup": "0"},
    "up to a number": {"arrive": "poisson(0.2)", "horizon": "1000; arrivals 7"},
    "all the time": {"arrive": "closed(3)", "answer": "1 + floor(~exp(60))", "horizon": "400"},
    "at equal times": {"cost": "0.5", "think": "5", "arrive": "closed(4)", "warmup": "10"},
}


def of_case(name: str) -> Program:
    return lowered(CHAT.format_map({**ORDINARY, **CASES[name]}))


class Keeper(Observer):
    """Keeps lines and levels, and asks to be told of some selections."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.told: list[str] = []
        self.asked: list[float] = []

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.told.append(f"{iteration_line(event, self.program)} for {event.cost}")
        elif isinstance(event, Eviction):
            self.told.append(eviction_line(event))
        elif isinstance(event, PoolLevel):
            level = (event.time, event.pool, event.used, event.cached, event.queued, event.holders)
            self.told.append(f"level {level}")
        else:
            self.told.append(f"{type(event).__name__} {event.time}")

    def follows(self, time: float, stage: int) -> bool:  # noqa: ARG002
        return int(time) % 7 == 0


def outcome(program: Program, *, stretches: bool, watched: bool = False) -> list[str]:
    """What there is to be seen of a run."""
    keeper = Keeper(program)
    try:
        report = run(
            program,
            observer=keeper if watched else None,
            limits=Limits(events=20_000, instant=20_000),
            stretches=stretches,
            check_invariants=watched,
        )
    except RunError as error:
        return [*keeper.told, error.message, str(error.time)]
    samples = [repr((each.samples, each.times)) for each in report.observes.values()]
    return [*keeper.told, report.json(), *samples, repr(report.stopped)]


def simulated(program: Program, *, stretches: bool) -> Simulation:
    """A run handled up to its horizon."""
    simulation = build(program, None, NO_LIMITS)
    simulation.has_stretches = stretches
    start(simulation)
    handle_events(simulation, program.horizon)
    return simulation


@pytest.mark.parametrize("name", CASES)
def test_a_run_comes_out_the_same(name: str) -> None:
    program = of_case(name)
    plain = outcome(program, stretches=False)
    assert outcome(program, stretches=True) == plain
    assert outcome(program, stretches=True, watched=True)[-len(plain) :] == plain


@pytest.mark.parametrize("name", CASES)
def test_who_watches_is_told_the_same(name: str) -> None:
    program = of_case(name)
    told = outcome(program, stretches=True, watched=True)
    assert told == outcome(program, stretches=False, watched=True)


@pytest.mark.parametrize("name", vectors.names("run"))
def test_a_recorded_program_comes_out_the_same(name: str) -> None:
    program = vectors.analyzed("run", name).program
    assert program is not None
    if program.trace is None:
        assert outcome(program, stretches=True) == outcome(program, stretches=False)


IRREGULAR = {
    "with a fraction of budget",
    "by what remains",
    "by memory held",
    "at a cost of what is used",
    "at a cost of what is busy",
    "at a budget of memory",
}
"""Cases of which not one iteration is sure to repeat itself, or few are."""


@pytest.mark.parametrize("name", sorted(set(CASES) - IRREGULAR))
def test_most_iterations_are_done_in_stretches(name: str) -> None:
    watch = simulated(of_case(name), stretches=True).watch
    assert watch.iterations > 90
    assert int(watch.iterations_repeated) > 0.3 * int(watch.iterations)


def test_without_stretches_there_are_none() -> None:
    assert simulated(of_case("as it is"), stretches=False).watch.iterations_repeated == 0


@pytest.mark.parametrize("bound", [1, 10, 77, 150])
@pytest.mark.parametrize("name", ["as it is", "with a full cache", "at equal times"])
def test_bounds_are_met_at_the_same_place(name: str, bound: int) -> None:
    program = of_case(name)
    for limits in (Limits(events=bound), Limits(iterations=bound)):
        repeated = run(program, limits=limits)
        ordinary = run(program, limits=limits, stretches=False)
        assert repeated.json() == ordinary.json()
        assert repeated.stopped is not None
        assert ordinary.stopped is not None
        assert repeated.stopped.time == ordinary.stopped.time


def plain(value: object) -> object:
    """Places as pairs, so that states of two runs compare."""
    if isinstance(value, Statement):
        return (value.block, value.position)
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if hasattr(value, "tokens"):
        return (value.serial, value.turn, value.tokens)  # type: ignore[attr-defined]
    return value


@pytest.mark.parametrize("name", ["as it is", "with a full cache", "all the time"])
def test_a_run_pauses_within_a_stretch(name: str) -> None:
    program = of_case(name)
    paused, ordinary = PausedRun(program), PausedRun(program, stretches=False)
    for tenth in range(0, 990, 13):
        paused.advance(tenth / 10)
        ordinary.advance(tenth / 10)
        assert plain(paused.state()) == plain(ordinary.state())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.fixed_dictionaries(
        {
            "cap": st.sampled_from(["60", "100", "150", "400"]),
            "block": st.sampled_from(["1", "2.5", "4", "16"]),
            "preempt": st.sampled_from(["", "preempt lifo;"]),
            "seats": st.sampled_from(["2", "4", "20"]),
            "budget": st.sampled_from(["1", "3", "64"]),
            "chunk": st.sampled_from(["", "chunk 3;"]),
            "cost": st.sampled_from(["0.1", "0.1 + 0.001 * kv_decode", "~exp(0.1)", "0.25"]),
            "serve": st.sampled_from(
                ["", "serve decode first;", "serve exclusive prefill;", "serve by (remaining);"]
            ),
            "arrive": st.sampled_from(["poisson(0.3)", "poisson(1)", "closed(5)", "batch(6)"]),
            "prompt": st.sampled_from(["3", "1 + floor(~exp(9))", "~uniform(1, 9)"]),
            "answer": st.sampled_from(["40", "1 + floor(~exp(50))", "~uniform(1, 90)"]),
            "units": st.sampled_from(["1", "prompt", "min(prompt, budget_left(engine))"]),
            "cache": st.sampled_from(["", "cache (prompt + answer)", "cache (9)"]),
            "lease": st.sampled_from(["", "lease kv (2)"]),
            "think": st.sampled_from(["0", "1", "~exp(4)"]),
            "warmup": st.sampled_from(["0", "9.5", "10"]),
        }
    )
)
def test_any_run_comes_out_the_same(changes: dict[str, str]) -> None:
    program = lowered(CHAT.format_map({**ORDINARY, **changes}))
    ordinary = outcome(program, stretches=False)
    assert outcome(program, stretches=True) == ordinary
    told = outcome(program, stretches=False, watched=True)
    assert outcome(program, stretches=True, watched=True) == told
    assert told[-len(ordinary) :] == ordinary
