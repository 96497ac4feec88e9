"""Which entries of a pool are evicted, one after the other, to make room (POOL-10, POOL-11)."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.dependencies import changes_with_evictions
from sqlang.engine.expressions.keys import sort_key
from sqlang.engine.pools.cache import focus
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.expressions.context import Context
    from sqlang.engine.pools.cache import Entry
    from sqlang.engine.pools.pool import Pool


class Victims:
    """Hands out the entries to evict from until `units` more fit into the pool.

    Each victim is the least of all entries at that moment. Where no eviction changes the keys of
    other entries (`Pool.ranks_once`) and several blocks have to go, keys are evaluated only once,
    and again for an entry that has lost a block. If spills come back to the pool that makes a
    difference, and it is the reference's: entries that come meanwhile are left alone, the others
    keep their ranks.
    """

    __slots__ = ("_pool", "_units", "_context", "_ranking", "_shortened")

    def __init__(self, pool: Pool, units: float, context: Context) -> None:
        self._pool: Final = pool
        self._units: Final = units
        self._context: Final = context
        self._ranking: list[tuple[list[int], int, int]] | None = None
        """A heap: keys, release number and number of each entry."""
        self._shortened = -1
        """The number of the victim that is to be ranked again, if any."""
        if pool.ranks_once and pool.lacks_several_blocks(units):
            self._ranking = [self._rank(entry) for entry in pool.cache.entries()]
            heapify(self._ranking)

    def next(self) -> Entry | None:
        """The next victim; None if the units fit or nobody is left."""
        if self._ranking is not None:
            return self._least_ranked(self._ranking)
        pool = self._pool
        if not pool.is_crowded(self._units):
            return None
        if pool.evict_keys:
            # A single session may rightly evict a great many, each the least of the rest.
            self._context.watch.tick(pool.cache.count() // 4)
            return pool.cache.least_valued(pool.evict_keys, self._context)
        return pool.cache.least_recent()

    def shortened(self, entry: Entry) -> None:
        """The victim still has units: it stays among the candidates.

        Its keys are those that it has once what it has lost is spilled.
        """
        if self._ranking is not None:
            self._shortened = entry.number

    def _least_ranked(self, ranking: list[tuple[list[int], int, int]]) -> Entry | None:
        cache = self._pool.cache
        shortened = cache.find(self._shortened)
        self._shortened = -1
        if shortened is not None:
            heappush(ranking, self._rank(shortened))
        while ranking and self._pool.is_crowded(self._units):
            entry = cache.find(heappop(ranking)[2])
            if entry is not None:
                return entry
        return None

    def _rank(self, entry: Entry) -> tuple[list[int], int, int]:
        keys = self._pool.evict_keys
        values = sort_key(keys, focus(self._context, entry)) if keys else []
        return values, entry.release_number, entry.number


def ranks_once(program: ir.Program, pool: ir.Pool) -> bool:
    """Whether entries are ranked once for all the blocks evicted to make room.

    Not if there are no blocks, or if keys draw or read what an eviction or a spill may change.
    """
    if pool.block is None:
        return False
    if isinstance(pool.evict, ir.EvictLru):
        return _spills_come_back(program, pool)
    return not changes_with_evictions(pool.evict.keys)


def _spills_come_back(program: ir.Program, pool: ir.Pool) -> bool:
    """Whether a chain of spills leads from the pool to itself."""
    reached = pool
    for _ in program.pools:
        if reached.spill is None:
            return False
        reached = program.pools[reached.spill.to]
        if reached is pool:
            return True
    return False
