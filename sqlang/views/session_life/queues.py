"""Who waits for admission at each pool, in order, as the events of a run tell it."""

from __future__ import annotations

from sqlang.engine.observer import Admission, Ending, Preemption, Queueing


class Queues:
    """Knows as many sessions as wait at the moment."""

    __slots__ = ("_pool_of", "_put_out", "_waiting")

    def __init__(self, pools: int) -> None:
        self._waiting: list[dict[int, None]] = [{} for _ in range(pools)]
        self._pool_of: dict[int, int] = {}
        self._put_out: int | None = None
        """Whoever was preempted last: it may go back into a queue, at the front (POOL-19)."""

    def join(self, event: Queueing, tell: bool) -> tuple[int, ...]:
        """A session joins a queue; returns who is ahead of it, if that is to be told."""
        queue = self._waiting[event.pool]
        self._pool_of[event.serial] = event.pool
        if self._put_out == event.serial:
            self._put_out = None
            self._waiting[event.pool] = {event.serial: None} | queue
            return ()
        ahead = tuple(queue) if tell else ()
        queue[event.serial] = None
        return ahead

    def leave(self, event: Admission | Preemption | Ending) -> None:
        """A session is in no queue any more."""
        pool = self._pool_of.pop(event.serial, None)
        if pool is not None:
            del self._waiting[pool][event.serial]
        if isinstance(event, Preemption):
            self._put_out = event.serial
        elif self._put_out == event.serial:
            self._put_out = None
