"""Stretches: iterations that repeat the one before are done in one go, with the same results.

A batch of decodes repeats itself until something comes between: another event, a member that is
done, memory that has to be fought for, somebody who can be admitted. Up to there each end, settling
and start of an iteration is known beforehand, and is done here without selecting a batch.

Nothing is closed up that rounds: times, time averages and `used` are added up one by one in the
order of the ordinary way, so every bit is the same. The ordinary way is always right too; whatever
is not sure to repeat itself is left to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import INFINITY, SLACK, is_whole
from sqlang.engine.pools.growth import allocate, units_to_add
from sqlang.engine.stages.iteration import iteration_cost, iteration_event
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.observer import Member, Observer
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job
    from sqlang.engine.statistics import TimeAverage

_MOST_TOKENS: Final = 4096
"""In one go: between two of them the run may look whether it is to end."""

_EXACT_BELOW: Final = 9007199254740992.0
"""2^53: taking 1 from a number of at least 1 is exact below."""


def go_on(simulation: Simulation, stage: StepStage, until: float) -> bool:
    """Do iterations that repeat the running one of `stage`; false if not even one is sure to.

    The end of the running iteration is the next event. It is handled here, and so are the ends that
    follow, as long as they come before all other events and not after the time `until`.
    """
    if not _repeats(simulation, stage):
        return False
    longest = max(_MOST_TOKENS // len(stage.batch), 1)
    most = min(_starts_with_whole_tokens(stage.batch), longest, simulation.watch.left())
    if most < 1:
        return False
    bound = simulation.calendar.time_after_next()
    done = _Stretch(simulation, stage, bound, until).run(most)
    if done == 0:
        return False
    stage.figures.iterations += done
    simulation.calendar.postpone_next(stage.ends)
    live = simulation.population.live
    simulation.watch.repeated(done, len(stage.batch), stage.began, live)
    return True


def _repeats(simulation: Simulation, stage: StepStage) -> bool:
    """Whether the next selection is sure to come out as the last one did."""
    return (
        stage.is_regular
        and stage.only_decodes
        and stage.changes == stage.changes_selected
        and _nobody_moves_up(simulation, stage)
        and _no_other_is_due(simulation, stage)
    )


def _nobody_moves_up(simulation: Simulation, stage: StepStage) -> bool:
    """Whether all residents are served and nobody waits, or those who wait are sure to go on.

    Whoever was refused when the iteration began, by a pool or for want of budget, is refused again
    if nothing has happened since and what is asked for is the same: what is used only grows
    (POOL-4, POOL-17), and as many tokens are left (STEP-5, STEP-8).
    """
    if simulation.requests_are_steady and simulation.disturbances == stage.refused_after:
        return True
    return len(stage.batch) == len(stage.residents) and not _somebody_waits(simulation)


def _somebody_waits(simulation: Simulation) -> bool:
    return any(pool.queue or pool.growers for pool in simulation.pools)


def _no_other_is_due(simulation: Simulation, stage: StepStage) -> bool:
    """Whether no other stage would try at each settling to start an iteration (EXE-9, STEP-14)."""
    for other in simulation.settled_stages:
        if other is not stage and isinstance(other, StepStage) and other.is_due():
            return False
    return True


def _starts_with_whole_tokens(batch: list[Job]) -> int:
    """How many iterations can begin yet of which each member wants exactly 1 token (STEP-5)."""
    least = _EXACT_BELOW
    for job in batch:
        if job.work < least:
            least = job.work
        elif job.work >= _EXACT_BELOW:
            return 0
    return int(least) - 1


class _Stretch:
    """One go; `bound` is the time of the first event that is not the end of its iterations."""

    def __init__(
        self, simulation: Simulation, stage: StepStage, bound: float, until: float
    ) -> None:
        self._simulation: Final = simulation
        self._stage: Final = stage
        self._batch: Final = stage.batch
        self._bound: Final = bound
        self._until: Final = until
        self._pools: Final[list[Pool]] = []
        """The pools that the members grow."""
        for job in stage.batch:
            if job.growing is not None and job.growing not in self._pools:
                self._pools.append(job.growing)
        self._averages: Final = _averages_to_add_to(simulation, self._pools)
        self._may_evict: Final = not (
            simulation.requests_read_caches and _somebody_waits(simulation)
        )
        """Whether entries can go without a change of what somebody who waits asks for."""
        self._members: tuple[Member, ...] | None = None

    def run(self, most: int) -> int:
        """Do up to so many iterations; returns how many."""
        one_by_one = self._stage.cost_changes or self._simulation.observer is not None
        done = 0
        while done < most:
            free = _tokens_without_growth(self._batch)
            if free < 1.0 or one_by_one:
                begun = self._begin(grows=free < 1.0)
            else:
                left = most - done
                begun = self._repeat(int(free) if free < left else left)
            if begun == 0:
                break
            done += begun
        return done

    def _repeat(self, most: int) -> int:
        """Iterations in which nothing grows, so that they all cost the same."""
        stage = self._stage
        first = end = stage.ends
        began = stage.began
        cost = stage.cost_now
        count = 0
        while count < most and began < end < self._bound and end <= self._until:
            began = end
            end = began + cost
            count += 1
        if count:
            stage.began = began
            stage.ends = end
            self._simulation.clock.now = began
            _advance(self._batch, count)
            for average in self._averages:
                average.repeat(first, cost, count)
        return count

    def _begin(self, *, grows: bool) -> int:
        """A single iteration, for which members grow; 0 if it is not sure that all can."""
        stage = self._stage
        simulation = self._simulation
        observer = simulation.observer
        now = stage.ends
        if not (stage.began < now < self._bound and now <= self._until):
            return 0
        if grows and not self._all_can_grow():
            return 0
        if observer is not None and observer.follows(now, stage.index):
            return 0
        simulation.clock.now = now
        if grows:
            self._grow()
        _advance(self._batch, 1)
        if stage.cost_changes or (grows and stage.cost_surveys_memory):
            stage.cost_now = iteration_cost(stage, self._batch, 0.0)
        stage.began = now
        stage.ends = now + stage.cost_now
        if observer is not None:
            self._tell(observer)
        for average in self._averages:
            average.repeat(now, 0.0, 1)
        if grows:
            for pool in self._pools:
                pool.record_units(simulation)
        return 1

    def _tell(self, observer: Observer) -> None:
        if self._members is None:
            self._members = self._stage.members(self._simulation)
        observer.event(iteration_event(self._simulation, self._stage, self._members))

    def _all_can_grow(self) -> bool:
        """Whether there is room for all that grow together, without anybody put out (POOL-16)."""
        for pool in self._pools:
            pool.planned = pool.used
        for job in self._batch:
            part = job.part
            if part is None:
                continue
            missing = part.position + 1.0 - part.allocation
            if not missing > SLACK:
                continue
            units = units_to_add(part, missing)
            if units > 0.0 and not self._is_room(part.pool, units):
                return False
        return True

    def _is_room(self, pool: Pool, units: float) -> bool:
        """Whether `units` more fit beside what is planned, so that nothing else changes by it."""
        most = pool.capacity + SLACK
        if not pool.planned + units <= most:
            return False
        beside = pool.planned + pool.cache.total + units
        if beside > most and not pool.cache.is_empty() and not self._evicts_quietly(pool):
            return False
        pool.planned += units
        return True

    def _evicts_quietly(self, pool: Pool) -> bool:
        """Whether entries may go without anything being changed by it but the pool's cache."""
        return self._may_evict and pool.evicts_quietly

    def _grow(self) -> None:
        """Let all grow that need it for their next token, in the order of the batch (STEP-6)."""
        for job in self._batch:
            part = job.part
            if part is None:
                continue
            missing = part.position + 1.0 - part.allocation
            if missing > SLACK:
                units = units_to_add(part, missing)
                if units > 0.0:
                    allocate(self._simulation, part, units)


def _tokens_without_growth(batch: list[Job]) -> float:
    """How many tokens each member can surely get before one of them has to grow."""
    free = INFINITY
    for job in batch:
        part = job.part
        if part is not None:
            left = part.allocation - part.position
            if not is_whole(part.position):
                left -= 1.0  # sums with fractions may round upwards
            free = min(free, left)
    return free


def _advance(batch: list[Job], count: int) -> None:
    """Each member has got so many tokens of 1; positions may be fractions, whose sums round."""
    for job in batch:
        job.work -= count
        part = job.part
        if part is not None:
            position = part.position
            for _ in range(count):
                position += 1.0
            part.position = position


def _averages_to_add_to(simulation: Simulation, growing: list[Pool]) -> list[TimeAverage]:
    """The signals whose integrals change: those that are not 0, and those of pools that grow."""
    averages: list[TimeAverage] = [simulation.live]
    for stage in simulation.stages:
        averages.append(stage.figures.number)
        averages.append(stage.figures.utilization)
    for pool in simulation.pools:
        averages.append(pool.figures.queue)
        averages.append(pool.figures.holders)
        if pool not in growing:
            averages.append(pool.figures.used)
            averages.append(pool.figures.cached)
    found = [average for average in averages if average.value != 0.0]
    for pool in growing:
        found.append(pool.figures.used)
        found.append(pool.figures.cached)
    return found
