"""What the runs of a point say together: means over its seeds, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlang.sweeps.measures import figure_at
from sqlang.sweeps.plan import Plan, Point, Run
from sqlang.sweeps.task import Outcome
from sqlang.views.comparison.intervals import DEFAULT_LEVEL, paired_half_width

ONE_RUN: Final = "a single run"
MISSING: Final = "no value in some runs"
TOO_LARGE: Final = "too large to be added up"


class Estimate(NamedTuple):
    """A measure at a point: the mean of the `runs` that have a value, and its interval.

    `half_width` is that of the interval, None if there is none, which `reason` then explains.
    """

    runs: int
    mean: float | None
    half_width: float | None
    least: float | None
    greatest: float | None
    reason: str = ""

    @property
    def low(self) -> float | None:
        """Where the interval begins."""
        return self._bound(-1.0)

    @property
    def high(self) -> float | None:
        """Where the interval ends."""
        return self._bound(1.0)

    def _bound(self, side: float) -> float | None:
        if self.mean is None or self.half_width is None:
            return None
        return self.mean + side * self.half_width


class Failure(NamedTuple):
    """A run that has no figures, with the code and the message of why."""

    seed: int
    code: str
    message: str


class PointResult(NamedTuple):
    """A point with the estimates of the measures, in their order, and the runs that failed.

    A point whose program is refused has a failure for each seed.
    """

    point: Point
    estimates: tuple[Estimate, ...]
    failures: tuple[Failure, ...]


class Results(NamedTuple):
    """All that has come of a sweep; `outcomes` has one for each of its runs.

    `measures` are paths into reports, `level` is the confidence of the intervals.
    """

    plan: Plan
    measures: tuple[str, ...]
    level: float
    outcomes: Mapping[Run, Outcome]
    points: tuple[PointResult, ...]

    @property
    def failed(self) -> int:
        """How many runs have no figures."""
        return sum(len(each.failures) for each in self.points)

    def outcome(self, point: Point, seed: int) -> Outcome:
        """How the run of a point came out; of one whose program is refused, that."""
        if point.refusal is None:
            return self.outcomes[Run(point.digest, seed)]
        return Outcome({}, point.refusal.code, point.refusal.message)


def summed_up(
    plan: Plan,
    measures: Sequence[str],
    outcomes: Mapping[Run, Outcome],
    level: float = DEFAULT_LEVEL,
) -> Results:
    """The results of a plan all of whose runs are among `outcomes`."""
    results = Results(plan, tuple(measures), level, outcomes, ())
    points = tuple(_point_results(results))
    return results._replace(points=points)


def _point_results(results: Results) -> Iterator[PointResult]:
    seeds = results.plan.seeds
    for point in results.plan.points:
        outcomes = [results.outcome(point, seed) for seed in seeds]
        estimates = tuple(
            estimated([figure_at(each.figures, path) for each in outcomes], results.level)
            for path in results.measures
        )
        failures = tuple(
            Failure(seed, each.code, each.message)
            for seed, each in zip(seeds, outcomes, strict=True)
            if not each.is_whole
        )
        yield PointResult(point, estimates, failures)


def estimated(values: Sequence[float | None], level: float) -> Estimate:
    """The mean of independent values and its interval by Student's t.

    There is no interval of a single value, nor where a run has no value: what it would have been is
    hardly independent of why there is none.
    """
    known = [float(value) for value in values if value is not None]
    if not known:
        return Estimate(0, None, None, None, None, MISSING)
    extremes = min(known), max(known)
    try:
        mean = math.fsum(known) / len(known)
        if len(known) < len(values):
            return Estimate(len(known), mean, None, *extremes, MISSING)
        if len(known) == 1:
            return Estimate(1, mean, None, *extremes, ONE_RUN)
        return Estimate(len(known), mean, paired_half_width(known, level), *extremes)
    except OverflowError:
        return Estimate(len(known), None, None, *extremes, TOO_LARGE)
