"""A lock on an open file, which the system takes away when its process ends."""

from __future__ import annotations

import sys
from typing import BinaryIO, Final

_FAR: Final = 1 << 40
"""Windows locks bytes and nobody may read those: one that no file has."""


def lock(file: BinaryIO) -> bool:
    """Have a file for this process alone; false if another one has it."""
    if sys.platform == "win32":
        import msvcrt

        place = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(place)
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
