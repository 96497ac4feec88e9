"""What a timeline keeps of stages and pools while a run goes on."""

from __future__ import annotations

import math
from typing import Final

from sqlang.engine.observer import Iteration
from sqlang.views.bins import Clock
from sqlang.views.recording.records import Key
from sqlang.views.timeline.records import BatchMember, Bin, Block, Level, Levels, Window

BLOCKS_KEPT: Final = 2000
"""Iterations of all step stages together that are kept exactly."""
MEMBERS_KEPT: Final = 24


class LevelAccumulator:
    """Two quantities that change at instants; of an instant the last values count."""

    __slots__ = (
        "_before",
        "_changes",
        "_exact_until",
        "_kept",
        "_now",
        "_peak",
        "_peaks",
        "_window",
    )

    def __init__(self, clock: Clock, window: Window, kept: int) -> None:
        self._window = window
        self._kept = kept
        self._now = Level(0.0, 0.0, 0.0)
        self._peaks = clock.peaks(), clock.peaks()
        self._peak = 0.0
        self._before = Level(0.0, 0.0, 0.0)
        self._changes: list[Level] = []
        self._exact_until = math.inf

    def set(self, time: float, first: float, second: float) -> None:
        """From `time` on the quantities are these."""
        if time > self._now.time:
            self._settle()
        self._now = Level(time, first, second)

    def shift(self, time: float, first: int, second: int) -> None:
        """Add to both quantities at a time."""
        self.set(time, self._now.first + first, self._now.second + second)

    def levels(self, count: int) -> Levels:
        """With `count` bins, unless every change since the start of the run is there."""
        self._settle()
        firsts, seconds = (peaks.values(count) for peaks in self._peaks)
        changes = (self._before, *self._changes)
        if len(changes) > 1 and changes[1].time == changes[0].time:
            changes = changes[1:]
        bins = () if self.whole else tuple(zip(firsts, seconds, strict=True))
        return Levels(changes, self._exact_until, bins, self._peak)

    @property
    def whole(self) -> bool:
        """Whether every change since the start of the run is kept."""
        return self._exact_until == math.inf and self._window.start <= 0

    def _settle(self) -> None:
        """The present instant is over, or the run is: what holds now held for some time."""
        now = self._now
        self._peaks[0].set(now.time, now.first)
        self._peaks[1].set(now.time, now.second)
        self._peak = max(self._peak, now.first + now.second)
        if now.time < self._window.start:
            self._before = Level(self._window.start, now.first, now.second)
        elif self._exact_until == math.inf:
            self._keep(now)

    def _keep(self, now: Level) -> None:
        last = self._changes[-1] if self._changes else self._before
        if self._changes and last.time == now.time:
            self._changes[-1] = now
        elif last[1:] == now[1:]:
            return
        elif now.time > self._window.end or len(self._changes) >= self._kept:
            self._exact_until = now.time
        else:
            self._changes.append(now)


class StepAccumulator:
    """The iterations of one step stage."""

    __slots__ = (
        "_blocks",
        "_counted",
        "_decode",
        "_decoded",
        "_empty",
        "_prefill",
        "_prefilled",
        "_running",
        "_started",
        "_window",
        "exact_until",
        "iterations",
    )

    def __init__(self, clock: Clock, window: Window) -> None:
        self.iterations = 0
        self.exact_until = math.inf
        self._window = window
        self._blocks: list[Block] = []
        self._running: Iteration | None = None
        self._counted = 0.0
        self._prefill, self._decode, self._empty = clock.sums(), clock.sums(), clock.sums()
        self._started, self._prefilled, self._decoded = clock.sums(), clock.sums(), clock.sums()

    def start(self, event: Iteration, serials: set[int], room: bool) -> bool:
        """Returns whether it is kept as a block, for which there must be room."""
        self.count_until(event.time)
        self._running = event
        self._counted = event.time
        self.iterations += 1
        prefilled, decoded = tokens_of(event)
        self._started.add(event.time, 1)
        self._prefilled.add(event.time, prefilled)
        self._decoded.add(event.time, decoded)
        end = event.time + event.cost
        if self.exact_until != math.inf or not self._window.touches(event.time, end):
            if event.time > self._window.end:
                self.exact_until = min(self.exact_until, event.time)
            return False
        if not room:
            self.exact_until = event.time
            return False
        self._blocks.append(_block(event, end, serials, prefilled, decoded))
        return True

    def lose(self, serial: int, time: float) -> None:
        """A member is preempted, which matters if its iteration still runs."""
        if not self._blocks or self._running is None or self._blocks[-1].end <= time:
            return
        block = self._blocks[-1]
        if block.start != self._running.time:
            return
        members = tuple(
            each._replace(lost=True) if each.serial == serial else each for each in block.members
        )
        self._blocks[-1] = block._replace(members=members)

    def count_until(self, time: float) -> None:
        """Count what the running iteration took up to a time."""
        event = self._running
        if event is None:
            return
        start, end = self._counted, min(event.time + event.cost, time)
        self._counted = max(start, end)
        prefilled, decoded = tokens_of(event)
        tokens = prefilled + decoded
        if not tokens > 0:
            self._empty.spread(start, end, 1.0)
            return
        self._prefill.spread(start, end, prefilled / tokens)
        self._decode.spread(start, end, decoded / tokens)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(self._blocks)

    def bins(self, count: int, width: float) -> tuple[Bin, ...]:
        """Shares of time, and sums, of the first `count` bins."""
        shares = (
            [min(value / width, 1.0) for value in series.values(count)]
            for series in (self._prefill, self._decode, self._empty)
        )
        sums = (self._prefilled.values(count), self._decoded.values(count))
        started = [int(value) for value in self._started.values(count)]
        return tuple(map(Bin, *shares, started, *sums))


def tokens_of(event: Iteration) -> tuple[float, float]:
    """Prefill and decode tokens of an iteration."""
    prefilled = decoded = 0.0
    for member in event.members:
        if member.prefill:
            prefilled += member.tokens
        else:
            decoded += member.tokens
    return prefilled, decoded


def _block(
    event: Iteration, end: float, serials: set[int], prefilled: float, decoded: float
) -> Block:
    members: list[BatchMember] = []
    statements: dict[Key, None] = {}
    for at, member in enumerate(event.members):
        key = member.statement.block, member.statement.position
        statements[key] = None
        if at < MEMBERS_KEPT or member.serial in serials:
            members.append(
                BatchMember(member.serial, member.turn, member.prefill, member.tokens, key)
            )
    return Block(
        event.stage,
        event.time,
        end,
        len(event.members),
        tuple(members),
        tuple(statements),
        prefilled,
        decoded,
        event.used,
        event.cached,
        event.cost,
    )
