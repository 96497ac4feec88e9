"""The time averages of pools, computed once more from the levels that an observer is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.invariants.violation import agree, require

if TYPE_CHECKING:
    from sqlang.engine.observer import PoolLevel
    from sqlang.engine.pools.pool import Pool


class Levels:
    """What one pool holds over time: units used and cached, sessions queued and holding."""

    def __init__(self) -> None:
        self._level = (0.0, 0.0, 0.0, 0.0)
        self._since = 0.0
        self._areas = [0.0, 0.0, 0.0, 0.0]

    def change(self, event: PoolLevel) -> None:
        """The pool has another level from now on."""
        self._advance(event.time)
        self._level = event.used, event.cached, float(event.queued), float(event.holders)

    def restart(self, time: float) -> None:
        """Forget what was before (STAT-3)."""
        self._since = time
        self._areas = [0.0, 0.0, 0.0, 0.0]

    def check(self, pool: Pool, end: float, span: float) -> None:
        """The means of the report, over a span that ends now, are those of the levels."""
        self._advance(end)
        figures = pool.figures
        averages = (figures.used, figures.cached, figures.queue, figures.holders)
        for average, area in zip(averages, self._areas, strict=True):
            area_reported = average.mean(end) * span
            what = f"pool `{pool.name}` ({pool.index}): {area_reported} reported, not {area}"
            require(agree(area_reported, area), what)

    def _advance(self, time: float) -> None:
        for place, value in enumerate(self._level):
            self._areas[place] += value * (time - self._since)
        self._since = time
