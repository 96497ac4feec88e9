"""The batches of both schedules as blocks along time, a lane for each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.views.comparison.comparison import Batch, Comparison, Parting, Row
from sqlang.views.html import escaped
from sqlang.views.numbers import clock, quantity

_ROWS: Final = 60
_COMMON: Final = 4
_LEFT: Final = 34
_TOP: Final = 40
_LANE: Final = 40
_GAP: Final = 6
_NARROWEST: Final = 84.0
_BROADEST: Final = 220.0
_BEFORE: Final = 440.0
_WIDEST: Final = 12_000.0
_CHARACTER: Final = 7.4


def timelines(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """For each stage with iterations around the parting its name and a picture."""
    parting = comparison.parting
    if parting is None:
        return
    stages = dict.fromkeys(row.stage for row in (*parting.rows, *parting.common))
    names = comparison.first.side.name, comparison.second.side.name
    for stage in stages:
        rows = [row for row in parting.common if row.stage == stage][-_COMMON:]
        rows += [row for row in parting.rows if row.stage == stage][:_ROWS]
        yield stage, _Picture(stage, rows, parting, names).svg()


class _Picture:
    """One stage."""

    def __init__(
        self, stage: str, rows: Sequence[Row], parting: Parting, names: tuple[str, str]
    ) -> None:
        self._stage = stage
        self._parting = parting
        self._names = names
        self._lanes = (
            [row.first for row in rows if row.first is not None],
            [row.second for row in rows if row.second is not None],
        )
        batches = [batch for lane in self._lanes for batch in lane]
        self._begin = min(batch.iteration.time for batch in batches)
        ends = [batch.iteration.time + batch.iteration.cost for batch in batches]
        finite = [end for end in ends if end < float("inf")]
        self._end = max([*finite, self._begin + 1e-9])
        costs = sorted(batch.iteration.cost for batch in batches if batch.iteration.cost > 0)
        usual = costs[len(costs) // 2] if costs else 1.0
        span = self._end - self._begin
        letters = max(len(batch.text) for batch in batches)
        block = min(max(letters * _CHARACTER + 14.0, _NARROWEST), _BROADEST)
        self._scale = min(max(span / usual * block, 200.0), _WIDEST) / span
        # What a page shows first holds the parting, however long the iterations before it are.
        parts = min(parting.time, self._end)
        self._begin = max(self._begin, parts - _BEFORE / self._scale)
        self._width = (self._end - self._begin) * self._scale
        self._tokens = max(_tokens(batch) for batch in batches) or 1.0

    def svg(self) -> str:
        width = self._width + _LEFT + 40
        height = _TOP + 2 * _LANE + _GAP + 8
        label = escaped(f"Iterations of {self._stage} on both sides around the parting")
        parts = [*self._axis(height), *self._lane(0), *self._lane(1), *self._mark(height)]
        return (
            f'<svg class="timeline" role="img" aria-label="{label}" width="{width:.0f}" '
            f'height="{height}">{"".join(parts)}</svg>'
        )

    def _x(self, time: float) -> float:
        return _LEFT + (min(max(time, self._begin), self._end) - self._begin) * self._scale

    def _axis(self, height: int) -> Iterator[str]:
        step = _round_step((self._end - self._begin) / max(self._width / 90.0, 1.0))
        tick = -(-self._begin // step) * step
        while tick <= self._end + step * 1e-9:
            x = self._x(tick)
            yield f'<line class="tick" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 6}" y2="{height}"/>'
            yield f'<text class="axis" x="{x + 3:.1f}" y="{_TOP - 10}">{clock(tick)}</text>'
            tick += step

    def _lane(self, place: int) -> Iterator[str]:
        y = _TOP + place * (_LANE + _GAP)
        name = escaped(self._names[place])
        yield f'<text class="name {"ab"[place]}" x="8" y="{y + _LANE / 2 + 4}">{name}</text>'
        yield (
            f'<rect class="lane" x="{_LEFT}" y="{y}" width="{self._width:.1f}" '
            f'height="{_LANE}" rx="3"/>'
        )
        for batch in self._lanes[place]:
            if batch.iteration.time + batch.iteration.cost >= self._begin:
                yield from self._block(batch, y)

    def _block(self, batch: Batch, y: int) -> Iterator[str]:
        iteration = batch.iteration
        x = self._x(iteration.time)
        width = max(self._x(iteration.time + iteration.cost) - x, 2.0)
        cost = quantity(iteration.cost)
        title = escaped(f"t={clock(iteration.time)}, takes {cost}: {batch.text}")
        yield f"<g><title>{title}</title>"
        yield from self._shares(batch, x, y, width)
        yield (
            f'<rect class="frame" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_LANE}" rx="3"/>'
        )
        if len(batch.text) * _CHARACTER + 8 < width:
            text = escaped(batch.text)
            yield f'<text class="inside" x="{x + 6:.1f}" y="{y + _LANE / 2 + 4}">{text}</text>'
        yield "</g>"

    def _shares(self, batch: Batch, x: float, y: int, width: float) -> Iterator[str]:
        """The block divided into what is prefilled and what is decoded."""
        members = batch.iteration.members
        total = _tokens(batch)
        if not total > 0.0:
            yield f'<rect class="empty" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_LANE}"/>'
            return
        prefilled = sum(member.tokens for member in members if member.prefill)
        top = _LANE * prefilled / total
        for kind, begin, high in (("prefill", 0.0, top), ("decode", top, _LANE - top)):
            if high > 0:
                yield (
                    f'<rect class="{kind}" x="{x:.1f}" y="{y + begin:.1f}" width="{width:.1f}" '
                    f'height="{high:.1f}"/>'
                )

    def _mark(self, height: int) -> Iterator[str]:
        if not self._begin <= self._parting.time <= self._end:
            return
        x = self._x(self._parting.time)
        yield f'<line class="parting" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height}"/>'
        yield f'<text class="label" x="{x + 6:.1f}" y="14">they part</text>'


def _tokens(batch: Batch) -> float:
    return sum(member.tokens for member in batch.iteration.members)


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so much."""
    power = 1e-9
    while power * 10.0 <= least:
        power *= 10.0
    return next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= least)
