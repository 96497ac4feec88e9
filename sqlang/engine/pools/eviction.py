"""Making room in a pool: entries lose units, which may be spilled (POOL-10, POOL-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS, RunError
from sqlang.engine.numbers import SLACK, minimum
from sqlang.engine.observer import Eviction
from sqlang.engine.pools.spilling import Spilling, begin_spilling
from sqlang.engine.pools.victims import Victims

if TYPE_CHECKING:
    from sqlang.engine.pools.cache import Entry
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation


class _Clearance:
    """Room being made in a pool, for what is spilled into it if that is the reason."""

    __slots__ = ("pool", "victims", "spilling")

    def __init__(self, pool: Pool, victims: Victims, spilling: Spilling | None) -> None:
        self.pool: Final = pool
        self.victims: Final = victims
        self.spilling: Final = spilling


def make_room(simulation: Simulation, pool: Pool, units: float) -> None:
    """Evict until `units` more fit beside what is cached, or nothing is cached (POOL-10).

    Where evicted units go, room is made first: their pool may lose entries in turn, and so on along
    a chain or in a circle of pools, which may be long.
    """
    if not pool.is_crowded(units):
        return
    if pool.spill is None and not pool.evict_keys:
        while pool.is_crowded(units):
            _take_units(simulation, pool, pool.cache.least_recent())
        return
    clearances = [_clearance(simulation, pool, units, None)]
    while clearances:
        clearance = clearances[-1]
        victim = clearance.victims.next()
        if victim is not None:
            spilling = _evict(simulation, clearance, victim)
            if spilling is not None:
                target = spilling.clause.target
                clearances.append(_clearance(simulation, target, 0.0, spilling))
        else:
            clearances.pop()
            if clearance.spilling is not None:
                clearance.spilling.finish(simulation)


def _clearance(
    simulation: Simulation, pool: Pool, units: float, spilling: Spilling | None
) -> _Clearance:
    return _Clearance(pool, Victims(pool, units, simulation.eviction_context), spilling)


def _evict(simulation: Simulation, clearance: _Clearance, entry: Entry) -> Spilling | None:
    """Evict from one entry, which may spill what it loses (POOL-26)."""
    pool = clearance.pool
    units = _take_units(simulation, pool, entry)
    if entry.size > SLACK:
        clearance.victims.shortened(entry)
    clause = pool.spill
    return None if clause is None else begin_spilling(simulation, pool, clause, entry, units)


def _take_units(simulation: Simulation, pool: Pool, entry: Entry) -> float:
    """Evict from one entry: all of it, or one block from its tail (POOL-12); returns the units."""
    units = entry.size if pool.block is None else minimum(pool.block, entry.size)
    simulation.watch.tick()
    if not entry.size - units < entry.size and simulation.watch.step():
        message = f"no progress: evicting a block of pool `{pool.name}` makes no room"
        node = simulation.program.pools[pool.index]
        raise RunError(NO_PROGRESS, message, None, None, simulation.clock.now, node)
    entry.size -= units
    if entry.size <= SLACK:
        pool.cache.remove(entry)
        pool.figures.evicted_entries += 1
    pool.cache.total -= units
    pool.figures.evicted_units += units
    pool.touch(simulation.changes)
    if simulation.changes.requests_read_caches:
        simulation.changes.disturbances += 1
    if simulation.observer is not None:
        event = Eviction(simulation.clock.now, pool.index, entry.number, units)
        simulation.observer.event(event)
    return units
