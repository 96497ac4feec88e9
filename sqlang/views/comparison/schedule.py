"""What is compared of two runs while they go on: their iterations, and what happens to sessions.

Of each happening eight bytes are kept, so that schedules of any length can be compared.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from sqlang.engine.observer import (
    Admission,
    Arrival,
    Ending,
    Event,
    Iteration,
    JobEnd,
    JobStart,
    Preemption,
    Queueing,
)
from sqlang.views.comparison.side import Side

MOST_KEPT: Final = 1 << 22
"""Happenings beyond these, 32 MiB of each kind, are counted but not compared."""

_BITS: Final = (1 << 64) - 1

SessionEvent = Arrival | Queueing | Admission | JobStart | JobEnd | Preemption | Ending


class Sequence64:
    """A sequence of happenings as digests; the second one is compared with the first as it comes.

    `parted` is the place of the first difference, None while there is none.
    """

    def __init__(self, first: Sequence64 | None = None, most: int = MOST_KEPT) -> None:
        self.count = 0
        self.parted: int | None = None
        self._first = first
        self._most = most
        self._kept: array[int] = array("Q")

    def add(self, happening: tuple[object, ...]) -> None:
        """The next happening, told by values that can be hashed."""
        at = self.count
        self.count += 1
        if self._first is None:
            if at < self._most:
                self._kept.append(hash(happening) & _BITS)
        elif self.parted is None and at < self._most:
            first = self._first
            if at >= first.count or first.digest(at) != hash(happening) & _BITS:
                self.parted = at

    def digest(self, at: int) -> int:
        return self._kept[at]

    def end(self) -> None:
        """The second run is over: it may have fewer happenings than the first."""
        first = self._first
        if first is not None and self.parted is None and self.count < min(first.count, self._most):
            self.parted = self.count

    @property
    def is_cut(self) -> bool:
        """Whether there were more than are compared."""
        return self.count > self._most


class Schedule:
    """What two runs do, as far as it is compared: `iterations` and the lives of `sessions`."""

    iterations: Sequence64
    sessions: Sequence64

    def __init__(self, side: Side, first: Schedule | None = None, most: int = MOST_KEPT) -> None:
        self._side = side
        self.iterations = Sequence64(None if first is None else first.iterations, most)
        self.sessions = Sequence64(None if first is None else first.sessions, most)

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.iterations.add(iteration_key(event, self._side))
        elif isinstance(event, SessionEvent):
            self.sessions.add(session_key(event, self._side))

    def end(self) -> None:
        self.iterations.end()
        self.sessions.end()


def iteration_key(event: Iteration, side: Side) -> tuple[object, ...]:
    """What makes two iterations the same: the batch and its cost."""
    return (event.cost, *batch_key(event, side))


def batch_key(event: Iteration, side: Side) -> tuple[object, ...]:
    """What makes two batches the same: time, stage, and who gets how many tokens."""
    members = [each.serial for each in event.members]
    tokens = [-each.tokens if each.prefill else each.tokens for each in event.members]
    turns = [each.turn for each in event.members]
    return (event.time, side.stages[event.stage], *members, *tokens, *turns)


def session_key(event: SessionEvent, side: Side) -> tuple[object, ...]:
    """What makes two happenings of sessions the same, wherever in the text they come from."""
    match event:
        case Arrival():
            return ("arrival", event.time, event.serial)
        case Ending():
            return ("end", event.time, event.serial, event.rejected)
        case Queueing():
            return ("queueing", event.time, event.serial, side.pools[event.pool])
        case Admission():
            pools = _named(event.pools, side.pools)
            return ("admission", event.time, event.serial, pools, event.units, event.cached)
        case Preemption():
            return ("preemption", event.time, event.serial, side.pools[event.pool], event.computed)
        case JobStart():
            stages = _named((event.stage, *event.further), side.stages)
            mode = side.mode(event.statement)
            return ("start", event.time, event.serial, stages, event.work, mode)
        case JobEnd():
            return ("done", event.time, event.serial, side.stages[event.stage], event.started)


def _named(places: tuple[int, ...], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[place] for place in places)
