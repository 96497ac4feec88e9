"""What a recorder keeps of a pool and of a `hold` statement: levels, waits, preemptions."""

from __future__ import annotations

from sqlang.engine.observer import Admission, Eviction, PoolLevel, Preemption, Queueing
from sqlang.views.recording.occupancy import OccupancySeries
from sqlang.views.recording.records import HoldRecord, HoldRow, PoolRecord
from sqlang.views.recording.tallies import TallyAccumulator


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


class HoldAccumulator:
    """One `hold` statement."""

    __slots__ = ("_cached", "_latest", "_preempted", "_queued", "_rows", "_rows_kept", "_wait")

    def __init__(self, rows: int) -> None:
        self._queued = 0
        self._preempted = 0
        self._wait = TallyAccumulator()
        self._cached = TallyAccumulator()
        self._rows: list[HoldRow] = []
        self._latest: dict[int, int] = {}
        self._rows_kept = rows

    def queue(self, event: Queueing) -> None:
        self._queued += 1
        self._latest.pop(event.serial, None)
        if len(self._rows) < self._rows_kept:
            self._latest[event.serial] = len(self._rows)
            self._rows.append(HoldRow(event.serial, event.time, None, (), 0.0, None))

    def admit(self, event: Admission) -> None:
        self._wait.add(event.time - event.queued_at)
        self._cached.add(event.cached)
        at = self._latest.get(event.serial)
        if at is not None:
            self._rows[at] = self._rows[at]._replace(
                admitted=event.time, units=event.units, cached=event.cached
            )

    def preempt(self, event: Preemption) -> None:
        self._preempted += 1
        at = self._latest.get(event.serial)
        if at is not None:
            self._rows[at] = self._rows[at]._replace(preempted=event.time)

    def record(self) -> HoldRecord:
        return HoldRecord(
            self._queued,
            self._preempted,
            self._wait.tally(),
            self._cached.tally(),
            tuple(self._rows),
        )
