"""Watches a run and keeps its timeline, in bounded memory whatever the run's length."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sqlang.engine.holding_events import HoldEnd
from sqlang.engine.observer import (
    Admission,
    Arrival,
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
)
from sqlang.ir.program import Fifo, Mode, Pool, Program, Run, Stage, Step
from sqlang.views.bins import Clock
from sqlang.views.families import Family, families
from sqlang.views.timeline.lanes import BLOCKS_KEPT, LevelAccumulator, StepAccumulator
from sqlang.views.timeline.notable import NotableSessions
from sqlang.views.timeline.records import (
    JobLane,
    PoolLane,
    Portion,
    PreemptionMark,
    SegmentKind,
    StepLane,
    Timeline,
    Window,
)
from sqlang.views.timeline.sessions import Rows, Session

BINS_KEPT: Final = 512
LANES_KEPT: Final = 24
"""Stages, and pools, that have a lane: the first in the order of declaration."""
PREEMPTIONS_KEPT: Final = 1000
CHANGES_KEPT: Final = 4000
"""Changes of levels of all pools and stages together that are kept exactly."""
FEW_LEVELS: Final = 6
"""So many levels, or fewer, share the changes equally."""

_KINDS: Final[dict[Mode, SegmentKind]] = {
    Mode.PLAIN: "stage",
    Mode.PREFILL: "prefill",
    Mode.DECODE: "decode",
}


class TimelineRecorder(Observer):
    """Keeps blocks, levels and lives exactly within a window, and bins of the whole run.

    The lives are those of the sessions from serial `first_session` on.

    Of the sessions that live, it keeps as much as the engine does: something for each.
    """

    def __init__(
        self, program: Program, window: Window | None = None, first_session: int = 0
    ) -> None:
        self._program = program
        self._window = Window() if window is None else window
        self._last = 0.0
        self._clock = Clock(BINS_KEPT)
        self._living: dict[int, Session] = {}
        self._rows = Rows(self._window, first_session)
        self._notable = NotableSessions()
        self._arrived = 0
        self._queued = 0
        stages = range(min(len(program.stages), LANES_KEPT))
        self._changes = _changes_kept(program)
        self._population = self._level()
        self._blocks = 0
        self._steps = {
            index: StepAccumulator(self._clock, self._window)
            for index in stages
            if isinstance(program.stages[index].kind, Step)
        }
        self._jobs = {
            index: _JobAccumulator(program, index, self._level())
            for index in stages
            if index not in self._steps
        }
        self._pools = [
            _PoolAccumulator(self._clock, self._level()) for _ in program.pools[:LANES_KEPT]
        ]
        self._marks: list[PreemptionMark] = []
        self._preempted = 0

    def event(self, event: Event) -> None:
        time = event.time
        self._rows.open(time, self._living)
        self._last = max(self._last, time)
        match event:
            case Iteration():
                self._iteration(event)
            case PoolLevel():
                if event.pool < len(self._pools):
                    self._pools[event.pool].levels.set(time, event.used, event.cached)
            case JobStart():
                self._job_start(event)
            case JobEnd():
                self._job_end(event)
            case Queueing():
                self._queue(event)
            case Admission():
                self._living[event.serial].admit(event)
                self._count(time, live=1, queued=-1)
            case HoldEnd():
                self._living[event.serial].leave(event)
            case Preemption():
                self._preemption(event)
            case Eviction():
                if event.pool < len(self._pools):
                    self._pools[event.pool].evict(time)
            case Arrival():
                self._arrival(event)
            case Ending():
                self._ending(event)
            case _:
                pass  # nothing that a timeline shows

    def timeline(self, end: float | None = None) -> Timeline:
        """What was kept so far; `end` is the time reached if that is past the last event.

        It may be asked at any time, also while the run goes on.
        """
        end = max(self._last, end or 0.0)
        for step in self._steps.values():
            step.count_until(end)
        count = self._clock.place(end) + 1
        whole = self._is_whole()
        return Timeline(
            end,
            self._window,
            0.0 if whole else self._clock.width,
            self._step_lanes(0 if whole else count),
            self._job_lanes(count),
            self._pool_lanes(count, whole),
            len(self._program.stages) - len(self._steps) - len(self._jobs),
            len(self._program.pools) - len(self._pools),
            self._rows.records(self._living),
            self._arrived,
            self._population.levels(count),
            tuple(self._marks),
            self._preempted,
            self._notable.records(
                session.notable(end, live=True) for session in self._living.values()
            ),
        )

    def _level(self) -> LevelAccumulator:
        return LevelAccumulator(self._clock, self._window, self._changes)

    def _is_whole(self) -> bool:
        """Whether nothing needs bins."""
        levels = [self._population, *[job.levels for job in self._jobs.values()]]
        levels += [pool.levels for pool in self._pools]
        iterations = sum(step.iterations for step in self._steps.values())
        return (
            iterations == self._blocks
            and all(each.whole for each in levels)
            and self._preempted == len(self._marks)
        )

    def _step_lanes(self, count: int) -> tuple[StepLane, ...]:
        lanes = []
        for family, index in _members(self._program.stages):
            kind = self._program.stages[index].kind
            if index in self._steps and isinstance(kind, Step):
                step = self._steps[index]
                lanes.append(
                    StepLane(
                        index,
                        family.base,
                        family.member(index),
                        kind.memory,
                        step.iterations,
                        step.blocks,
                        step.exact_until,
                        step.bins(count, self._clock.width) if count else (),
                    )
                )
        return tuple(lanes)

    def _job_lanes(self, count: int) -> tuple[JobLane, ...]:
        return tuple(
            JobLane(
                index,
                family.base,
                family.member(index),
                type(self._program.stages[index].kind).__name__.lower(),
                self._jobs[index].started,
                self._jobs[index].levels.levels(count),
            )
            for family, index in _members(self._program.stages)
            if index in self._jobs
        )

    def _pool_lanes(self, count: int, whole: bool) -> tuple[PoolLane, ...]:
        return tuple(
            PoolLane(
                index,
                family.base,
                family.member(index),
                self._program.pools[index].cap,
                self._pools[index].preemptions,
                self._pools[index].evictions,
                self._pools[index].levels.levels(count),
                *((), ()) if whole else self._pools[index].taken_back(count),
            )
            for family, index in _members(self._program.pools)
            if index < len(self._pools)
        )

    def _iteration(self, event: Iteration) -> None:
        step = self._steps.get(event.stage)
        if step is None:
            return
        kept = step.start(event, self._rows.serials, self._blocks < BLOCKS_KEPT)
        if not kept:
            return
        self._blocks += 1
        end = event.time + event.cost
        for member in event.members:
            session = self._living.get(member.serial)
            if session is not None and session.row is not None:
                key = member.statement.block, member.statement.position
                session.row.portion(
                    Portion(member.prefill, event.time, end, 1, member.tokens, key, event.stage)
                )

    def _job_start(self, event: JobStart) -> None:
        for stage in {event.stage, *event.further}:
            if stage in self._jobs:
                self._jobs[stage].join(event.time)
        if event.serial is None or event.statement is None:
            return
        statement = self._program.blocks[event.statement.block][event.statement.position]
        kind = _KINDS[statement.mode] if isinstance(statement, Run) else "stage"
        self._living[event.serial].join(event, kind)

    def _job_end(self, event: JobEnd) -> None:
        for stage in {event.stage, *event.further}:
            if stage in self._jobs:
                self._jobs[stage].leave(event.time)
        if event.serial is not None:
            self._living[event.serial].finish(event)

    def _queue(self, event: Queueing) -> None:
        self._living[event.serial].queue(event.time, event.statement)
        self._count(event.time, live=-1, queued=1)

    def _preemption(self, event: Preemption) -> None:
        session = self._living[event.serial]
        key = event.statement.block, event.statement.position
        for stage in session.at_stages:
            if stage in self._jobs:
                self._jobs[stage].leave(event.time)
            if stage in self._steps:
                self._steps[stage].lose(event.serial, event.time)
        if session.queued:
            self._count(event.time, live=1, queued=-1)
        session.preempt(event.time, key)
        self._preempted += 1
        if event.pool < len(self._pools):
            self._pools[event.pool].preempt(event.time)
        if len(self._marks) < PREEMPTIONS_KEPT and self._window.touches(event.time, event.time):
            self._marks.append(PreemptionMark(event.time, event.serial, event.pool, key))

    def _arrival(self, event: Arrival) -> None:
        session = Session(event.serial, event.time)
        self._living[event.serial] = session
        self._rows.arrive(session)
        self._arrived += 1
        self._count(event.time, live=1, queued=0)

    def _ending(self, event: Ending) -> None:
        session = self._living.pop(event.serial)
        for stage in set(session.at_stages):
            if stage in self._jobs:
                self._jobs[stage].leave(event.time)
        waits = session.queued
        row = session.end(event.time, event.rejected)
        if row is not None:
            self._rows.keep(row)
        self._notable.consider(session.notable(event.time, rejected=event.rejected))
        self._count(event.time, live=0 if waits else -1, queued=-1 if waits else 0)

    def _count(self, time: float, live: int, queued: int) -> None:
        self._population.shift(time, live, queued)


class _JobAccumulator:
    """A stage that has no iterations: how many jobs it serves, and how many wait."""

    __slots__ = ("_present", "_servers", "levels", "started")

    def __init__(self, program: Program, index: int, levels: LevelAccumulator) -> None:
        kind = program.stages[index].kind
        self._servers = kind.servers if isinstance(kind, Fifo) else math.inf
        self._present = 0
        self.started = 0
        self.levels = levels

    def join(self, time: float) -> None:
        self.started += 1
        self._set(time, self._present + 1)

    def leave(self, time: float) -> None:
        self._set(time, self._present - 1)

    def _set(self, time: float, present: int) -> None:
        self._present = present
        serving = min(present, self._servers)
        self.levels.set(time, serving, present - serving)


class _PoolAccumulator:
    """A pool: its levels, and what was taken back when."""

    __slots__ = ("_evicted", "_preempted", "evictions", "levels", "preemptions")

    def __init__(self, clock: Clock, levels: LevelAccumulator) -> None:
        self.levels = levels
        self.preemptions = 0
        self.evictions = 0
        self._preempted = clock.sums()
        self._evicted = clock.sums()

    def preempt(self, time: float) -> None:
        self.preemptions += 1
        self._preempted.add(time, 1)

    def evict(self, time: float) -> None:
        self.evictions += 1
        self._evicted.add(time, 1)

    def taken_back(self, count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Preemptions and evictions in each of `count` bins."""
        preempted = tuple(int(value) for value in self._preempted.values(count))
        return preempted, tuple(int(value) for value in self._evicted.values(count))


def _changes_kept(program: Program) -> int:
    """How many changes each level may keep, so that all together are not too many."""
    levels = 1 + min(len(program.stages), LANES_KEPT) + min(len(program.pools), LANES_KEPT)
    return CHANGES_KEPT // max(levels, FEW_LEVELS)


def _members(declared: Sequence[Pool | Stage]) -> list[tuple[Family, int]]:
    """Each stage or pool by its place, with its family."""
    return [(family, index) for family in families(declared) for index in family.places]
