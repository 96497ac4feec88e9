"""Independent replications of a system, and the intervals that they give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import sqlang
from tests.closed_forms.systems import System

REPLICATIONS = 20
STUDENT_QUANTILE = 3.8834
"""The two-sided 99.9 % point of Student's distribution with 19 degrees of freedom."""


class Measurement(NamedTuple):
    """A figure as it should be and as it was: mean and half-width of the 99.9 % interval."""

    name: str
    exact: float
    measured: float
    half_width: float


Replication = dict[str, float]
"""The figures of one run by name, and under `LITTLE` the relative error of Little's law in it."""

LITTLE = "Little's law"


def replication(system: System, seed: int) -> Replication:
    """One run."""
    report = sqlang.run(sqlang.compile(source=system.program).with_settings(seed=seed))
    number, rate_times_time = system.little(report)
    figures = {figure.name: figure.of(report) for figure in system.figures}
    return {**figures, LITTLE: abs(number - rate_times_time) / number}


def measurements(system: System, replications: Sequence[Replication]) -> list[Measurement]:
    """What the runs say of each figure."""
    return [
        Measurement(
            figure.name, figure.exact, *interval([each[figure.name] for each in replications])
        )
        for figure in system.figures
    ]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half-width from one value of each replication."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, STUDENT_QUANTILE * math.sqrt(variance / len(values))
