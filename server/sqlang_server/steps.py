"""Work that takes its steps between what comes in meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import TypeVar

_Result = TypeVar("_Result")


async def in_steps(
    steps: Generator[None, None, _Result], wanted: Callable[[], bool]
) -> _Result | None:
    """What the steps give, with all that has come in meanwhile done between them.

    `None` once it is not wanted any more.
    """
    while wanted():
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result
        await asyncio.sleep(0)
    return None
