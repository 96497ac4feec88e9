"""One measure in a plot: its axes, its series, and where runs have failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat
from typing import Final, NamedTuple

from sqlang.sweeps.measures import labels
from sqlang.sweeps.plot.axis import Axis, Positions, Tick, axis_of_figures, positions_of
from sqlang.sweeps.plot.series import Choice, Mark, Series, series_of
from sqlang.sweeps.plot.shapes import line, points, several_lines, sign
from sqlang.sweeps.statistics import Results
from sqlang.views.timeline.marks import group, label, pixels

_SIZE: Final = 3.5
_APART: Final = 9.0


class Frame(NamedTuple):
    """The area within the axes of a panel, in pixels."""

    left: float
    top: float
    width: float
    height: float

    def x(self, share: float) -> float:
        return self.left + share * self.width

    def y(self, share: float) -> float:
        return self.top + (1.0 - share) * self.height

    @property
    def bottom(self) -> float:
        return self.top + self.height


class _Area(NamedTuple):
    """A frame with its axes; without lines, so many series stand beside each other."""

    frame: Frame
    level: Positions
    upright: Axis
    series: int

    def place(self, series: Series, mark: Mark, value: float | None) -> tuple[float, float]:
        """Where a value of a mark lies; a bound that there is not, where its mean does."""
        known = mark.estimate.mean if value is None else value
        share = self.upright.share(0.0 if known is None else known)
        x = self.frame.x(self.level.shares[mark.place])
        if not self.level.is_continuous:
            x += _APART * (series.number - (self.series - 1) / 2)
        return x, self.frame.y(share)


def panel(results: Results, measure: int, drawn: Choice, frame: Frame) -> str:
    """The group of a measure, by its number, around a frame."""
    series = series_of(results, measure, drawn)
    along = results.plan.variations[0]
    level, upright = positions_of(along), axis_of_figures(list(_figures(series)))
    area = _Area(frame, level, upright, len(series))
    name = labels(results.measures)[measure]
    parts = [label(frame.left, frame.top - 14.0, "measure", name)]
    parts += _grid(frame, upright.ticks(), level.ticks)
    parts.append(label(frame.x(0.5), frame.bottom + 38.0, "parameter", along.name))
    parts += [_group(each, _intervals(each, area)) for each in series]
    parts += [_group(each, _means(each, area)) for each in series]
    parts += _failures(series, area)
    return group("panel", parts)


def _figures(series: Sequence[Series]) -> Iterator[float]:
    for each in series:
        for mark in each.marks:
            estimate = mark.estimate
            found = (estimate.mean, estimate.low, estimate.high)
            yield from (value for value in found if value is not None)


def _grid(frame: Frame, upright: Sequence[Tick], level: Sequence[Tick]) -> Iterator[str]:
    for tick in upright:
        y = frame.y(tick.share)
        kind = "zero" if tick.text == "0" else "grid"
        yield line(kind, (frame.left, y), (frame.x(1.0), y))
        yield label(frame.left - 8.0, y + 4.0, "figure", tick.text)
    yield line("axis", (frame.left, frame.bottom), (frame.x(1.0), frame.bottom))
    for tick in level:
        x = frame.x(tick.share)
        yield line("axis", (x, frame.bottom), (x, frame.bottom + 4.0))
        yield label(x, frame.bottom + 18.0, "value", tick.text)


def _group(series: Series, parts: Iterable[str]) -> str:
    return group(f"series s{series.number}", parts)


def _intervals(series: Series, area: _Area) -> Iterator[str]:
    """Bands below all lines, or where there are none a whisker at each mark."""
    for stretch in _stretches(series, area):
        below = [area.place(series, mark, mark.estimate.low) for mark in stretch]
        above = [area.place(series, mark, mark.estimate.high) for mark in stretch]
        if not area.level.is_continuous:
            yield from map(line, repeat("whisker"), below, above)
        elif any(mark.estimate.half_width for mark in stretch):
            yield f'<polygon class="band" points="{points([*above, *reversed(below)])}"/>'


def _means(series: Series, area: _Area) -> Iterator[str]:
    for stretch in _stretches(series, area):
        means = [area.place(series, mark, mark.estimate.mean) for mark in stretch]
        if area.level.is_continuous:
            yield f'<polyline class="line" points="{points(means)}"/>'
        for mark, (x, y) in zip(stretch, means, strict=True):
            yield sign(series.number, x, y, _SIZE, mark.text)


def _stretches(series: Series, area: _Area) -> list[list[Mark]]:
    """The marks along the axis, parted where there is one without a value."""
    ordered = sorted(series.marks, key=lambda mark: area.level.shares[mark.place])
    parted = groupby(ordered, lambda mark: mark.estimate.mean is not None)
    return [list(marks) for has_value, marks in parted if has_value]


def _failures(series: Sequence[Series], area: _Area) -> Iterator[str]:
    """A cross on the axis where runs have failed."""
    said: dict[int, list[str]] = {}
    for each in series:
        for mark in each.marks:
            if mark.failed:
                said.setdefault(mark.place, []).append(mark.text)
    for place, texts in said.items():
        x, y = area.frame.x(area.level.shares[place]), area.frame.bottom
        title = several_lines("\n".join(texts))
        yield (
            f'<path class="failed" d="M{pixels(x - 4)} {pixels(y - 4)}l8 8m-8 0l8 -8">'
            f"<title>{title}</title></path>"
        )
