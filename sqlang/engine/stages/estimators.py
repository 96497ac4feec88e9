"""What a stage knows of its traffic, and the price it puts on a job (part 5, section 5)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.numbers import minimum

_WEIGHT: Final = 0.01
"""How much of a smoothed value the newest one makes up."""

_LARGEST_UTILIZATION: Final = 0.99


class Estimators:
    """Smoothed gaps between starts, waits and services of the jobs that are done (EST-1).

    They know all jobs from time 0 on, in the order in which they finish; times are of the clock.
    """

    __slots__ = ("_jobs", "_started", "_gap", "_wait", "_service")

    def __init__(self) -> None:
        self._jobs = 0
        self._started = 0.0
        self._gap = 0.0
        self._wait = 0.0
        self._service = 0.0

    def observe(self, started: float, wait: float, service: float) -> None:
        """A job is done that was started then, after it had waited, and has been served."""
        if self._jobs == 0:
            self._wait = wait
            self._service = service
        else:
            gap = started - self._started
            self._gap = gap if self._jobs == 1 else _smoothed(self._gap, gap)
            self._wait = _smoothed(self._wait, wait)
            self._service = _smoothed(self._service, service)
        self._started = started
        self._jobs += 1

    def rate(self) -> float:
        """`est_lambda`: starts per unit of time, 0 while unknown (EST-2)."""
        return 1.0 / self._gap if self._gap > 0.0 else 0.0

    def utilization(self) -> float:
        """`est_rho`: the share of a server that is in use, at most 0.99 (EST-2)."""
        if not self._gap > 0.0:
            return 0.0
        return minimum(self.rate() * self._service, _LARGEST_UTILIZATION)

    def wait(self) -> float:
        """`est_wait`: how long jobs wait before they are started (EST-2)."""
        return self._wait

    def price(self, known: float, added: float) -> float:
        """`price`: what `added` more service delays, in time, beside `known` service (EST-3)."""
        rate = self.rate()
        free = 1.0 - self.utilization()
        longer = known + added
        residual = rate * (longer * longer - known * known) / (2.0 * free)
        return added + residual + rate * self._wait * added / free


def _smoothed(old: float, new: float) -> float:
    return (1.0 - _WEIGHT) * old + _WEIGHT * new
