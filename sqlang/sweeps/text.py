"""Results for people: a line for each point with means and intervals, then what failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlang.sweeps.measures import labels
from sqlang.sweeps.statistics import Failure, PointResult, Results
from sqlang.sweeps.variation import Value, Variation
from sqlang.views.numbers import plural, quantity, short
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
    runs = plural(points * len(seeds), "run")
    return f"{title}   {plural(points, 'point')}, {_seeds_text(seeds)}, {runs}"


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
    """Those with one code together, and what the first of them says."""
    where = values_text(results.plan.variations, result.point.values)
    for code, group in groupby(sorted(result.failures, key=_code), key=_code):
        failures = list(group)
        seeds = [failure.seed for failure in failures]
        first = failures[0]
        differ = any(failure.message != first.message for failure in failures)
        said = f"{code}: {first.message}" + (f" (seed {first.seed})" if differ else "")
        yield f"  {where}{', ' if where else ''}{_seeds_text(seeds)}: {said}"


def _code(failure: Failure) -> str:
    return failure.code


def _seeds_text(seeds: Sequence[int]) -> str:
    if len(seeds) == 1:
        return f"seed {seeds[0]}"
    if len(seeds) == 2:
        return f"seeds {seeds[0]} and {seeds[1]}"
    if seeds[-1] - seeds[0] == len(seeds) - 1:
        return f"seeds {seeds[0]} to {seeds[-1]}"
    shown = ", ".join(map(str, seeds[:_MOST_SEEDS]))
    more = f" and {len(seeds) - _MOST_SEEDS} more" if len(seeds) > _MOST_SEEDS else ""
    return f"seeds {shown}{more}"
