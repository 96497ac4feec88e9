"""Times as horizontal places of a picture, and the marks of its axis."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from sqlang.views.numbers import short
from sqlang.views.timeline.records import Timeline

TICKS: Final = 10


class Scale(NamedTuple):
    """The stretch of time from `start` to `end` over `width` pixels from `left` on."""

    start: float
    end: float
    left: float
    width: float

    def place(self, time: float) -> float:
        """Where a time lies, at most a little outside the stretch."""
        share = (time - self.start) / (self.end - self.start)
        return self.left + min(max(share, -0.01), 1.01) * self.width

    def ticks(self) -> list[float]:
        """Round times within the stretch, about ten."""
        rough = (self.end - self.start) / TICKS
        if not 0 < rough < math.inf:
            return [self.start]
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next((unit * each for each in (1, 2, 5) if unit * each >= rough), unit * 10)
        first = math.ceil(self.start / step) if step > 0 else 0
        times = [(first + at) * step for at in range(TICKS + 2)]
        return [time for time in times if self.start <= time <= self.end]


def stretch(timeline: Timeline) -> tuple[float, float]:
    """What to show of a run: its window as far as it came, else all; never without length."""
    start, end = timeline.window.start, min(timeline.window.end, timeline.end)
    if not start < end:
        start, end = 0.0, timeline.end
    return (start, end) if end > start else (start, start + 1.0)


def time_text(time: float) -> str:
    """A time on the axis."""
    return short(time)
