"""Where library texts come from: unsaved buffers first, then the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Stamp = Source | tuple[int, int, int, int] | None
"""Tells one state of a file from another."""

_OUTSIDE: Final = (-1, -1, -1, -1)
"""The stamp of a file that may not be looked at."""

_MOST_READ: Final = MAXIMUM_CHARACTERS + 1
"""In characters, of any file: one more than what no program may be longer than."""
_MOST_BYTES: Final = 4 * _MOST_READ + 65_536
"""No less than what has been read when a mistake among these characters is met."""


class Workspace:
    """Reads files by path and knows the texts of unsaved buffers; nothing else opens a file.

    Paths are identified by their canonical form (USE-1), so a buffer is found through any link.
    """

    def __init__(self) -> None:
        self._buffers: dict[str, Source] = {}
        self._within: tuple[str, ...] | None = None

    def confine(self, folders: Sequence[str] | None) -> None:
        """Touch no file outside some folders from now on, links followed; `None` ends that.

        Unsaved buffers may be read wherever they are: who opened them has them already.
        """
        self._within = None if folders is None else tuple(folders)

    def identity(self, path: str) -> str:
        """The canonical path; of a file that may not be touched only what its name tells."""
        return self.canonical(path) if self._may_be_named(path) else os.path.abspath(path)

    def _may_be_named(self, path: str) -> bool:
        """Whether a path, as it is written, is in the folders; where links lead is not asked."""
        return self._within is None or _is_in(
            os.path.abspath(path), [os.path.abspath(folder) for folder in self._within]
        )

    def may_be_read(self, path: str) -> bool:
        """Whether a file is where this workspace may look, wherever links lead."""
        if self._within is None:
            return True
        folders = [self.canonical(folder) for folder in self._within]
        return self._may_be_named(path) and _is_in(self.canonical(path), folders)

    @staticmethod
    def canonical(path: str) -> str:
        """The path that identifies a file: absolute, with links followed."""
        try:
            return os.path.realpath(path)
        except ValueError:
            # No file can have such a name (a NUL, a lone surrogate).
            return path

    def open_buffer(self, path: str, text: str) -> None:
        """Let `text` stand for the file at `path` until the buffer is closed."""
        self._buffers[self.canonical(path)] = _source(path, text)

    def close_buffer(self, path: str) -> None:
        """Go back to what the disk holds; a buffer that is not open is no error."""
        self._buffers.pop(self.canonical(path), None)

    def buffers(self) -> dict[str, Source]:
        """The unsaved texts by their paths, as they are now."""
        return {source.path: source for source in self._buffers.values()}

    def read(self, path: str) -> Source | None:
        """The text at `path`, or `None` if there is no file, or it is not UTF-8.

        What is no file on a disk is not opened: a pipe or a device may never end.
        """
        buffer = self._buffers.get(self.identity(path))
        if buffer is not None:
            return buffer
        if not self.may_be_read(path):
            return None
        try:
            if not os.path.isfile(path):
                return None
            with open(path, encoding="utf-8", newline="") as file:
                return _source(path, file.read(_MOST_READ))
        except (OSError, ValueError):
            return None

    def stamp(self, path: str) -> Stamp:
        """What is another one once the text at `path` has changed; `None` if there is no file."""
        buffer = self._buffers.get(self.identity(path))
        if buffer is not None:
            return buffer
        if not self.may_be_read(path):
            return _OUTSIDE
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns

    def listing(self, folder: str) -> list[tuple[str, bool]]:
        """The names in a folder, sorted, each with whether it is a folder itself.

        Unsaved buffers are there too; a folder that cannot be read has nothing else in it, and one
        that may not be read nothing at all.
        """
        if not self.may_be_read(os.path.join(folder, "_")):
            return []
        names: dict[str, bool] = {}
        try:
            with os.scandir(folder) as entries:
                names = {entry.name: entry.is_dir() for entry in entries}
        except (OSError, ValueError):
            pass
        here = self.canonical(folder)
        for path in self._buffers:
            directory, name = os.path.split(path)
            if directory == here:
                names.setdefault(name, False)
        return sorted(names.items())

    def has_changed(self, stamps: Mapping[str, Stamp]) -> bool:
        """Whether one of the files, which had these stamps, reads otherwise now.

        Asked on use, since nobody tells of changes on the disk.
        """
        return any(self.stamp(path) != stamp for path, stamp in stamps.items())

    def undecodable(self, path: str) -> Diagnostic | None:
        """SQ005 with its place, if there is a file at `path` that is not UTF-8."""
        if not self.may_be_read(path):
            return None
        from sqlang.diagnostics.decoding import decode

        try:
            if not os.path.isfile(path):
                return None
            with open(path, "rb") as file:
                return decode(file.read(_MOST_BYTES), path, os.path.dirname(os.path.abspath(path)))[
                    1
                ]
        except (OSError, ValueError):
            return None

    def why_unreadable(self, path: str) -> str:
        """Why `read` gives nothing for a path, in a few words."""
        if not self.may_be_read(path):
            return "it is outside the folders of a workspace that is not trusted"
        try:
            if os.path.isdir(path):
                return "it is a folder"
            if os.path.exists(path) and not os.path.isfile(path):
                return "it is no file on a disk"
            return "it is not UTF-8 text" if os.access(path, os.R_OK) else _why_no_access(path)
        except ValueError:
            return "no file can have this name"


def _why_no_access(path: str) -> str:
    return "it may not be read" if os.path.exists(path) else "there is no such file"


def _is_in(path: str, folders: Sequence[str]) -> bool:
    return any(path.startswith(os.path.join(folder, "")) for folder in folders)


def _source(path: str, text: str) -> Source:
    return Source(text, path, os.path.dirname(os.path.abspath(path)))
