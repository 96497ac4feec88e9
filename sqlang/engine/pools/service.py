"""Serving those who wait at a pool: growers first, then the queue (EXE-8, EXE-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.pools.admission import try_to_admit
from sqlang.engine.pools.growth import retry_growers

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation


def serve_pool(simulation: Simulation, pool: Pool) -> None:
    """Retry the growers, then try to admit, unless a stage admits from the queue (POOL-28)."""
    if pool.growers:
        retry_growers(simulation, pool)
    if pool.queued and pool.served_by is None:
        try_to_admit(simulation, pool)


def serve_all_pools(simulation: Simulation) -> None:
    """Serve every pool at once, in order (EXE-12); the sessions admitted only become ready."""
    if not simulation.changes.applicants:
        return
    for pool in simulation.pools:
        if pool.applicants:
            serve_pool(simulation, pool)
