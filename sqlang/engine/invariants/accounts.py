"""Conservation over time: what an observer is told adds up to what the report says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from sqlang.engine.invariants.levels import Levels
from sqlang.engine.invariants.violation import agree, require
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
    SampleTaken,
)
from sqlang.engine.selection_events import BatchSelection

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


class Accounts(Observer):
    """Keeps books of a run and passes everything on to the observer of the run, if it has one.

    `reused_more` are the pools of which a session once had more cached than it was then allocated:
    what it gives back may be more than what it held (POOL-15).
    """

    def __init__(self, observer: Observer | None) -> None:
        self._observer: Final = observer
        self.reused_more: Final[set[int]] = set()
        self._time = 0.0
        self._warm_since = 0.0
        self._arrived: Final[dict[int, float]] = {}
        """By serial of the live sessions: when they came."""
        self._sessions = 0
        self._ended_warm = 0
        self._lived = 0.0
        """Time that sessions now gone have lived, without the warm-up."""
        self._jobs: Final[dict[int, tuple[JobStart, float]]] = {}
        """By serial: the job it waits for, and the tokens that it got in iterations."""
        self._done: Final[dict[int, int]] = {}
        self._iterations: Final[dict[int, int]] = {}
        self._admissions: Final[dict[int, int]] = {}
        self._preemptions: Final[dict[int, int]] = {}
        self._evicted: Final[dict[int, float]] = {}
        self._samples: Final[dict[int, int]] = {}
        self._levels: Final[dict[int, Levels]] = {}

    def event(self, event: Event) -> None:
        require(event.time >= self._time, f"time runs backwards, to {event.time}")
        self._time = event.time
        match event:
            case Arrival() | Ending():
                self._session(event)
            case JobStart() | JobEnd() | Iteration():
                self._job(event)
            case Admission():
                self._admission(event)
            case Preemption():
                _add(self._preemptions, event.pool)
                self._jobs.pop(event.serial, None)
            case Eviction():
                self._evicted[event.pool] = self._evicted.get(event.pool, 0.0) + event.units
            case PoolLevel():
                self._levels.setdefault(event.pool, Levels()).change(event)
            case SampleTaken():
                if event.counted:
                    _add(self._samples, event.slot)
        if self._observer is not None:
            self._observer.event(event)

    def follows(self, time: float, stage: int) -> bool:
        return self._observer is not None and self._observer.follows(time, stage)

    def selection(self, selection: BatchSelection) -> None:
        if self._observer is not None:
            self._observer.selection(selection)

    def cancelled(self) -> bool:
        return self._observer is not None and self._observer.cancelled()

    def progress(self, time: float) -> None:
        if self._observer is not None:
            self._observer.progress(time)

    def warm_up_is_over(self, time: float) -> None:
        """Statistics begin now (STAT-3)."""
        self._warm_since = time
        self._ended_warm = 0
        self._lived = 0.0
        self._done.clear()
        for levels in self._levels.values():
            levels.restart(time)

    def check(self, simulation: Simulation) -> None:
        """The counters are what was told, after any settling."""
        population = simulation.population
        require(population.arrivals == self._sessions, "sessions arrived without being told")
        require(population.live == len(self._arrived), "sessions have gone without being told")
        if not simulation.warm:
            return
        require(simulation.ended == self._ended_warm, "the report counts other sessions as ended")
        for slot, samples in enumerate(simulation.samples):
            require(samples.count() == self._samples.get(slot, 0), "samples are not as told")
        for pool in simulation.pools:
            figures, index = pool.figures, pool.index
            where = f"pool `{pool.name}` ({index})"
            told = self._admissions.get(index, 0)
            require(figures.admissions == told, f"{where}: {told} admissions were told")
            told = self._preemptions.get(index, 0)
            require(figures.preemptions == told, f"{where}: {told} preemptions were told")
            units = self._evicted.get(index, 0.0)
            require(figures.evicted_units == units, f"{where}: {units} units were told evicted")
        for stage in simulation.stages:
            where = f"stage `{stage.name}` ({stage.index})"
            told = self._iterations.get(stage.index, 0)
            require(stage.figures.iterations == told, f"{where}: {told} iterations were told")
            told = self._done.get(stage.index, 0)
            require(stage.figures.completed >= told, f"{where}: {told} jobs were told done")

    def check_integrals(self, simulation: Simulation) -> None:
        """Time averages are what was told, that of live sessions the time they lived (Little)."""
        end = simulation.clock.now
        span = end - self._warm_since
        if not simulation.warm or not 0.0 < span < float("inf"):
            return
        lived = self._lived
        for arrived in self._arrived.values():
            lived += end - max(arrived, self._warm_since)
        mean = simulation.live.mean(end)
        require(agree(mean * span, lived), f"{mean} live for {span}, but sessions lived {lived}")
        for pool in simulation.pools:
            if pool.index in self._levels:
                self._levels[pool.index].check(pool, end, span)

    def _session(self, event: Arrival | Ending) -> None:
        serial = event.serial
        if isinstance(event, Arrival):
            require(serial == self._sessions, f"session {serial} arrives out of turn")
            self._sessions += 1
            self._arrived[serial] = event.time
            return
        require(serial in self._arrived, f"session {serial} ends without being there")
        arrived = self._arrived.pop(serial)
        self._lived += event.time - max(arrived, self._warm_since)
        self._ended_warm += 1
        self._jobs.pop(serial, None)

    def _job(self, event: JobStart | JobEnd | Iteration) -> None:
        if isinstance(event, JobStart):
            require(event.work > 0.0, f"session {event.serial} has a job without work")
            if self._lives(event.serial):
                require(event.serial not in self._jobs, f"session {event.serial} has two jobs")
                self._jobs[event.serial] = event, 0.0
        elif isinstance(event, Iteration):
            _add(self._iterations, event.stage)
            for member in event.members:
                start, tokens = self._jobs[member.serial]
                require(start.stage == event.stage, "a job is served in another stage")
                self._jobs[member.serial] = start, tokens + member.tokens
        else:
            require(event.joined <= event.started <= event.time, "a job was served in no order")
            for stage in {event.stage, *event.further}:
                _add(self._done, stage)
            if self._lives(event.serial):
                self._job_end(event, event.serial)

    def _job_end(self, event: JobEnd, serial: int) -> None:
        """Tokens in are tokens out: the job got in iterations what it came with."""
        require(serial in self._jobs, f"session {serial} has no job to end")
        start, tokens = self._jobs.pop(serial)
        require(event.joined == start.time, "a job ends that began at another time")
        if event.stage in self._iterations:
            what = f"session {serial} got {tokens} tokens for {start.work}"
            require(agree(tokens, start.work), what)

    def _lives(self, serial: int | None) -> TypeGuard[int]:
        """Whether a session of that serial is there; nobody waits for the jobs of spills."""
        return serial in self._arrived

    def _admission(self, event: Admission) -> None:
        for pool, units in zip(event.pools, event.units, strict=True):
            _add(self._admissions, pool)
            if event.cached > units:
                self.reused_more.add(pool)


def _add(counts: dict[int, int], place: int) -> None:
    counts[place] = counts.get(place, 0) + 1
