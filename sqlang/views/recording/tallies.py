"""Aggregates of values that are not kept."""

from __future__ import annotations

import math

from sqlang.views.recording.records import Tally


class TallyAccumulator:
    """Count, sum, least and greatest of values."""

    __slots__ = ("greatest", "least", "size", "total")

    def __init__(self) -> None:
        self.size = 0
        self.total = 0.0
        self.least = math.inf
        self.greatest = -math.inf

    def add(self, value: float) -> None:
        self.size += 1
        self.total += value
        self.least = min(self.least, value)
        self.greatest = max(self.greatest, value)

    def tally(self) -> Tally:
        return Tally(self.size, self.total, self.least, self.greatest) if self.size else Tally()
