"""How much memory this process uses, for runs with a bound on it."""

from __future__ import annotations

import os
import sys
from typing import Final

_MEBIBYTE: Final = 1 << 20
_STATUS: Final = "/proc/self/statm"


def memory_in_use() -> int:
    """Resident memory in mebibytes; its greatest so far where the system tells only that."""
    try:
        with open(_STATUS, "rb") as status:
            pages = int(status.read().split()[1])
    except OSError:
        return _greatest_memory_in_use()
    return pages * os.sysconf("SC_PAGE_SIZE") // _MEBIBYTE


def memory_to_use() -> int | None:
    """Three quarters of the machine's memory in mebibytes; None where the system does not tell."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
    return pages * size * 3 // 4 // _MEBIBYTE


def _greatest_memory_in_use() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    greatest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return greatest // (_MEBIBYTE if sys.platform == "darwin" else 1024)
