"""How the time of a session divides: it is always in exactly one phase."""

from __future__ import annotations

import math

from sqlang.views.session_life.records import TimeShare


class Phases:
    """Sums up the time in each phase.

    A phase may end by itself, as an iteration does: what follows up to the next change is then
    spent in the phase `after`.
    """

    __slots__ = ("_after", "_name", "_since", "_times", "_until")

    def __init__(self) -> None:
        self._times: dict[str, float] = {}
        self._name = ""
        self._since = 0.0
        self._until = math.inf
        self._after = ""

    def change(self, time: float, name: str, until: float = math.inf, after: str = "") -> None:
        """The session is in phase `name` from `time` on; in none for an empty name."""
        self._add_up_to(self._times, time)
        self._name, self._since, self._until, self._after = name, time, until, after

    def rename(self, name: str) -> None:
        """The present phase was another one from its beginning on."""
        self._name = name

    def shares(self, time: float) -> tuple[TimeShare, ...]:
        """The phases that took time, up to a time not before the last change."""
        times = dict(self._times)
        self._add_up_to(times, time)
        return tuple(TimeShare(name, spent) for name, spent in times.items() if spent > 0)

    def _add_up_to(self, times: dict[str, float], time: float) -> None:
        over = min(time, self._until)
        if self._name:
            times[self._name] = times.get(self._name, 0.0) + (over - self._since)
            if time > over:
                times[self._after] = times.get(self._after, 0.0) + (time - over)
