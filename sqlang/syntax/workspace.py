"""Where library texts come from: unsaved buffers first, then the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source

Stamp = Source | tuple[int, int, int, int] | None
"""Tells one state of a file from another."""


class Workspace:
    """Reads files by path and knows the texts of unsaved buffers; nothing else opens a file.

    Paths are identified by their canonical form (USE-1), so a buffer is found through any link.
    """

    def __init__(self) -> None:
        self._buffers: dict[str, Source] = {}

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

    def read(self, path: str) -> Source | None:
        """The text at `path`, or `None` if there is none, it is a folder, or it is not UTF-8."""
        buffer = self._buffers.get(self.canonical(path))
        if buffer is not None:
            return buffer
        try:
            with open(path, encoding="utf-8", newline="") as file:
                return _source(path, file.read())
        except (OSError, ValueError):
            return None

    def stamp(self, path: str) -> Stamp:
        """What is another one once the text at `path` has changed; `None` if there is no file."""
        buffer = self._buffers.get(self.canonical(path))
        if buffer is not None:
            return buffer
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns

    def listing(self, folder: str) -> list[tuple[str, bool]]:
        """The names in a folder, sorted, each with whether it is a folder itself.

        Unsaved buffers are there too; a folder that cannot be read has nothing else in it.
        """
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

    @staticmethod
    def undecodable(path: str) -> Diagnostic | None:
        """SQ005 with its place, if there is a file at `path` that is not UTF-8."""
        from sqlang.diagnostics.decoding import decode

        try:
            with open(path, "rb") as file:
                return decode(file.read(), path, os.path.dirname(os.path.abspath(path)))[1]
        except (OSError, ValueError):
            return None

    @staticmethod
    def why_unreadable(path: str) -> str:
        """Why `read` gives nothing for a path, in a few words."""
        try:
            if os.path.isdir(path):
                return "it is a folder"
            return "it is not UTF-8 text" if os.access(path, os.R_OK) else _why_no_access(path)
        except ValueError:
            return "no file can have this name"


def _why_no_access(path: str) -> str:
    return "it may not be read" if os.path.exists(path) else "there is no such file"


def _source(path: str, text: str) -> Source:
    return Source(text, path, os.path.dirname(os.path.abspath(path)))
