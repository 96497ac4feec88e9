"""What a recorder keeps of `observe`, `set`, `choose` and `branch` statements."""

from __future__ import annotations

import math

from sqlang.engine.observer import Assignment, BranchTaken, SampleTaken
from sqlang.views.recording.records import (
    AssignmentRecord,
    AssignmentRow,
    BranchRecord,
    BranchRow,
    SampleRecord,
    SampleRow,
)
from sqlang.views.recording.tallies import TallyAccumulator

VALUES_KEPT = 4096


class SampleAccumulator:
    """One `observe` statement; keeps evenly spaced values, fewer of them as more come."""

    __slots__ = ("_kept", "_rows", "_rows_kept", "_stride", "_uncounted", "_values")

    def __init__(self, rows: int) -> None:
        self._uncounted = 0
        self._values = TallyAccumulator()
        self._kept: list[float] = []
        self._stride = 1
        self._rows: list[SampleRow] = []
        self._rows_kept = rows

    def add(self, event: SampleTaken) -> None:
        if len(self._rows) < self._rows_kept:
            self._rows.append(
                SampleRow(event.time, event.serial, event.turn, event.value, event.counted)
            )
        if event.counted:
            self._count(event.value)
        else:
            self._uncounted += 1

    def record(self) -> SampleRecord:
        return SampleRecord(
            self._uncounted,
            self._values.tally(),
            _percentile_99(self._kept),
            self._stride == 1,
            tuple(self._rows),
        )

    def _count(self, value: float) -> None:
        if self._values.size % self._stride == 0:
            self._kept.append(value)
        self._values.add(value)
        if len(self._kept) >= VALUES_KEPT:
            del self._kept[1::2]
            self._stride *= 2


class AssignmentAccumulator:
    """One `set` or `choose` statement."""

    __slots__ = ("_rows", "_rows_kept", "_values")

    def __init__(self, rows: int) -> None:
        self._values = TallyAccumulator()
        self._rows: list[AssignmentRow] = []
        self._rows_kept = rows

    def add(self, event: Assignment) -> None:
        self._values.add(event.value)
        if len(self._rows) < self._rows_kept:
            self._rows.append(AssignmentRow(event.time, event.serial, event.value))

    def record(self) -> AssignmentRecord:
        return AssignmentRecord(self._values.tally(), tuple(self._rows))


class BranchAccumulator:
    """One `branch` statement."""

    __slots__ = ("_otherwise", "_rows", "_rows_kept", "_then")

    def __init__(self, rows: int) -> None:
        self._then = 0
        self._otherwise = 0
        self._rows: list[BranchRow] = []
        self._rows_kept = rows

    def add(self, event: BranchTaken) -> None:
        if event.then:
            self._then += 1
        else:
            self._otherwise += 1
        if len(self._rows) < self._rows_kept:
            self._rows.append(BranchRow(event.time, event.serial, event.then))

    def record(self) -> BranchRecord:
        return BranchRecord(self._then, self._otherwise, tuple(self._rows))


def _percentile_99(values: list[float]) -> float | None:
    """The value of rank ceil(0.99 n) as STAT-7 has it; `None` without values."""
    if not values:
        return None
    rank = min(max(math.ceil(0.99 * len(values)), 1), len(values))
    return sorted(values)[rank - 1]
