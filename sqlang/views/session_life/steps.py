"""The steps of a session that are kept: the first and the last of them, equal neighbors as one."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from sqlang.views.numbers import clock, exact
from sqlang.views.recording.records import Key
from sqlang.views.session_life.records import LifeStep

STEPS_KEPT = 500
"""So many of the first and so many of the last steps."""


class Portion(NamedTuple):
    """What one iteration gives to the session: `what` with `tokens`; nothing without tokens."""

    what: str
    tokens: float
    statement: Key


class Steps:
    """Portions of iterations and evictions that follow each other are told as one step."""

    __slots__ = (
        "_began",
        "_count",
        "_evicted",
        "_first",
        "_last",
        "_left_out",
        "_portion",
        "_until",
    )

    def __init__(self) -> None:
        self._first: list[LifeStep] = []
        self._last: deque[LifeStep] = deque()
        self._left_out = 0
        self._portion: Portion | None = None
        self._began = 0.0
        self._until = 0.0
        self._count = 0
        self._evicted: tuple[float, str, float] | None = None
        """Time, pool and units of an eviction that may go on."""

    def add(self, step: LifeStep) -> None:
        self._end_portions()
        self._end_eviction()
        self._keep(step)

    def portion(self, portion: Portion, time: float, until: float) -> None:
        """An iteration from `time` to `until`."""
        self._end_eviction()
        if portion != self._portion:
            self._end_portions()
            self._portion, self._began, self._count = portion, time, 0
        self._count += 1
        self._until = until

    def cut(self, time: float) -> None:
        """The last iteration goes on without the session from `time` on."""
        if self._portion is not None:
            self._until = min(self._until, time)

    def evict(self, time: float, pool: str, units: float) -> None:
        """Units of the session's cached entry are gone."""
        self._end_portions()
        evicted = self._evicted
        if evicted is not None and evicted[:2] == (time, pool):
            units += evicted[2]
        else:
            self._end_eviction()
        self._evicted = time, pool, units

    def kept(self) -> tuple[tuple[LifeStep, ...], int, tuple[LifeStep, ...]]:
        """The first steps, how many were left out after them, and the last ones."""
        self._end_portions()
        self._end_eviction()
        return tuple(self._first), self._left_out, tuple(self._last)

    def _end_portions(self) -> None:
        portion, self._portion = self._portion, None
        if portion is not None:
            text = _portions_text(portion, self._count, self._began, self._until)
            self._keep(LifeStep(self._began, text, portion.statement, self._until))

    def _end_eviction(self) -> None:
        evicted, self._evicted = self._evicted, None
        if evicted is not None:
            time, pool, units = evicted
            text = f"{exact(units)} of its cached units are evicted from `{pool}`"
            self._keep(LifeStep(time, text, None))

    def _keep(self, step: LifeStep) -> None:
        if len(self._first) < STEPS_KEPT:
            self._first.append(step)
            return
        self._last.append(step)
        if len(self._last) > STEPS_KEPT:
            self._last.popleft()
            self._left_out += 1


def _portions_text(portion: Portion, count: int, began: float, until: float) -> str:
    """`decode 1 token × 37 iterations, 12 – 49`"""
    tokens = "no tokens"
    if portion.what:
        unit = "token" if portion.tokens == 1 else "tokens"
        verb, _, again = portion.what.partition(" ")
        tokens = f"{verb} {exact(portion.tokens)} {unit} {again}".rstrip()
    if count == 1:
        return tokens
    return f"{tokens} × {count} iterations, {clock(began)} – {clock(until)}"
