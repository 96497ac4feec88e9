"""What a recorder keeps of `hold`, `release` and `load` statements."""

from __future__ import annotations

from sqlang.engine.holding_events import EXPIRED, LeaseEnd, LeaseStart, Load, Release
from sqlang.engine.observer import Admission, Preemption, Queueing
from sqlang.views.recording.records import (
    HoldRecord,
    HoldRow,
    LeaseCounts,
    LeaseRow,
    LoadRecord,
    LoadRow,
    ReleaseRecord,
    ReleaseRow,
)
from sqlang.views.recording.tallies import TallyAccumulator


class HoldAccumulator:
    """One `hold` statement."""

    __slots__ = (
        "_cached",
        "_latest",
        "_leases",
        "_preempted",
        "_queued",
        "_rows",
        "_rows_kept",
        "_wait",
    )

    def __init__(self, rows: int) -> None:
        self._queued = 0
        self._preempted = 0
        self._wait = TallyAccumulator()
        self._cached = TallyAccumulator()
        self._leases = LeaseAccumulator()
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

    def begin_lease(self, event: LeaseStart) -> None:
        at = self._latest.get(event.serial)
        self._leases.begin(event, at)
        if at is not None:
            lease = LeaseRow(event.units, event.time, None, None)
            self._rows[at] = self._rows[at]._replace(lease=lease)

    def end_lease(self, event: LeaseEnd) -> None:
        at = self._leases.end(event)
        lease = None if at is None else self._rows[at].lease
        if at is not None and lease is not None:
            lease = lease._replace(ended=event.time, reason=event.reason)
            self._rows[at] = self._rows[at]._replace(lease=lease)

    def record(self) -> HoldRecord:
        return HoldRecord(
            self._queued,
            self._preempted,
            self._wait.tally(),
            self._cached.tally(),
            tuple(self._rows),
            self._leases.counts(),
        )


class LeaseAccumulator:
    """The leases of one `hold` statement, those that still last by their numbers."""

    __slots__ = ("_begun", "_durations", "_expired", "_lasting")

    def __init__(self) -> None:
        self._begun = 0
        self._expired = 0
        self._durations = TallyAccumulator()
        self._lasting: dict[int, tuple[float, int | None]] = {}

    def begin(self, event: LeaseStart, row: int | None) -> None:
        self._begun += 1
        self._lasting[event.lease] = event.time, row

    def end(self, event: LeaseEnd) -> int | None:
        """Returns the row of the passage that left it, if that is kept."""
        began, row = self._lasting.pop(event.lease)
        self._expired += event.reason == EXPIRED
        self._durations.add(event.time - began)
        return row

    def counts(self) -> LeaseCounts:
        return LeaseCounts(self._begun, self._expired, self._durations.tally())


class ReleaseAccumulator:
    """One `release` statement."""

    __slots__ = ("_cached", "_idle", "_rows", "_rows_kept", "_units")

    def __init__(self, rows: int) -> None:
        self._idle = 0
        self._units = TallyAccumulator()
        self._cached = TallyAccumulator()
        self._rows: list[ReleaseRow] = []
        self._rows_kept = rows

    def add(self, event: Release) -> None:
        if event.hold is None:
            self._idle += 1
            return
        self._units.add(event.units)
        self._cached.add(event.cached)
        if len(self._rows) < self._rows_kept:
            self._rows.append(ReleaseRow(event.time, event.serial, event.units, event.cached))

    def record(self) -> ReleaseRecord:
        return ReleaseRecord(
            self._idle, self._units.tally(), self._cached.tally(), tuple(self._rows)
        )


class LoadAccumulator:
    """One `load` statement."""

    __slots__ = ("_rows", "_rows_kept", "_units")

    def __init__(self, rows: int) -> None:
        self._units = TallyAccumulator()
        self._rows: list[LoadRow] = []
        self._rows_kept = rows

    def add(self, event: Load) -> None:
        self._units.add(event.units)
        if len(self._rows) < self._rows_kept:
            self._rows.append(LoadRow(event.time, event.serial, event.units, event.position))

    def record(self) -> LoadRecord:
        return LoadRecord(self._units.tally(), tuple(self._rows))
