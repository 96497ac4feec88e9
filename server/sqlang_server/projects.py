"""The settings of projects: for each file those nearest to it, as they are on the disk now."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sqlang.configuration.model import Configuration, HintSelection
    from sqlang.configuration.reading import Problem

NAMES: Final = ("sqlang.toml", "pyproject.toml")

_Stamp = tuple[int, int, int] | None


class _Known(NamedTuple):
    """What was found for a folder, and how the files were that it depends on."""

    configuration: Configuration
    stamps: dict[str, _Stamp]


class Projects:
    """Reads settings files again when they, or others that would come before them, have changed.

    Asked on use, since nobody has to tell of changes on the disk. `tell` gets a sentence for each
    thing that is wrong with a file, once for each state of it.
    """

    def __init__(self, tell: Callable[[list[str]], None]) -> None:
        self._tell: Final = tell
        self._known: Final[dict[str, _Known]] = {}
        self._told: Final[set[tuple[str, _Stamp]]] = set()

    def hints(self, directory: str | None) -> HintSelection | None:
        """The hints that are shown for the files of a folder; `None`, all, where there is none."""
        return None if directory is None else self.configuration(directory).hints

    def configuration(self, directory: str) -> Configuration:
        """The settings that hold in a folder."""
        known = self._known.get(directory)
        if known is None or any(_stamp(path) != was for path, was in known.stamps.items()):
            known = self._known[directory] = self._read(directory)
        return known.configuration

    def _read(self, directory: str) -> _Known:
        from sqlang.configuration.discovery import ConfigurationFinder

        stamps = {path: _stamp(path) for path in _candidates(directory)}
        finder = ConfigurationFinder()
        configuration = finder.for_folder(directory)
        self._complain(finder.problems, stamps)
        if configuration.path is not None:
            stamps = _up_to(configuration.path, stamps)
        return _Known(configuration, stamps)

    def _complain(self, problems: list[Problem], stamps: dict[str, _Stamp]) -> None:
        new = [each for each in problems if (each.path, stamps.get(each.path)) not in self._told]
        self._told.update((each.path, stamps.get(each.path)) for each in new)
        if new:
            self._tell([_sentence(each) for each in new])


def _candidates(directory: str) -> list[str]:
    """The files that may hold settings for a folder, the nearest first."""
    folder, paths = os.path.abspath(directory), []
    while True:
        paths += [os.path.join(folder, name) for name in NAMES]
        parent = os.path.dirname(folder)
        if parent == folder:
            return paths
        folder = parent


def _up_to(path: str, stamps: dict[str, _Stamp]) -> dict[str, _Stamp]:
    """What is farther away than the file found makes no difference."""
    nearest = {}
    for each, stamp in stamps.items():
        nearest[each] = stamp
        if each == path:
            break
    return nearest


def _sentence(problem: Problem) -> str:
    line = "" if problem.line is None else f":{problem.line}"
    return f"{problem.path}{line}: {problem.message}"


def _stamp(path: str) -> _Stamp:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
