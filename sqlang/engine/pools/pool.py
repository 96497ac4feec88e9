"""A pool: its capacity, who holds it, who waits for it, what it caches (POOL-1)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS, Declaration, RunError
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import SLACK, ceiling, divide, floor, minimum
from sqlang.engine.observer import Eviction, PoolLevel
from sqlang.engine.pools.cache import Cache, Entry
from sqlang.engine.pools.holders import Holders
from sqlang.engine.statistics import RunningMoments, TimeAverage

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage


class PoolFigures:
    """What a pool counts for the report, from time 0 (POOL-29) or while warm (STAT-9)."""

    def __init__(self) -> None:
        self.admissions = 0
        self.rejected = 0
        self.preemptions = 0
        self.stuck = 0
        self.spills = 0
        self.evicted_entries = 0
        self.evicted_units = 0.0
        self.wait = RunningMoments()
        self.used = TimeAverage()
        self.cached = TimeAverage()
        self.queue = TimeAverage()
        self.holders = TimeAverage()

    def restart(self, time: float) -> None:
        """The end of the warm-up."""
        for average in (self.used, self.cached, self.queue, self.holders):
            average.restart(time)


class Pool:
    """One pool, or one member of a family.

    `queue_key`, `evict_keys`, `served_by` and `memory_of` are set once when the run is built, after
    all pools and stages exist. `evict_keys` empty means `evict lru`.
    """

    def __init__(
        self, name: str, index: int, capacity: float, block: float | None, preempts: bool
    ) -> None:
        self.name: Final = name
        self.index: Final = index
        self.capacity: Final = capacity
        self.block: Final = block
        self.preempts: Final = preempts
        self.queue_key: Expression | None = None
        self.evict_keys: list[Expression] = []
        self.served_by: Stage | None = None
        """The stage whose iterations admit (`admit via`)."""
        self.memory_of: Final[list[Stage]] = []
        """The step stages whose `memory` it is."""
        self.used = 0.0
        self.queue: Final[deque[Session]] = deque()
        self.growers: Final[deque[Session]] = deque()
        self.holders: Final = Holders()
        self.cache: Final = Cache()
        self.figures: Final = PoolFigures()
        self._declaration: Final = Declaration("pool", index)

    def round_up(self, units: float) -> float:
        """`units` in whole blocks (POOL-1)."""
        if self.block is None:
            return units
        return ceiling(divide(units, self.block)) * self.block

    def round_down(self, units: float) -> float:
        """The whole blocks in `units` (POOL-1)."""
        if self.block is None:
            return units
        return floor(divide(units, self.block)) * self.block

    def has_room(self, units: float) -> bool:
        """Whether `units` more can be allocated; cached units never stand in the way (POOL-4)."""
        return self.used + units <= self.capacity + SLACK

    def make_room(self, units: float, simulation: Simulation) -> None:
        """Evict until `units` more fit beside what is cached, or nothing is cached (POOL-10)."""
        cache = self.cache
        while self.used + cache.total + units > self.capacity + SLACK and not cache.is_empty():
            self._evict(simulation)

    def _evict(self, simulation: Simulation) -> None:
        """Evict from one entry: all of it, or one block from its tail (POOL-11, POOL-12)."""
        if self.evict_keys:
            context = simulation.eviction_context
            context.declaration = self._declaration
            entry = self.cache.least_valued(self.evict_keys, context)
        else:
            entry = self.cache.least_recent()
        units = entry.size if self.block is None else minimum(self.block, entry.size)
        simulation.watch.tick()
        if entry.size - units == entry.size:
            message = f"no progress: the blocks of pool `{self.name}` are too small to evict"
            now = simulation.clock.now
            raise RunError(NO_PROGRESS, message, None, None, now, self._declaration)
        self._shrink(entry, units)
        if simulation.observer is not None:
            event = Eviction(simulation.clock.now, self.index, entry.number, units)
            simulation.observer.event(event)

    def _shrink(self, entry: Entry, units: float) -> None:
        entry.size -= units
        if entry.size <= SLACK:
            self.cache.remove(entry)
            self.figures.evicted_entries += 1
        self.cache.total -= units
        self.figures.evicted_units += units

    def record(self, simulation: Simulation) -> None:
        """Record the signals at the end of a settling (STAT-4)."""
        figures = self.figures
        now = simulation.clock.now
        used, cached = self.used, self.cache.total
        queued, holders = len(self.queue), self.holders.count
        if simulation.observer is not None and (
            used != figures.used.value
            or cached != figures.cached.value
            or queued != figures.queue.value
            or holders != figures.holders.value
        ):
            event = PoolLevel(now, self.index, used, cached, queued, holders)
            simulation.observer.event(event)
        figures.used.record(used, now)
        figures.cached.record(cached, now)
        figures.queue.record(queued, now)
        figures.holders.record(holders, now)
