"""When the garbage collector looks through everything: while the user pauses.

A look at all that is known of a long text takes a fifth of a second, and typing leaves little
behind that only such a look finds.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from lsprotocol import types

from sqlang_server import footprint

_YOUNG: Final = (700, 10)
"""CPython's own thresholds of the two young generations."""

_OVERDUE: Final = 200
"""After so many looks at young objects all are looked at, pause or not."""

_DUE: Final = 50
"""After so many the next pause is used."""

_PAUSE: Final = 5.0
"""Seconds in which the client has said nothing."""


class Collecting:
    """Puts complete collections off until nobody waits for an answer."""

    def __init__(self, pause: float = _PAUSE, due: int = _DUE) -> None:
        self._pause: Final = pause
        self._due: Final = due
        self._heard = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @staticmethod
    def begin() -> None:
        """Collect everything by ourselves from now on, in this process."""
        gc.set_threshold(*_YOUNG, _OVERDUE)

    @staticmethod
    def clean_up() -> None:
        """Take away what loading left behind, some thousand classes, and look at the rest no more.

        For a moment when nobody waits: it takes a tenth of a second.
        """
        gc.unfreeze()
        gc.collect()
        footprint.slim(types)
        gc.freeze()
        footprint.give_back()

    def heard(self) -> None:
        """The client said something."""
        loop = asyncio.get_running_loop()
        self._heard = loop.time()
        if self._timer is None and self._is_due():
            self._timer = loop.call_later(self._pause, self._look)

    def _is_due(self) -> bool:
        return gc.get_count()[2] >= self._due

    def _look(self) -> None:
        self._timer = None
        if not self._is_due():
            return
        loop = asyncio.get_running_loop()
        left = self._heard + self._pause - loop.time()
        if left > 0:
            self._timer = loop.call_later(left, self._look)
        else:
            gc.collect()
            footprint.give_back()
