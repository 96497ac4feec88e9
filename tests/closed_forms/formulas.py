"""What theory says of queueing systems; rates and times in the program's unit of time."""

from __future__ import annotations

import math
from collections.abc import Sequence


def pollaczek_khinchine_wait(rate: float, mean: float, squared_variation: float) -> float:
    """The mean wait in M/G/1 with first come, first served."""
    second_moment = mean * mean * (1.0 + squared_variation)
    return rate * second_moment / (2.0 * (1.0 - rate * mean))


def processor_sharing_response(rate: float, mean: float) -> float:
    """The mean time in M/G/1 with processor sharing: the same for all distributions of a mean."""
    return mean / (1.0 - rate * mean)


def erlang_c(servers: int, load: float) -> float:
    """The probability that an arrival at M/M/c waits; `load` is in servers."""
    blocking = 1.0  # Erlang's loss formula, from no server on
    for server in range(1, servers + 1):
        blocking = load * blocking / (server + load * blocking)
    utilization = load / servers
    return blocking / (1.0 - utilization * (1.0 - blocking))


def many_servers_wait(rate: float, mean: float, servers: int) -> float:
    """The mean wait in M/M/c."""
    load = rate * mean
    return erlang_c(servers, load) * mean / (servers - load)


def mean_value_analysis(
    population: int, think: float, demands: Sequence[float]
) -> tuple[float, list[float]]:
    """Throughput and mean responses of a closed network of a delay and single exponential servers.

    Mean value analysis: an arrival sees the network as it is in the mean with one customer less.
    """
    throughput = 0.0
    responses = list(demands)
    for customers in range(1, population + 1):
        responses = [
            demand * (1.0 + throughput * response)
            for demand, response in zip(demands, responses, strict=True)
        ]
        throughput = customers / (think + sum(responses))
    return throughput, responses


def priority_waits(rates: Sequence[float], mean: float) -> list[float]:
    """Cobham's mean waits by class, the most urgent first; exponential service, not preempted."""
    residual = sum(rates) * mean * mean
    waits = []
    load = 0.0
    for rate in rates:
        before, load = load, load + rate * mean
        waits.append(residual / ((1.0 - before) * (1.0 - load)))
    return waits


def deterministic_arrivals_wait(gap: float, mean: float) -> float:
    """The mean wait in D/M/1: the root of s = exp(-(1 - s) gap / mean) tells who waits."""
    waiting = 0.5
    for _ in range(200):
        waiting = math.exp(-(1.0 - waiting) * gap / mean)
    return mean * waiting / (1.0 - waiting)
