"""Recording the signals of the pools at which something has changed (STAT-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation


def record_pools(simulation: Simulation) -> None:
    """Record them at the end of a settling; an observer is told in the order of declaration."""
    touched = simulation.changes.pools
    if simulation.observer is not None and len(touched) > 1:
        touched.sort(key=_index)
    for pool in touched:
        pool.record(simulation)
    touched.clear()


def _index(pool: Pool) -> int:
    return pool.index
