"""The formulas at arguments for which their values are known otherwise."""

from __future__ import annotations

import math

import pytest

from tests.closed_forms import formulas


def test_one_server_is_the_simplest_case_of_all() -> None:
    """M/M/1 with load 1/2: twice the service in the system, half of it waiting."""
    assert formulas.pollaczek_khinchine_wait(0.5, 1.0, 1.0) == 1.0
    assert formulas.pollaczek_khinchine_wait(0.5, 1.0, 0.0) == 0.5
    assert formulas.many_servers_wait(0.5, 1.0, 1) == pytest.approx(1.0)
    assert formulas.processor_sharing_response(0.5, 1.0) == 2.0
    assert formulas.priority_waits([0.5], 1.0) == [1.0]


def test_erlang_c() -> None:
    """By hand for two servers with load 1: 1/3."""
    assert formulas.erlang_c(2, 1.0) == pytest.approx(1.0 / 3.0)


def test_mean_value_analysis() -> None:
    """Two customers, think 1, demand 1, by hand: X(1) = 1/2, R(2) = 3/2, X(2) = 4/5."""
    throughput, responses = formulas.mean_value_analysis(2, 1.0, [1.0])
    assert throughput == pytest.approx(0.8)
    assert responses == pytest.approx([1.5])


def test_priorities_conserve_the_work_that_waits() -> None:
    """Kleinrock's conservation law: the waits weighted by load are those without priorities."""
    rates = (0.2, 0.3)
    waits = formulas.priority_waits(rates, 1.0)
    weighted = sum(rate * wait for rate, wait in zip(rates, waits, strict=True))
    assert weighted == pytest.approx(0.5 * formulas.pollaczek_khinchine_wait(0.5, 1.0, 1.0))


def test_the_root_of_deterministic_arrivals() -> None:
    wait = formulas.deterministic_arrivals_wait(2.0, 1.0)
    waiting = wait / (1.0 + wait)
    assert waiting == pytest.approx(math.exp(-2.0 * (1.0 - waiting)))
    assert 0.0 < waiting < 1.0
