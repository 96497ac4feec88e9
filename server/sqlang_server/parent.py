"""Watches the editor's process, so that nothing of ours outlives it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Final

logger = logging.getLogger(__name__)

_INTERVAL: Final = 1.0


async def watch(process: int | None, close: Callable[[], Awaitable[None]]) -> None:
    """Ends this process when the editor's is gone, even if something else keeps our pipes open.

    A process that cannot be seen from the start (an editor in another container) is not watched.
    """
    if process is None or sys.platform == "win32" or not _alive(process):
        return
    while _alive(process):  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(_INTERVAL)
    logger.warning("the editor is gone")
    await close()
    # A thread may be blocked in reading standard input: nothing gentler ends the process.
    os._exit(1)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
