"""Distributions (part 5, section 2), computed by hand from the session stream's unit variates."""

from __future__ import annotations

import math

import pytest

from sqlang.engine.numbers import total_order
from sqlang.engine.random_streams import SESSION_SEED, new_stream
from tests.engine.programs import samples_of

SEED = 9


def drawn(expression: str) -> list[float]:
    """What a session draws with `expression`, and the unit variate after it."""
    text = f"""workload {{ arrive batch(1); }}
    session {{ observe o = {expression}; observe o = ~uniform(0, 1); end; }}
    run {{ horizon 1; seed {SEED}; }}"""
    return samples_of(text)


def variates(count: int) -> list[float]:
    """The first unit variates of the session stream."""
    stream = new_stream(SEED ^ SESSION_SEED)
    return [stream.uniform() for _ in range(count)]


def test_det_draws_nothing() -> None:
    assert drawn("~det(7)") == [7.0, variates(1)[0]]


def test_exp() -> None:
    u, after = variates(2)
    assert drawn("~exp(3)") == [-3.0 * math.log(1.0 - u), after]


def test_uniform_may_run_backwards() -> None:
    u, after = variates(2)
    assert drawn("~uniform(5, 2)") == [5.0 + (2.0 - 5.0) * u, after]


def test_erlang_adds_its_phases_in_order() -> None:
    *phases, after = variates(4)
    mean = 6.0 / 3.0
    total = 0.0
    for u in phases:
        total += -mean * math.log(1.0 - u)
    assert drawn("~erlang(3.9, 6)") == [total, after]


def test_erlang_of_an_invalid_mean_sorts_before_everything_as_in_the_reference() -> None:
    (drawn_value, _) = drawn("~erlang(2, now / now)")
    assert math.isnan(drawn_value)
    assert math.copysign(1.0, drawn_value) == -1.0


def test_erlang_has_at_least_one_phase() -> None:
    u, after = variates(2)
    assert drawn("~erlang(0, 6)") == [-6.0 * math.log(1.0 - u), after]
    assert drawn("~erlang(0 / now, 6)") == [-6.0 * math.log(1.0 - u), after]


def test_h2_chooses_and_then_draws() -> None:
    u, v, after = variates(3)
    likelihood = 0.5 * (1.0 + math.sqrt((4.0 - 1.0) / (4.0 + 1.0)))
    mean = 2.0 / (2.0 * (likelihood if u < likelihood else 1.0 - likelihood))
    assert drawn("~h2(2, 4)") == [-mean * math.log(1.0 - v), after]


def test_h2_below_one_is_exponential() -> None:
    _, v, after = variates(3)
    assert drawn("~h2(2, 0.5)") == [-2.0 * math.log(1.0 - v), after]


def test_bernoulli() -> None:
    u, after = variates(2)
    assert drawn(f"~bernoulli({u})") == [0.0, after]
    assert drawn(f"~bernoulli({math.nextafter(u, 1.0)})") == [1.0, after]


@pytest.mark.parametrize(
    ("distribution", "arguments"),
    [
        ("exp", ["0.3"]),
        ("exp", ["-0.3"]),
        ("exp", ["0"]),
        ("exp", ["0/0"]),
        ("uniform", ["0.1", "0.7"]),
        ("uniform", ["7", "-0.1"]),
        ("uniform", ["1/0", "1/0"]),
        ("erlang", ["3.7", "0.9"]),
        ("erlang", ["0", "0.9"]),
        ("erlang", ["100", "-0.9"]),
        ("erlang", ["0/0", "0/0"]),
        ("h2", ["0.3", "7"]),
        ("h2", ["-0.3", "1"]),
        ("h2", ["0.3", "0.2"]),
        ("h2", ["0.3", "1/0"]),
        ("h2", ["0.3", "0/0"]),
        ("bernoulli", ["0.5"]),
        ("bernoulli", ["0/0"]),
        ("det", ["0.3"]),
    ],
)
def test_numbers_draw_what_values_that_come_later_do(
    distribution: str, arguments: list[str]
) -> None:
    numbers = f"~{distribution}({', '.join(arguments)})"
    values = f"~{distribution}({', '.join(f'{each} + now' for each in arguments)})"
    known, after = drawn(numbers)
    computed, after_that = drawn(values)
    assert after == after_that
    assert total_order(known) == total_order(computed)


def test_arguments_are_evaluated_before_the_variate() -> None:
    u, v, after = variates(3)
    assert drawn("~exp(~uniform(0, 1))") == [-u * math.log(1.0 - v), after]


def test_a_budget_draws_from_the_session_stream_whoever_asks() -> None:
    text = f"""stage e : step {{ budget ~uniform(1, 6); cost 1; chunk 0 * ~uniform(0, 1); }}
    workload {{ arrive batch(1); init {{ observe o = budget_left(e); }} }}
    session {{ observe o = ~uniform(0, 1); end; }}
    run {{ horizon 1; seed {SEED}; }}"""
    budget, _, after = variates(3)
    assert samples_of(text) == [1.0 + 5.0 * budget, after]
