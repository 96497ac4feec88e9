"""A run that a person waits for: a line tells how far it is, and Ctrl-C shows what there is."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from types import FrameType
from typing import Final

from sqlang.cli.console import Console
from sqlang.engine import Observer
from sqlang.engine.observer import Event, Iteration
from sqlang.views.numbers import clock, percent

_FIRST_AFTER: Final = 0.3
_EVERY: Final = 0.1
"""Seconds of real time until the line first appears, and between two of them."""
_Handler = Callable[[int, FrameType | None], object] | int | None


class Watching(Observer):
    """Passes everything on to another observer; a context within which the run goes on.

    On a terminal, a line on standard error tells how many iterations there were and how far the
    clock is; it is gone at the end. The first interruption asks the run to stop where it is and is
    remembered in `interrupted`, the second is a `KeyboardInterrupt`.

    Where what comes of the run is only `printed`, a reader who has closed the pipe ends it with a
    `ReaderGoneError`.
    """

    def __init__(
        self,
        observer: Observer | None,
        console: Console,
        horizon: float,
        *,
        printed: bool = True,
    ) -> None:
        super().__init__()
        self._observer: Final = observer
        self._console: Final = console
        self._printed: Final = printed
        self._errors: Final = console.errors
        self._horizon: Final = horizon
        self._iterations = 0
        self._next = math.inf
        self._handler: _Handler = None
        self.interrupted = False

    def __enter__(self) -> Watching:
        if self._errors.is_terminal:
            self._next = monotonic() + _FIRST_AFTER
        with suppress(ValueError):  # only the main thread is interrupted
            self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, self._handler)
        self._errors.wipe_status()

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self._iterations += 1
        if self._observer is not None:
            self._observer.event(event)

    def cancelled(self) -> bool:
        if self._printed:
            self._console.require_reader()
        return self.interrupted or (self._observer is not None and self._observer.cancelled())

    def progress(self, time: float) -> None:
        if self._observer is not None:
            self._observer.progress(time)
        now = monotonic()
        if now >= self._next:
            self._next = now + _EVERY
            self._errors.show_status(progress_text(self._iterations, time, self._horizon))

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True


def progress_text(iterations: int, time: float, horizon: float) -> str:
    """`12,345 iterations · time 61.2 of 100, 61%`; short enough for any terminal."""
    of = "" if math.isinf(horizon) else f" of {clock(horizon)}, {percent(time / horizon)}"
    return f"{iterations:,} iterations · time {clock(round(time, 1))}{of}"
