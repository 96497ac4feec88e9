"""What has happened in a run, counted, so that one can see that nothing has since.

What depends on nothing that has happened comes out again as it did, and need not be done again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.pools.pool import Pool


class Changes:
    """Counts of what happens, and what the counts were when it was looked at last."""

    def __init__(self) -> None:
        self.disturbances: i64 = 0
        """How often something has happened by which others may go on that wait: a session performs
        statements, is admitted or preempted, waits to grow or no longer, a lease expires."""
        self.pools: Final[list[Pool]] = []
        """Those at which something may have changed since signals were recorded last."""
        self.waiting = 0
        """How many sessions wait for admission or to grow."""
        self.applicants = 0
        """How many of them pools serve in a settling: all but those that a stage may admit."""
        self.refused_after: i64 = 0
        """`disturbances` when the pools last refused all those that wait (EXE-8)."""
        self.requests_are_steady = False
        """Whether those that wait ask for the same again as long as nothing happens."""
        self.requests_read_caches = True
        """Whether what they ask for depends on entries in caches."""
        self.requests_read_budgets = True
        """Whether it depends on what is left of budgets."""

    def are_refused_again(self) -> bool:
        """Whether all that wait would be refused again: nothing has happened since they were.

        What is used may have grown meanwhile, which makes it only harder (POOL-4, POOL-17).
        """
        return self.requests_are_steady and self.refused_after == self.disturbances
