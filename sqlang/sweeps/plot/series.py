"""What a panel draws: for each combination of the other parameters a series along the first."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from sqlang.sweeps.statistics import Estimate, PointResult, Results
from sqlang.sweeps.text import level_text, values_text
from sqlang.views.numbers import plural, short

MOST_SERIES: Final = 8


class Mark(NamedTuple):
    """A point in a panel: its number along the axis, what was measured, and what to say of it."""

    place: int
    estimate: Estimate
    failed: int
    text: str


class Series(NamedTuple):
    """Marks along the axis that belong together, and what they have in common."""

    number: int
    name: str
    marks: tuple[Mark, ...]


class Choice(NamedTuple):
    """The combinations of the other parameters that are drawn, by number, and of how many."""

    chosen: tuple[int, ...]
    of: int


def choice(results: Results) -> Choice:
    """All, or some spread evenly over them, the first and the last among these."""
    first = len(results.plan.variations[0].values)
    count = len(results.points) // first
    if count <= MOST_SERIES:
        return Choice(tuple(range(count)), count)
    last = MOST_SERIES - 1
    return Choice(tuple(round(at * (count - 1) / last) for at in range(MOST_SERIES)), count)


def series_of(results: Results, measure: int, chosen: Choice) -> tuple[Series, ...]:
    """The series of a measure, by its number."""
    along, *others = results.plan.variations
    names = [
        values_text(tuple(others), values) for values in product(*(each.values for each in others))
    ]
    found = []
    for number, combination in enumerate(chosen.chosen):
        points = results.points[combination :: chosen.of]
        marks = tuple(
            _mark(results, place, points[place], measure) for place in range(len(along.values))
        )
        found.append(Series(number, names[combination], marks))
    return tuple(found)


def _mark(results: Results, place: int, result: PointResult, measure: int) -> Mark:
    estimate = result.estimates[measure]
    return Mark(place, estimate, len(result.failures), _said(results, result, estimate))


def _said(results: Results, result: PointResult, estimate: Estimate) -> str:
    lines = [values_text(results.plan.variations, result.point.values)]
    if estimate.mean is not None:
        lines.append(f"mean {short(estimate.mean)} of {plural(estimate.runs, 'run')}")
    if estimate.half_width is not None:
        lines[-1] += f", ± {short(estimate.half_width)} ({level_text(results.level)})"
    if result.failures:
        codes = ", ".join(sorted({failure.code for failure in result.failures}))
        lines.append(f"{plural(len(result.failures), 'run')} failed: {codes}")
    return "\n".join(lines)
