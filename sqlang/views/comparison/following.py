"""Watches a run up to where two schedules part: what stands around it, and what led to it."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from sqlang.engine import Observer
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Ending,
    Event,
    Iteration,
    JobEnd,
    JobStart,
    Queueing,
    Statement,
)
from sqlang.engine.selection_events import BatchSelection
from sqlang.views.comparison.schedule import SessionEvent
from sqlang.views.comparison.side import Side

_SELECTIONS_KEPT = 64
_LIVES_KEPT = 1024


class SessionState(NamedTuple):
    """Where a session is: `what` is `arrived`, `queued`, `admitted`, `in stage` or `done`.

    `at` is the place of the pool or stage; `since` is in time of the program's clock.
    """

    what: str
    since: float
    at: int | None = None
    statement: Statement | None = None


class Met(NamedTuple):
    """A selection that came before the parting iteration or made it, and the sessions then.

    `events` are the happenings of sessions before it; `later` and `later_events` are as it ends,
    when those that it admits have gone on.
    """

    selection: BatchSelection
    sessions: dict[int, SessionState]
    events: int
    later: dict[int, SessionState]
    later_events: int


class Lived(NamedTuple):
    """A happening in the life of a session, and its place among those of all sessions."""

    place: int
    event: SessionEvent


class Around(NamedTuple):
    """What one run does around the place where two part.

    `before` are the iterations that both have alike, `at` the first that differs, None if the run
    has no more, `after` those that follow, not all of them if it `is_cut`. `lives` are the
    happenings of sessions from the first on that differs, all of them if it `is_over`; `happening`
    is the one that tells how a session's own life first differs, None if nothing more happens.
    """

    side: Side
    before: tuple[Iteration, ...]
    at: Iteration | None
    after: tuple[Iteration, ...]
    is_cut: bool
    selections: tuple[Met, ...]
    lives: tuple[Lived, ...]
    is_over: bool
    happening: Lived | None
    sessions: dict[int, SessionState]
    arrived: int
    end: str = ""
    """How the run ended, if it failed or met a bound."""

    def met(self, time: float, stage: str) -> Met | None:
        """The last selection of a stage at a time, if it was followed."""
        for each in reversed(self.selections):
            selection = each.selection
            if selection.time == time and self.side.stages[selection.stage] == stage:
                return each
        return None


class Follower(Observer):
    """Goes to iteration `iteration` and happening `happening`, counted from 0, and a little on."""

    def __init__(
        self, side: Side, iteration: int | None, happening: int | None, before: int, after: int
    ) -> None:
        self._side = side
        self._iteration = iteration
        self._happening = happening
        self._before: deque[Iteration] = deque(maxlen=before)
        self._at: Iteration | None = None
        self._after: list[Iteration] = []
        self._most_after = after
        self._iterations = 0
        self._happenings = 0
        self._selections: deque[Met] = deque(maxlen=_SELECTIONS_KEPT)
        self._lives: list[Lived] = []
        self._is_cancelled = False
        self._states: dict[int, SessionState] = {}
        self._states_met: dict[int, SessionState] = {}
        self._happenings_met = 0
        self._arrived = 0

    def around(self) -> Around:
        """What was seen; to be asked when the run is over."""
        reached = self._at is not None
        return Around(
            self._side,
            tuple(self._before),
            self._at,
            tuple(self._after),
            len(self._after) >= self._most_after,
            tuple(self._selections),
            tuple(self._lives),
            not self._is_cancelled and len(self._lives) < _LIVES_KEPT,
            self._lives[0] if self._lives else None,
            self._states_met if reached else self._states,
            self._arrived,
        )

    def cancelled(self) -> bool:
        if self._iteration is not None:
            enough = len(self._after) >= self._most_after
        else:
            enough = len(self._lives) >= _LIVES_KEPT
        self._is_cancelled = self._is_cancelled or enough
        return enough

    def follows(self, time: float, stage: int) -> bool:  # noqa: ARG002
        if self._iterations != self._iteration:
            return False
        self._states_met = dict(self._states)
        self._happenings_met = self._happenings
        return True

    def selection(self, selection: BatchSelection) -> None:
        now = dict(self._states), self._happenings
        self._selections.append(Met(selection, self._states_met, self._happenings_met, *now))

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self._see(event)
            return
        self._note(event)
        if isinstance(event, SessionEvent):
            self._live(event)
            self._happenings += 1

    def _live(self, event: SessionEvent) -> None:
        begin = self._happening
        if begin is not None and self._happenings >= begin and len(self._lives) < _LIVES_KEPT:
            self._lives.append(Lived(self._happenings, event))

    def _see(self, event: Iteration) -> None:
        if self._iteration is None or self._iterations < self._iteration:
            self._before.append(event)
        elif self._iterations == self._iteration:
            self._at = event
        elif len(self._after) < self._most_after:
            self._after.append(event)
        self._iterations += 1

    def _note(self, event: Event) -> None:
        """Where the session is now, in the words of `SessionState`."""
        states = self._states
        match event:
            case Arrival():
                self._arrived += 1
                states[event.serial] = SessionState("arrived", event.time)
            case Queueing():
                states[event.serial] = SessionState(
                    "queued", event.time, event.pool, event.statement
                )
            case Admission():
                pool = event.pools[0] if event.pools else None
                states[event.serial] = SessionState("admitted", event.time, pool, event.statement)
            case JobStart() if event.serial is not None:
                states[event.serial] = SessionState(
                    "in stage", event.time, event.stage, event.statement
                )
            case JobEnd() if event.serial is not None:
                states[event.serial] = SessionState("done", event.time, event.stage)
            case Ending():
                states.pop(event.serial, None)
