"""How much memory this process uses, and a last bound on it where the system has one."""

from __future__ import annotations

import os
import sys

_MEBIBYTE = 1 << 20
_STATUS = "/proc/self/statm"


def memory_in_use() -> int:
    """Resident memory in mebibytes; its greatest so far where the system tells only that."""
    try:
        with open(_STATUS, "rb") as status:
            pages = int(status.read().split()[1])
    except OSError:
        return _greatest_memory_in_use()
    return pages * os.sysconf("SC_PAGE_SIZE") // _MEBIBYTE


def bound_address_space(mebibytes: int) -> None:
    """Beyond this bound allocations fail, whatever the run is doing: the machine is safe."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mebibytes * _MEBIBYTE
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def _greatest_memory_in_use() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    greatest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return greatest // (_MEBIBYTE if sys.platform == "darwin" else 1024)
