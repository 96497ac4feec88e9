"""Looks at the beginning of a file, without reading much of it."""

from __future__ import annotations

import os
import stat
from typing import Final

from sqlang_server.features.hovering.files import Glimpse

_MOST_READ: Final = 1 << 16
"""In bytes."""
_LINES: Final = 20
_LONGEST: Final = 200
"""In characters."""


def glimpse(path: str) -> Glimpse | None:
    """The first lines of a regular file, and its length, estimated if it is long."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            return None
        with open(path, "rb") as file:
            beginning = file.read(_MOST_READ)
    except (OSError, ValueError):
        return None
    size = max(status.st_size, len(beginning))
    exact = len(beginning) == size
    count = beginning.count(b"\n") + (exact and not beginning.endswith(b"\n") and bool(beginning))
    lines = count if exact else round(count * size / len(beginning))
    text = beginning.decode("utf-8", "replace")
    first = tuple(line[:_LONGEST] for line in text.split("\n", _LINES)[:_LINES])
    return Glimpse(size, first, lines, exact)
