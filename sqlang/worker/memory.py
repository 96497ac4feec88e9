"""A last bound on the memory of this process, where the system has one."""

from __future__ import annotations

import sys

_MEBIBYTE = 1 << 20


def bound_address_space(mebibytes: int) -> None:
    """Beyond this bound allocations fail, whatever the run is doing: the machine is safe."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mebibytes * _MEBIBYTE
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
