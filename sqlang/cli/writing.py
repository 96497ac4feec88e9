"""Writes files in one step: mended ones only over the very bytes that were read."""

from __future__ import annotations

import os
import stat
from typing import Final

CHANGED_MEANWHILE: Final = "another process changed it meanwhile"


def overwrite(path: str, read: bytes, mended: bytes) -> str | None:
    """Put `mended` into the file from which `read` came; returns why it was left alone, if so.

    Whoever reads the file sees the old bytes or the new ones, never a part. Links are followed, and
    the file keeps its mode and, where that is allowed, its owner.
    """
    target = os.path.realpath(path)
    try:
        if not os.access(target, os.W_OK):
            return "it may not be written" if os.path.exists(target) else CHANGED_MEANWHILE
        return _replace(target, read, mended)
    except OSError as error:
        return f"it cannot be written: {error.strerror or error}"


def put(path: str, data: bytes) -> None:
    """Write a file, new or over another; a device is written to. Raises `OSError`.

    Whoever reads the file sees the old bytes or the new ones, never a part.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as device:
            device.write(data)
        return
    beside = _written_beside(target, data)
    try:
        os.replace(beside, target)
    except OSError:
        os.unlink(beside)
        raise


def _replace(target: str, read: bytes, mended: bytes) -> str | None:
    beside = _written_beside(target, mended)
    try:
        if not _holds(target, read):
            return CHANGED_MEANWHILE
        os.replace(beside, target)
        beside = ""
    finally:
        if beside:
            os.unlink(beside)
    return None


def _written_beside(target: str, data: bytes) -> str:
    """A new file in the same folder, which alone can be put in the place of another in one step."""
    from tempfile import mkstemp

    descriptor, path = mkstemp(prefix=".sq-", dir=os.path.dirname(target))
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if not os.path.exists(target):
        os.chmod(path, 0o666 & ~_mask())
        return path
    status = os.stat(target)
    os.chmod(path, stat.S_IMODE(status.st_mode))
    if hasattr(os, "chown"):
        _keep_owner(path, status)
    return path


def _mask() -> int:
    """What a new file's mode lacks, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _keep_owner(path: str, status: os.stat_result) -> None:
    mine = os.stat(path)
    if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(path, status.st_uid, status.st_gid)
        except PermissionError:
            return  # only the administrator gives files away


def _holds(path: str, data: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read() == data
    except FileNotFoundError:
        return False
