"""Work on the trees of a document in slices, so that nobody waits for the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from sqlang_server.documents import Document

_Item = TypeVar("_Item")

_SLICE: Final = 0.004
"""In seconds."""


class OutdatedError(Exception):
    """The text has changed meanwhile: its trees and places are not what they were."""


def at_version(document: Document) -> Callable[[], bool]:
    """Whether a document still has the text that it has now."""
    version = document.version
    return lambda: document.version == version


async def gathered(items: Iterable[_Item], is_current: Callable[[], bool]) -> list[_Item]:
    """All that an iterator gives, which looks at trees that move once the text is edited.

    Raises `OutdatedError` if they are not current any more before all is there.
    """
    found: list[_Item] = []
    end = monotonic() + _SLICE
    for item in items:
        found.append(item)
        if monotonic() >= end:
            await asyncio.sleep(0)
            if not is_current():
                raise OutdatedError
            end = monotonic() + _SLICE
    return found
