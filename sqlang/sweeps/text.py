"""Results for people: a line for each point with means and intervals, then what failed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sqlang.sweeps.measures import labels
from sqlang.sweeps.statistics import Failure, PointResult, Results
from sqlang.sweeps.variation import Value, Variation
from sqlang.views.numbers import exact, plural, quantity, short
from sqlang.views.table import Table

_MOST_FAILURES = 10
_MOST_SEEDS = 5
_NOTHING = "-"


def results_text(results: Results, title: str, columns: int | None = None) -> str:
    """The whole text, without a line feed at its end; lines of so many columns if they can."""
    level = level_text(results.level)
    header = [variation.name for variation in results.plan.variations]
    for label in labels(results.measures):
        header += [label, f"± {level}"]
    rows = tuple(_row(result) for result in results.points)
    table = Table.without_blank_columns("", (*header, "failed"), rows)
    notes = list(_failures(results))
    return "\n\n".join(filter(None, [heading(results, title), table.text(columns), *notes]))


def heading(results: Results, title: str) -> str:
    """What was run, in a line."""
    plan = results.plan
    points, seeds = len(plan.points), plan.seeds
    of_seeds = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    return f"{title}   {plural(points, 'point')}, {of_seeds}, {plural(points * len(seeds), 'run')}"


def level_text(level: float) -> str:
    """The confidence of an interval in percent."""
    return f"{quantity(level * 100.0)}%"


def values_text(variations: tuple[Variation, ...], values: tuple[Value, ...]) -> str:
    """The values of a point, as a command line gives them."""
    pairs = zip(variations, values, strict=True)
    return ", ".join(f"{variation.name}={value.text}" for variation, value in pairs)


def _row(result: PointResult) -> tuple[str, ...]:
    cells = [value.label for value in result.point.values]
    for estimate in result.estimates:
        cells += [_number(estimate.mean), _number(estimate.half_width)]
    return (*cells, str(len(result.failures)) if result.failures else "")


def _number(value: float | None) -> str:
    return _NOTHING if value is None else short(value)


def _failures(results: Results) -> Iterator[str]:
    """Which runs failed, those of one point for one reason together."""
    lines = [line for result in results.points for line in _of_point(result, results)]
    if not lines:
        return
    more = len(lines) - _MOST_FAILURES
    if more > 0:
        lines = [*lines[:_MOST_FAILURES], f"  … and {more} more"]
    yield "\n".join(["failed", *lines])


def _of_point(result: PointResult, results: Results) -> Iterator[str]:
    where = values_text(results.plan.variations, result.point.values)
    for reason, group in groupby(sorted(result.failures, key=_reason), key=_reason):
        seeds = sorted(failure.seed for failure in group)
        shown = ", ".join(exact(seed) for seed in seeds[:_MOST_SEEDS])
        more = f" and {len(seeds) - _MOST_SEEDS} more" if len(seeds) > _MOST_SEEDS else ""
        word = "seed" if len(seeds) == 1 else "seeds"
        named = f"{where}, {word}" if where else word
        yield f"  {named} {shown}{more}: {reason[0]}: {reason[1]}"


def _reason(failure: Failure) -> tuple[str, str]:
    return failure.code, failure.message
