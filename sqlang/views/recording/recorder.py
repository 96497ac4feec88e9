"""Watches a run and keeps what views show of it, in bounded memory whatever the run's length."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlang.engine.holding_events import LeaseEnd, LeaseStart, Load, Release
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Event,
    Eviction,
    Iteration,
    JobEnd,
    JobStart,
    Observer,
    PoolLevel,
    Preemption,
    Queueing,
    SampleTaken,
    Spill,
    Statement,
)
from sqlang.ir.program import Program
from sqlang.views.recording.holds import HoldAccumulator, LoadAccumulator, ReleaseAccumulator
from sqlang.views.recording.pools import PoolAccumulator
from sqlang.views.recording.records import Key, Recording, Totals
from sqlang.views.recording.stages import RunAccumulator, StageAccumulator
from sqlang.views.recording.statements import (
    AssignmentAccumulator,
    BranchAccumulator,
    SampleAccumulator,
)

ROWS_KEPT = 20
_Accumulator = TypeVar("_Accumulator")


class Recorder(Observer):
    """Counts everything and keeps the first `rows` happenings of each statement and stage.

    `recording()` may be asked at any time, also while the run goes on.
    """

    def __init__(self, program: Program, rows: int = ROWS_KEPT) -> None:
        self._rows = rows
        self._cancelled = False
        self._last = 0.0
        self._reached = 0.0
        self._arrived = 0
        self._first_arrival = 0.0
        self._last_arrival = 0.0
        self._ended = 0
        self._rejected = 0
        self._stages = [StageAccumulator(rows) for _ in program.stages]
        self._pools = [PoolAccumulator(program.horizon) for _ in program.pools]
        self._runs: dict[Key, RunAccumulator] = {}
        self._holds: dict[Key, HoldAccumulator] = {}
        self._samples: dict[Key, SampleAccumulator] = {}
        self._assignments: dict[Key, AssignmentAccumulator] = {}
        self._branches: dict[Key, BranchAccumulator] = {}
        self._releases: dict[Key, ReleaseAccumulator] = {}
        self._loads: dict[Key, LoadAccumulator] = {}

    def cancel(self) -> None:
        """Asks the run to stop where it is; may be called from another thread."""
        self._cancelled = True

    def cancelled(self) -> bool:
        return self._cancelled

    def progress(self, time: float) -> None:
        self._reached = max(self._reached, time)

    @property
    def reached(self) -> float:
        """The latest time of the program's clock that was told."""
        return max(self._reached, self._last)

    def event(self, event: Event) -> None:
        self._last = event.time
        match event:
            case Iteration():
                self._iteration(event)
            case PoolLevel():
                self._pools[event.pool].level(event)
            case JobStart():
                self._job_start(event)
            case JobEnd():
                self._job_end(event)
            case Assignment():
                self._assignment(event.statement).add(event)
            case SampleTaken():
                self._sample(event.statement).add(event)
            case BranchTaken():
                self._branch(event.statement).add(event)
            case Queueing():
                self._hold(event.statement).queue(event)
            case Admission():
                self._hold(event.statement).admit(event)
            case Preemption():
                self._pools[event.pool].preempt()
                self._hold(event.statement).preempt(event)
            case LeaseStart():
                self._hold(event.statement).begin_lease(event)
            case LeaseEnd():
                self._hold(event.statement).end_lease(event)
            case Release():
                _at(self._releases, event.statement, ReleaseAccumulator, self._rows).add(event)
            case Load():
                _at(self._loads, event.statement, LoadAccumulator, self._rows).add(event)
            case Eviction():
                self._pools[event.pool].evict(event)
            case Spill():
                self._pools[event.pool].spill()
            case Arrival():
                if self._arrived == 0:
                    self._first_arrival = event.time
                self._arrived += 1
                self._last_arrival = event.time
            case Ending():
                self._ended += 1
                self._rejected += event.rejected

    def _totals(self) -> Totals:
        return Totals(
            last=self._last,
            reached=self.reached,
            arrived=self._arrived,
            ended=self._ended,
            rejected=self._rejected,
            first_arrival=self._first_arrival,
            last_arrival=self._last_arrival,
        )

    def recording(self) -> Recording:
        """What was kept so far, statements in the order of their blocks."""
        return Recording(
            totals=self._totals(),
            stages=tuple(stage.record() for stage in self._stages),
            pools=tuple(pool.record(self._last) for pool in self._pools),
            runs={key: run.record() for key, run in sorted(self._runs.items())},
            holds={key: hold.record() for key, hold in sorted(self._holds.items())},
            samples={key: sample.record() for key, sample in sorted(self._samples.items())},
            assignments={
                key: assignment.record() for key, assignment in sorted(self._assignments.items())
            },
            branches={key: branch.record() for key, branch in sorted(self._branches.items())},
            releases={key: release.record() for key, release in sorted(self._releases.items())},
            loads={key: load.record() for key, load in sorted(self._loads.items())},
        )

    def _iteration(self, event: Iteration) -> None:
        self._stages[event.stage].iteration(event)
        for member in event.members:
            self._run(member.statement).part(event, member)

    def _job_start(self, event: JobStart) -> None:
        for stage in {event.stage, *event.further}:
            self._stages[stage].jobs.start()
        if event.serial is not None and event.statement is not None:
            self._run(event.statement).start(event.serial, event)

    def _job_end(self, event: JobEnd) -> None:
        for stage in {event.stage, *event.further}:
            self._stages[stage].jobs.end(event)
        if event.serial is not None and event.statement is not None:
            self._run(event.statement).end(event.serial, event)

    def _run(self, statement: Statement) -> RunAccumulator:
        return _at(self._runs, statement, RunAccumulator, self._rows)

    def _hold(self, statement: Statement) -> HoldAccumulator:
        return _at(self._holds, statement, HoldAccumulator, self._rows)

    def _sample(self, statement: Statement) -> SampleAccumulator:
        return _at(self._samples, statement, SampleAccumulator, self._rows)

    def _assignment(self, statement: Statement) -> AssignmentAccumulator:
        return _at(self._assignments, statement, AssignmentAccumulator, self._rows)

    def _branch(self, statement: Statement) -> BranchAccumulator:
        return _at(self._branches, statement, BranchAccumulator, self._rows)


def _at(
    accumulators: dict[Key, _Accumulator],
    statement: Statement,
    make: Callable[[int], _Accumulator],
    rows: int,
) -> _Accumulator:
    """The accumulator of a statement, made when it tells something for the first time."""
    key = statement.block, statement.position
    found = accumulators.get(key)
    if found is None:
        found = accumulators[key] = make(rows)
    return found
