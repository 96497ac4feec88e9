"""Time averages, running moments and samples, each in the order of operations that part 6 fixes."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from struct import pack
from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import divide, truncate

if TYPE_CHECKING:
    from mypy_extensions import i64

_LARGEST_TURN: Final = 0xFFFFFFFF
_LISTED_AT_FIRST: Final = 16_384
_LISTED: Final = 512


class TimeAverage:
    """The mean over time of a signal that changes in steps (STAT-1).

    As long as the signal is not 0, `Signals` adds to `integral` and `occupied`, the time for which
    it has not been 0, and `earlier` and `later` are those of others that are not 0 either.
    """

    __slots__ = ("value", "integral", "occupied", "earlier", "later", "last", "_start")

    def __init__(self) -> None:
        self.value = 0.0
        self.integral = 0.0
        self.occupied = 0.0
        self.earlier: TimeAverage | None = None
        self.later: TimeAverage | None = None
        self.last = 0.0
        """Up to when `integral` goes, as long as `Signals` does not see to it."""
        self._start = 0.0

    def record(self, value: float, time: float) -> None:
        """The signal has this value from `time` on."""
        span = time - self.last
        self.integral += self.value * span
        if self.value != 0.0:
            self.occupied += span
        self.last = time
        self.value = value

    def repeat(self, last: float, time: float, step: float, count: int) -> None:
        """The signal, not 0, keeps its value at `count` settlings: at `time`, then every `step`.

        The settling before them was at `last`.
        """
        integral, occupied, value = self.integral, self.occupied, self.value
        for _settling in range(count):  # a plain `_` would be an object to mypyc
            span = time - last
            integral += value * span
            occupied += span
            last = time
            time += step
        self.integral = integral
        self.occupied = occupied

    def restart(self, time: float) -> None:
        """Forget what was before `time`, the end of the warm-up (STAT-3)."""
        self.integral = 0.0
        self.occupied = 0.0
        self._start = time
        self.last = time

    def mean(self, time: float) -> float:
        """The mean from the start to `time`; the value itself if no time has passed."""
        span = time - self._start
        if span <= 0.0:
            return self.value
        return (self.integral + self.value * (time - self.last)) / span

    def occupancy(self, time: float) -> float:
        """The mean of another signal, which is 1 wherever this one is not 0, and else 0."""
        is_occupied = 1.0 if self.value != 0.0 else 0.0
        span = time - self._start
        if span <= 0.0:
            return is_occupied
        return (self.occupied + is_occupied * (time - self.last)) / span


class RunningMoments:
    """Mean and variance of values as they come (STAT-5)."""

    __slots__ = ("_count", "_mean", "_squares")

    def __init__(self) -> None:
        self._count = 0.0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Take one more value."""
        self._count += 1.0
        deviation = value - self._mean
        if deviation == 0.0:  # it would not change anything; at many stages nobody ever waits
            return
        self._mean += deviation / self._count
        self._squares += deviation * (value - self._mean)

    def add_all(self, values: list[float]) -> None:
        """Take more values."""
        for value in values:
            self.add(value)

    def mean(self) -> float:
        """NaN without values."""
        return self._mean if self._count > 0.0 else math.nan

    def squared_variation(self) -> float:
        """The sample variance over the squared mean, cv2; NaN with fewer than two values."""
        if self._count < 2.0:
            return math.nan
        return divide(self._squares / (self._count - 1.0), self._mean * self._mean)


class Samples:
    """The samples of one observation, each with its time, session and turn (REP-5).

    Of many, each takes 28 bytes, and 8 once `keep_values_only` was called; a sixteenth more is
    reserved. The first ones, if there are no more, and the last few are in lists, which are quicker
    to append to and to go through, but take four times the room.
    """

    def __init__(self) -> None:
        self._with_places = True
        self._room: i64 = _LISTED_AT_FIRST
        """So many are put into the lists."""
        self._values: Final = array("d")
        self._times: Final = array("d")
        self._serials: Final = array("Q")
        self._turns: Final = array("I")
        self._last_values: list[float] = []
        self._last_times: list[float] = []
        self._last_serials: list[int] = []
        self._last_turns: list[int] = []

    def keep_values_only(self) -> None:
        """Keep of samples to come what a report needs: no times, sessions and turns."""
        self._with_places = False

    def add(self, value: float, time: float, serial: int, turn: float) -> None:
        """Append a sample; `turn` is cut to a whole number."""
        self._last_values.append(value)
        if self._with_places:
            self._last_times.append(time)
            self._last_serials.append(serial)
            self._last_turns.append(truncate(turn, _LARGEST_TURN))
        if len(self._last_values) == self._room:
            self._pack()
            self._room = _LISTED

    def count(self) -> int:
        """How many there are."""
        return len(self._values) + len(self._last_values)

    def portions(self) -> Iterator[list[float]]:
        """All values in order, some at a time."""
        values = self._values
        for start in range(0, len(values), _LISTED):
            yield values[start : start + _LISTED].tolist()
        if self._last_values:
            yield self._last_values

    @property
    def values(self) -> array[float]:
        """What was observed, in the order of the samples, as in all columns."""
        self._pack()
        return self._values

    @property
    def times(self) -> array[float]:
        """When each was taken."""
        self._pack()
        return self._times

    @property
    def serials(self) -> array[int]:
        """In which session."""
        self._pack()
        return self._serials

    @property
    def turns(self) -> array[int]:
        """In which of its turns."""
        self._pack()
        return self._turns

    def _pack(self) -> None:
        """Put what is in lists where it takes less room."""
        if not self._last_values:
            return
        count = len(self._last_values)
        self._values.frombytes(pack(f"{count}d", *self._last_values))
        if self._with_places:
            self._times.frombytes(pack(f"{count}d", *self._last_times))
            self._serials.frombytes(pack(f"{count}Q", *self._last_serials))
            self._turns.frombytes(pack(f"{count}I", *self._last_turns))
        self._last_values = []
        self._last_times = []
        self._last_serials = []
        self._last_turns = []
