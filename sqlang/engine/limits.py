"""What ends a run before its horizon: bounds, a cancellation, or a lack of progress."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.engine.events import Clock
from sqlang.engine.memory import memory_in_use
from sqlang.engine.observer import Observer

if TYPE_CHECKING:
    from mypy_extensions import i64

DEFAULT_INSTANT: Final = 1_000_000

_EVENTS_BETWEEN_CHECKS: Final = 256
_EVENT_CHECKS: Final = 255
"""Where these bits of the number of events are 0, it is time for a check."""
_STEPS_BETWEEN_CHECKS: Final = 4096
_STEP_CHECKS: Final = 4095
"""The same for steps."""
_UNBOUNDED: Final = 2**62
_PIECES_OF_A_JOB: Final = 4
_PIECES_OF_A_STEP: Final = 32
"""So many pieces of work are worth another step: each of 32,000 sessions may look at all."""


class Limits(NamedTuple):
    """Bounds of a run; None bounds nothing.

    `iterations` may start and `events` may happen; `deadline` is in seconds of wall time, `memory`
    in mebibytes that the process has in use. `instant` is how many statements and events may follow
    one another without the clock advancing, beside 1000 for each session and event that the instant
    begins with, before the run fails with SQ991 (see `standstill`).
    """

    iterations: int | None = None
    events: int | None = None
    deadline: float | None = None
    instant: int = DEFAULT_INSTANT
    memory: int | None = None


class Stopped(NamedTuple):
    """What ended a run early, and the time of its clock then.

    `reason` is `iterations`, `events`, `deadline`, `cancelled` or `memory`.
    """

    reason: str
    time: float


class InterruptionError(Exception):
    """A bound was met or the observer cancelled; the main loop turns it into a `Stopped`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: Final = reason


class Watch:
    """Counts what happens and interrupts the run where a bound is met."""

    def __init__(self, clock: Clock, limits: Limits, observer: Observer | None) -> None:
        self.limits: Final = limits
        self._clock: Final = clock
        self._observer: Final = observer
        self._most_events: Final[i64] = -1 if limits.events is None else limits.events
        self._deadline: Final = None if limits.deadline is None else monotonic() + limits.deadline
        self.events: i64 = 0
        self.iterations: i64 = 0
        self.iterations_repeated: i64 = 0
        """Those of them that were begun in stretches."""
        self.furthest = 0.0
        """The latest time the clock has shown: with it the present instant began."""
        self.live_at_beginning: i64 = 0
        self.steps: i64 = 0
        """Statements and events of the present instant, and what their work is worth."""
        self.worked_steps: i64 = 0
        """Those of `steps` that stand for long work."""
        self._instant: Final[i64] = limits.instant
        self.allowed_steps: i64 = limits.instant
        """So many of `steps` may be done before somebody looks whether the run stands still."""
        self._first_look: Final[i64] = min(limits.instant + 1, _STEPS_BETWEEN_CHECKS)
        self.next_look: i64 = self._first_look
        """From so many of `steps` on, `look` is to be called."""
        self._until_check: i64 = _STEPS_BETWEEN_CHECKS

    def event(self, time: float, live: i64) -> bool:
        """An event is about to happen at `time`, while `live` sessions are live; as `step`."""
        if self.events == self._most_events:
            raise InterruptionError("events")
        if self.events & _EVENT_CHECKS == 0:
            self.check()
        self.events += 1
        if time > self.furthest:
            self.furthest = time
            self.begin_instant(live)
        return self.step()

    def begin_instant(self, live: i64) -> None:
        """The clock has advanced, or the workload has just started with `live` sessions."""
        self.steps = 0
        self.worked_steps = 0
        self.live_at_beginning = live
        self.allowed_steps = self._instant
        self.next_look = self._first_look

    def iteration(self, jobs: int) -> None:
        """An iteration is about to start at a stage with so many jobs."""
        if self.iterations == self.limits.iterations:
            raise InterruptionError("iterations")
        self.iterations += 1
        self.tick(_PIECES_OF_A_JOB * jobs)

    def left(self) -> int:
        """How many iterations may start and end before a bound is met; a great many without one."""
        left = _UNBOUNDED
        if self.limits.events is not None:
            left = self.limits.events - self.events
        if self.limits.iterations is not None:
            left = min(left, self.limits.iterations - self.iterations)
        return left

    def repeated(self, count: int, jobs: int, time: float, live: int) -> None:
        """So many iterations with so many jobs have started again, the last of them at `time`."""
        checks = self.events // _EVENTS_BETWEEN_CHECKS
        self.events += count
        self.iterations += count
        self.iterations_repeated += count
        self.furthest = time
        self.begin_instant(live)
        if self.events // _EVENTS_BETWEEN_CHECKS != checks:
            self.check()
        else:
            self.tick(count * jobs)

    def step(self) -> bool:
        """A statement or event of the present instant; true if they may have become too many."""
        self.steps += 1
        return self.steps >= self.next_look and self.look()

    def look(self) -> bool:
        """There are as many steps as `next_look` says: whether they may have become too many."""
        if self.steps & _STEP_CHECKS == 0:
            self.check()
        if self.steps > self.allowed_steps:
            return True
        next_check = (self.steps // _STEPS_BETWEEN_CHECKS + 1) * _STEPS_BETWEEN_CHECKS
        self.next_look = min(next_check, self.allowed_steps + 1)
        return False

    def tick(self, pieces: int = 1) -> None:
        """So many pieces of work, each about as long as a statement: sooner or later, `check`.

        A step that looks at thousands of sessions is long, so its work counts as further steps.
        """
        self._until_check -= pieces
        if self._until_check <= 0:
            worth = (_STEPS_BETWEEN_CHECKS - self._until_check) // _PIECES_OF_A_STEP
            self.steps += worth
            self.worked_steps += worth
            self._until_check = _STEPS_BETWEEN_CHECKS
            self.check()

    def check(self) -> None:
        """Interrupt the run if its time or memory is up or the observer wants it to end."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise InterruptionError("deadline")
        if self.limits.memory is not None and memory_in_use() > self.limits.memory:
            raise InterruptionError("memory")
        if self._observer is not None:
            if self._observer.cancelled():
                raise InterruptionError("cancelled")
            self._observer.progress(self._clock.now)
