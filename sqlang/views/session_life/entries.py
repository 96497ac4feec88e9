"""What is cached of one session, pool by pool, as the events of a run tell it."""

from __future__ import annotations

_SLACK = 1e-9
"""An entry of no more than this is gone (POOL-12)."""


class OwnEntries:
    """Units of the session's own entry in each pool that has one."""

    __slots__ = ("_units",)

    def __init__(self) -> None:
        self._units: dict[int, float] = {}

    def is_empty(self) -> bool:
        return not self._units

    def keep(self, pool: int, units: float) -> None:
        """A hold leaves units, in place of an older entry; without any that one stays (POOL-14)."""
        if units > 0:
            self._units[pool] = units

    def gain(self, pool: int, units: float) -> None:
        """Units come from another pool (POOL-26)."""
        self._units[pool] = self._units.get(pool, 0.0) + units

    def lose(self, pool: int, units: float) -> None:
        """Units are evicted."""
        left = self._units.pop(pool, 0.0) - units
        if left > _SLACK:
            self._units[pool] = left

    def take(self, pool: int) -> None:
        """The entry is used up or dropped."""
        self._units.pop(pool, None)
