"""A recording as a JSON value and back, so that a run in another process can tell what it saw.

A record is the array of its fields. Numbers may be NaN or infinite, since a program's may, and are
then written as Python's `json` writes them (`NaN`, `Infinity`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sqlang.views.recording.records import (
    AssignmentRecord,
    AssignmentRow,
    BatchGroup,
    BatchRun,
    BranchRecord,
    BranchRow,
    HoldRecord,
    HoldRow,
    IterationRow,
    JobRow,
    Key,
    LeaseCounts,
    LeaseRow,
    LoadRecord,
    LoadRow,
    MemberRow,
    Occupancy,
    PartRow,
    PoolRecord,
    Recording,
    ReleaseRecord,
    ReleaseRow,
    RunRecord,
    SampleRecord,
    SampleRow,
    StageRecord,
    Tally,
    Totals,
)

Fields = Iterable[Any]  # an array that `json` read; what stands where is known by position alone
_Record = TypeVar("_Record")


def to_json_value(recording: Recording) -> dict[str, object]:
    """What `json.dumps` takes: tuples stand for arrays; a statement's record follows its key."""
    return {
        name: [(*key, record) for key, record in part.items()] if isinstance(part, dict) else part
        for name, part in recording._asdict().items()
    }


def from_json_value(value: Mapping[str, Any]) -> Recording:
    """The recording that `to_json_value` wrote and `json` carried; trusts its writer."""
    return Recording(
        totals=Totals._make(value["totals"]),
        stages=_rows(_stage, value["stages"]),
        pools=_rows(_pool, value["pools"]),
        runs=_by_statement(_run, value["runs"]),
        holds=_by_statement(_hold, value["holds"]),
        samples=_by_statement(_sample, value["samples"]),
        assignments=_by_statement(_assignment, value["assignments"]),
        branches=_by_statement(_branch, value["branches"]),
        releases=_by_statement(_release, value["releases"]),
        loads=_by_statement(_load, value["loads"]),
    )


def _rows(decode: Callable[[Fields], _Record], rows: Fields) -> tuple[_Record, ...]:
    return tuple(map(decode, rows))


def _by_statement(decode: Callable[[Fields], _Record], entries: Fields) -> dict[Key, _Record]:
    return {(block, position): decode(record) for block, position, record in entries}


def _stage(value: Fields) -> StageRecord:
    started, wait, service, iterations, prefilled, decoded, cost, batches, rows = value
    return StageRecord(
        started,
        Tally._make(wait),
        Tally._make(service),
        iterations,
        prefilled,
        decoded,
        Tally._make(cost),
        _rows(_batch_run, batches),
        _rows(_iteration, rows),
    )


def _batch_run(value: Fields) -> BatchRun:
    iterations, groups, more = value
    return BatchRun(iterations, _rows(BatchGroup._make, groups), more)


def _iteration(value: Fields) -> IterationRow:
    time, size, members, used, cached, cost = value
    return IterationRow(time, size, _rows(MemberRow._make, members), used, cached, cost)


def _pool(value: Fields) -> PoolRecord:
    *levels, (width, used, cached) = value
    return PoolRecord._make((*levels, Occupancy(width, tuple(used), tuple(cached))))


def _run(value: Fields) -> RunRecord:
    started, wait, service, portions, tokens, jobs, parts = value
    return RunRecord(
        started,
        Tally._make(wait),
        Tally._make(service),
        portions,
        tokens,
        _rows(_job, jobs),
        _rows(PartRow._make, parts),
    )


def _job(value: Fields) -> JobRow:
    serial, stages, *rest = value
    return JobRow._make((serial, tuple(stages), *rest))


def _hold(value: Fields) -> HoldRecord:
    queued, preempted, wait, cached, rows, (begun, expired, durations) = value
    return HoldRecord(
        queued,
        preempted,
        Tally._make(wait),
        Tally._make(cached),
        _rows(_hold_row, rows),
        LeaseCounts(begun, expired, Tally._make(durations)),
    )


def _hold_row(value: Fields) -> HoldRow:
    serial, queued, admitted, units, cached, preempted, lease = value
    left = None if lease is None else LeaseRow._make(lease)
    return HoldRow(serial, queued, admitted, tuple(units), cached, preempted, left)


def _release(value: Fields) -> ReleaseRecord:
    idle, units, cached, rows = value
    return ReleaseRecord(
        idle, Tally._make(units), Tally._make(cached), _rows(ReleaseRow._make, rows)
    )


def _load(value: Fields) -> LoadRecord:
    units, rows = value
    return LoadRecord(Tally._make(units), _rows(LoadRow._make, rows))


def _sample(value: Fields) -> SampleRecord:
    uncounted, values, p99, exact, rows = value
    return SampleRecord(uncounted, Tally._make(values), p99, exact, _rows(SampleRow._make, rows))


def _assignment(value: Fields) -> AssignmentRecord:
    values, rows = value
    return AssignmentRecord(Tally._make(values), _rows(AssignmentRow._make, rows))


def _branch(value: Fields) -> BranchRecord:
    then, otherwise, rows = value
    return BranchRecord(then, otherwise, _rows(BranchRow._make, rows))
