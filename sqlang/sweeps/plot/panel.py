"""One measure in a plot: its axes, its series, and where runs have failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlang.sweeps.measures import labels
from sqlang.sweeps.plot.axis import Axis, Positions, Tick, axis_of_figures, positions_of
from sqlang.sweeps.plot.series import Choice, Mark, Series, series_of
from sqlang.sweeps.plot.shapes import line, points, several_lines, sign
from sqlang.sweeps.statistics import Results
from sqlang.views.timeline.marks import group, label, pixels

_SIZE: Final = 3.5


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


def panel(results: Results, measure: int, drawn: Choice, frame: Frame) -> str:
    """The group of a measure, by its number, around a frame."""
    series = series_of(results, measure, drawn)
    along = results.plan.variations[0]
    level, upright = positions_of(along), axis_of_figures(list(_figures(series)))
    name = labels(results.measures)[measure]
    parts = [label(frame.left, frame.top - 14.0, "measure", name)]
    parts += _grid(frame, upright.ticks(), level.ticks)
    parts.append(label(frame.x(0.5), frame.bottom + 38.0, "parameter", along.name))
    parts += [_drawn(each, level, upright, frame) for each in series]
    parts += _failures(series, level, frame)
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
        yield line("grid", (frame.left, y), (frame.x(1.0), y))
        yield label(frame.left - 8.0, y + 4.0, "figure", tick.text)
    yield line("axis", (frame.left, frame.bottom), (frame.x(1.0), frame.bottom))
    for tick in level:
        x = frame.x(tick.share)
        yield line("axis", (x, frame.bottom), (x, frame.bottom + 4.0))
        yield label(x, frame.bottom + 18.0, "value", tick.text)


def _drawn(series: Series, level: Positions, upright: Axis, frame: Frame) -> str:
    parts: list[str] = []
    marks = [mark for mark in series.marks if mark.estimate.mean is not None]
    if level.is_continuous:
        marks.sort(key=lambda mark: level.shares[mark.place])
        for stretch in _stretches(series, marks):
            parts += _band_and_line(stretch, level, upright, frame)
    else:
        parts += [_whisker(mark, level, upright, frame) for mark in marks]
    for mark in marks:
        x, y = _place(mark, mark.estimate.mean, level, upright, frame)
        parts.append(sign(series.number, x, y, _SIZE, mark.text))
    return group(f"series s{series.number}", parts)


def _stretches(series: Series, marks: Sequence[Mark]) -> list[list[Mark]]:
    """Marks between which there is none without a value."""
    missing = {mark.place for mark in series.marks} - {mark.place for mark in marks}
    if not missing:
        return [list(marks)]
    stretches: list[list[Mark]] = [[]]
    before = None
    for mark in marks:
        low, high = sorted((mark.place if before is None else before, mark.place))
        if any(low < place < high for place in missing):
            stretches.append([])
        stretches[-1].append(mark)
        before = mark.place
    return stretches


def _band_and_line(
    marks: Sequence[Mark], level: Positions, upright: Axis, frame: Frame
) -> Iterator[str]:
    above = [_place(mark, mark.estimate.high, level, upright, frame) for mark in marks]
    below = [_place(mark, mark.estimate.low, level, upright, frame) for mark in marks]
    if any(mark.estimate.half_width for mark in marks):
        yield f'<polygon class="band" points="{points([*above, *reversed(below)])}"/>'
    line = [_place(mark, mark.estimate.mean, level, upright, frame) for mark in marks]
    yield f'<polyline class="line" points="{points(line)}"/>'


def _whisker(mark: Mark, level: Positions, upright: Axis, frame: Frame) -> str:
    above = _place(mark, mark.estimate.high, level, upright, frame)
    return line("whisker", _place(mark, mark.estimate.low, level, upright, frame), above)


def _place(
    mark: Mark, value: float | None, level: Positions, upright: Axis, frame: Frame
) -> tuple[float, float]:
    """Where a value of a mark lies; a bound that there is not, where its mean does."""
    known = mark.estimate.mean if value is None else value
    share = upright.share(0.0 if known is None else known)
    return frame.x(level.shares[mark.place]), frame.y(share)


def _failures(series: Sequence[Series], level: Positions, frame: Frame) -> Iterator[str]:
    """A cross on the axis where runs have failed."""
    said: dict[int, list[str]] = {}
    for each in series:
        for mark in each.marks:
            if mark.failed:
                said.setdefault(mark.place, []).append(mark.text)
    for place, texts in said.items():
        x, y = frame.x(level.shares[place]), frame.bottom
        lines = "\n".join(texts)
        yield (
            f'<path class="failed" d="M{pixels(x - 4)} {pixels(y - 4)}l8 8m-8 0l8 -8">'
            f"<title>{several_lines(lines)}</title></path>"
        )
