"""What a recorder keeps of a pool: levels, evictions, preemptions."""

from __future__ import annotations

from sqlang.engine.observer import Eviction, PoolLevel
from sqlang.views.recording.occupancy import OccupancySeries
from sqlang.views.recording.records import PoolRecord


class PoolAccumulator:
    """One pool."""

    __slots__ = (
        "_evicted",
        "_evictions",
        "_peak_cached",
        "_peak_holders",
        "_peak_queued",
        "_peak_used",
        "_preemptions",
        "_series",
        "_spills",
    )

    def __init__(self, horizon: float) -> None:
        self._peak_used = 0.0
        self._peak_cached = 0.0
        self._peak_queued = 0
        self._peak_holders = 0
        self._evictions = 0
        self._evicted = 0.0
        self._spills = 0
        self._preemptions = 0
        self._series = OccupancySeries(horizon)

    def level(self, event: PoolLevel) -> None:
        self._peak_used = max(self._peak_used, event.used)
        self._peak_cached = max(self._peak_cached, event.cached)
        self._peak_queued = max(self._peak_queued, event.queued)
        self._peak_holders = max(self._peak_holders, event.holders)
        self._series.add(event.time, event.used, event.cached)

    def evict(self, event: Eviction) -> None:
        self._evictions += 1
        self._evicted += event.units

    def spill(self) -> None:
        self._spills += 1

    def preempt(self) -> None:
        self._preemptions += 1

    def record(self, reached: float) -> PoolRecord:
        return PoolRecord(
            self._peak_used,
            self._peak_cached,
            self._peak_queued,
            self._peak_holders,
            self._evictions,
            self._evicted,
            self._spills,
            self._preemptions,
            self._series.occupancy(reached),
        )
