"""When free pages go back to the system: every second while the client says something.

What is known of a text is replaced piece by piece as it is edited, so that free room comes to lie
between what stays, and more and more pages would be in use a little. To look for free ones takes a
millisecond.
"""

from __future__ import annotations

import asyncio
from typing import Final

from sqlang_server import footprint

_INTERVAL: Final = 1.0


class Trimming:
    """Gives pages back `interval` seconds after the client said something."""

    def __init__(self, interval: float = _INTERVAL) -> None:
        self._interval: Final = interval
        self._timer: asyncio.TimerHandle | None = None

    def heard(self) -> None:
        """The client said something."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._interval, self._trim)

    def _trim(self) -> None:
        self._timer = None
        footprint.give_back()
