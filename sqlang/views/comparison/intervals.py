"""Differences of two programs' figures over several seeds, with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlang.views.comparison.figures import Figure, Figures
from sqlang.views.comparison.student import student_quantile

DEFAULT_LEVEL = 0.95
_SEEDS_SHOWN = 3
_ROUNDING = 1e-12


class Replication(NamedTuple):
    """Both programs with one seed; `failure` says why there are no figures, if there are none."""

    seed: int
    first: Figures
    second: Figures
    failure: str = ""


class Difference(NamedTuple):
    """A figure over all seeds: the means of both programs, and of the second minus the first.

    `half_width` is that of the interval, None if there is none, which `reason` then explains; the
    differences are taken seed by seed, both programs drawing the same random numbers.
    """

    pairs: int
    first: float | None
    second: float | None
    mean: float | None
    half_width: float | None
    reason: str

    @property
    def excludes_zero(self) -> bool:
        """Whether the difference is beyond chance at the level of the interval."""
        if self.mean is None or self.half_width is None:
            return False
        return abs(self.mean) > self.half_width

    @property
    def is_constant(self) -> bool:
        """Whether the difference is the same with every seed, up to rounding."""
        if self.mean is None or self.half_width is None:
            return False
        return self.half_width <= _ROUNDING * max(abs(self.mean), abs(self.first or 0.0))

    @property
    def note(self) -> str:
        """What to say beside it in few words."""
        if self.is_constant:
            return "the same with every seed" if self.mean else ""
        return "beyond chance" if self.excludes_zero else self.reason


def differences(
    replications: Sequence[Replication], level: float = DEFAULT_LEVEL
) -> Mapping[Figure, Difference]:
    """By figure, in the order of the first program's figures."""
    named: dict[Figure, None] = {}
    for each in replications:
        named.update(dict.fromkeys([*each.first, *each.second]))
    return {figure: _difference(figure, replications, level) for figure in named}


def paired_half_width(values: Sequence[float], level: float) -> float:
    """Half the width of the interval of the mean of at least two differences (Student's t)."""
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return student_quantile((1.0 + level) / 2.0, count - 1) * math.sqrt(variance / count)


def _difference(figure: Figure, replications: Sequence[Replication], level: float) -> Difference:
    pairs: list[tuple[float, float]] = []
    missing: list[int] = []
    for each in replications:
        first, second = each.first.get(figure), each.second.get(figure)
        if first is None or second is None:
            missing.append(each.seed)
        else:
            pairs.append((first, second))
    if not pairs:
        return Difference(0, None, None, None, None, "no value in any pair of runs")
    count = len(pairs)
    values = [
        0.0 if math.isclose(first, second, rel_tol=_ROUNDING) else second - first
        for first, second in pairs
    ]
    half, reason = None, _reason(count, missing)
    if not reason:
        half = paired_half_width(values, level)
    return Difference(
        count,
        math.fsum(first for first, _ in pairs) / count,
        math.fsum(second for _, second in pairs) / count,
        math.fsum(values) / count,
        half,
        reason,
    )


def _reason(count: int, missing: Sequence[int]) -> str:
    """Why an interval would say nothing, empty if it says something."""
    if missing:
        shown = ", ".join(map(str, missing[:_SEEDS_SHOWN]))
        more = ", …" if len(missing) > _SEEDS_SHOWN else ""
        seeds = "seed" if len(missing) == 1 else "seeds"
        return f"no value with {seeds} {shown}{more}"
    return "one seed has no interval: `--seeds N`" if count < 2 else ""
