"""The figures of a run that are compared: those of its report, and a few more that are counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlang.engine import Observer, Report
from sqlang.engine.observer import Event, Iteration, PoolLevel
from sqlang.engine.report import Observation
from sqlang.views.comparison.schedule import Schedule
from sqlang.views.comparison.side import Side


class Figure(NamedTuple):
    """The name of a figure: of an `observe`, a stage, a pool or the run, and which."""

    kind: str
    subject: str
    name: str


Figures = Mapping[Figure, float | None]
"""The figures of one run in the order to show them; one that has no value is None."""


class Meter(Observer):
    """Watches a run for what its report does not say, and for its schedule."""

    def __init__(self, side: Side, schedule: Schedule | None = None) -> None:
        self._side = side
        self._schedule = schedule
        self._peaks = [0.0] * len(side.pools)
        self._prefilled = [0.0] * len(side.stages)
        self._decoded = [0.0] * len(side.stages)

    def event(self, event: Event) -> None:
        if isinstance(event, PoolLevel):
            self._peaks[event.pool] = max(self._peaks[event.pool], event.used)
        elif isinstance(event, Iteration):
            for member in event.members:
                counts = self._prefilled if member.prefill else self._decoded
                counts[event.stage] += member.tokens
        if self._schedule is not None:
            self._schedule.event(event)

    def figures(self, report: Report) -> dict[Figure, float | None]:
        """All figures of the run that has reported."""
        found: dict[Figure, float | None] = {}
        for figure, value in self._of(report):
            found[figure] = value if math.isfinite(value) else None
        return found

    def _of(self, report: Report) -> Iterator[tuple[Figure, float]]:
        for name, observation in report.observes.items():
            for word, value in _observed(observation):
                yield Figure("observe", name, word), value
        run = {
            "end": report.end,
            "arrived": report.arrivals,
            "ended": report.ended,
            "turns": report.turns,
            "mean live": report.mean_live,
        }
        for word, value in run.items():
            yield Figure("run", "", word), value
        yield from self._of_stages(report)
        yield from self._of_pools(report)

    def _of_stages(self, report: Report) -> Iterator[tuple[Figure, float]]:
        for index, stage in enumerate(report.stages):
            counts = {
                "utilization": stage.utilization,
                "mean number": stage.mean_number,
                "completed": stage.completed,
                "mean wait": stage.mean_wait,
                "mean service": stage.mean_service,
                "iterations": stage.iterations,
                "prefilled": self._prefilled[index],
                "decoded": self._decoded[index],
            }
            for word, value in counts.items():
                yield Figure("stage", self._side.stages[index], word), value

    def _of_pools(self, report: Report) -> Iterator[tuple[Figure, float]]:
        for index, pool in enumerate(report.pools):
            counts = {
                "peak used": self._peaks[index],
                "mean used": pool.mean_used,
                "mean cached": pool.mean_cached,
                "mean queue": pool.mean_queue,
                "mean wait": pool.mean_wait,
                "admissions": pool.admissions,
                "preemptions": pool.preemptions,
                "rejected": pool.rejected,
                "stuck": pool.stuck,
                "evicted units": pool.evicted_units,
                "spills": pool.spills,
            }
            for word, value in counts.items():
                yield Figure("pool", self._side.pools[index], word), value


def _observed(observation: Observation) -> Iterator[tuple[str, float]]:
    samples = observation.samples
    yield "count", observation.count
    yield "mean", observation.mean
    yield "p99", observation.p99
    yield "min", min(samples, default=math.nan)
    yield "max", max(samples, default=math.nan)
