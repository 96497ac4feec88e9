"""A pool: its capacity, who holds it, who waits for it, what it caches (POOL-1)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import SLACK, ceiling, divide, floor
from sqlang.engine.observer import PoolLevel
from sqlang.engine.pools.cache import Cache
from sqlang.engine.pools.holders import Holders
from sqlang.engine.statistics import RunningMoments, TimeAverage

if TYPE_CHECKING:
    from sqlang.engine.changes import Changes
    from sqlang.engine.pools.spilling import SpillClause
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

    `queue_key`, `evict_keys`, `ranks_once`, `spill`, `served_by` and `memory_of` are set once when
    the run is built, after all pools and stages exist. `evict_keys` empty means `evict lru`.
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
        self.ranks_once = False
        """Whether entries are ranked once for all the blocks that are evicted to make room."""
        self.evicts_quietly = False
        """Whether evictions change nothing but the cache, and their keys read no state of a run."""
        self.spill: SpillClause | None = None
        self.served_by: Stage | None = None
        """The stage whose iterations admit (`admit via`)."""
        self.memory_of: Final[list[Stage]] = []
        """The step stages whose `memory` it is."""
        self.refused_after = -1
        """`Changes.disturbances` when its stage refused to admit anybody, if that is to last."""
        self.is_touched = False
        """Whether it is among `Changes.pools`."""
        self.applicants = 0
        """Its part of `Changes.applicants`."""
        self.used = 0.0
        self.planned = 0.0
        """While a stretch looks ahead: what would be used after the growths it has looked at."""
        self.queue: Final[deque[Session]] = deque()
        self.queued = 0
        """How many there are in the queue."""
        self.growers: Final[deque[Session]] = deque()
        self.holders: Final = Holders()
        self.cache: Final = Cache()
        self.figures: Final = PoolFigures()

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

    def is_crowded(self, units: float) -> bool:
        """Whether something cached must go before `units` more fit beside it (POOL-10)."""
        cached = self.cache.total
        return self.used + cached + units > self.capacity + SLACK and not self.cache.is_empty()

    def lacks_several_blocks(self, units: float) -> bool:
        """Whether more than one block must go before `units` more fit."""
        block = 0.0 if self.block is None else self.block
        return self.used + self.cache.total + units - block > self.capacity + SLACK

    def touch(self, changes: Changes) -> None:
        """Units, the queue or the holders may have changed: signals are to be recorded."""
        if not self.is_touched:
            self.is_touched = True
            changes.pools.append(self)

    def enqueue(self, session: Session, changes: Changes, *, in_front: bool) -> None:
        """A session waits for admission from now on."""
        if in_front:
            self.queue.appendleft(session)
        else:
            self.queue.append(session)
        self.queued += 1
        changes.waiting += 1
        if self.served_by is None:
            self.applicants += 1
            changes.applicants += 1
        self.touch(changes)

    def dequeue(self, session: Session, changes: Changes) -> None:
        """A session waits for admission no longer."""
        if self.queue[0] is session:
            self.queue.popleft()
        else:
            self.queue.remove(session)
        self.queued -= 1
        changes.waiting -= 1
        if self.served_by is None:
            self.applicants -= 1
            changes.applicants -= 1
        self.touch(changes)

    def add_grower(self, session: Session, changes: Changes) -> None:
        """A session waits to grow from now on."""
        self.growers.append(session)
        self.applicants += 1
        changes.waiting += 1
        changes.applicants += 1

    def remove_grower(self, session: Session, changes: Changes) -> None:
        """A session waits to grow no longer."""
        self.growers.remove(session)
        self.applicants -= 1
        changes.waiting -= 1
        changes.applicants -= 1

    def record(self, simulation: Simulation) -> None:
        """Record the signals at the end of a settling (STAT-4)."""
        self.is_touched = False
        figures = self.figures
        used, cached = self.used, self.cache.total
        queued, holders = float(self.queued), float(self.holders.count)
        if (
            used == figures.used.value
            and cached == figures.cached.value
            and queued == figures.queue.value
            and holders == figures.holders.value
        ):
            return
        if simulation.observer is not None:
            now = simulation.clock.now
            event = PoolLevel(now, self.index, used, cached, self.queued, self.holders.count)
            simulation.observer.event(event)
        signals = simulation.signals
        signals.change(figures.used, used)
        signals.change(figures.cached, cached)
        signals.change(figures.queue, queued)
        signals.change(figures.holders, holders)
