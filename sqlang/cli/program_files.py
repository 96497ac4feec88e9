"""Which programs a command line means: files, the `*.sq` in folders, and what is left out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.configuration.model import Configuration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.cli.console import Console
    from sqlang.configuration.patterns import Pattern

_HERE: Final = os.path.join(os.curdir, "")


class ProgramFiles:
    """Finds programs, each once, and tells of those that are left out.

    What is found in a folder is subject to the settings nearest to it and to the patterns of the
    command line, relative to the current folder. What the command line names is not, unless it or
    the settings say `force-exclude`. Hidden folders are not searched.
    """

    def __init__(
        self,
        finder: ConfigurationFinder,
        console: Console,
        *,
        exclude: Sequence[Pattern] = (),
        force: bool = False,
        standard_input_name: str | None = None,
    ) -> None:
        self._finder: Final = finder
        self._console: Final = console
        given = os.path.join(os.getcwd(), "--exclude")
        self._given: Final = Configuration(given, exclude=tuple(exclude))
        self._force: Final = force
        self._standard_input_name: Final = standard_input_name
        self._left_out: Final[list[str]] = []
        self._unreadable_folders = 0

    def named(self, names: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """The paths that names mean, each with whether it was found in a folder."""
        seen: set[str] = set()
        for name in names:
            is_folder = name != STANDARD_INPUT and os.path.isdir(name)
            for path in self._in(name) if is_folder else self._itself(name):
                identity = path if path == STANDARD_INPUT else os.path.realpath(path)
                if identity not in seen:
                    seen.add(identity)
                    yield path, is_folder

    def tell(self) -> bool:
        """Say which of the files named are left out and what is wrong with settings.

        True if a settings file is wrong or a folder cannot be searched.
        """
        if self._left_out:
            first, *others = self._left_out
            more = f" (and {len(others)} more)" if others else ""
            self._console.error(f"sq: {first}{more}")
        for problem in self._finder.problems:
            line = "" if problem.line is None else f":{problem.line}"
            self._console.error(f"sq: {shown_path(problem.path)}{line}: {problem.message}")
        return bool(self._unreadable_folders or self._finder.problems)

    def _itself(self, name: str) -> Iterator[str]:
        path = self._standard_input_name if name == STANDARD_INPUT else name
        if path is not None:
            configuration = self._finder.for_file(path)
            if self._force or configuration.force_exclude:
                reason = self._reason(path, configuration)
                if reason is not None:
                    self._left_out.append(f"{path} is left out: {reason}")
                    return
        yield name

    def _reason(self, path: str, configuration: Configuration) -> str | None:
        for each in (configuration, self._given):
            pattern = each.excluding_with_folders(path)
            if pattern is not None and each.path is not None:
                where = "--exclude" if each is self._given else shown_path(each.path)
                return f"`{pattern.text}` in {where}"
        return None

    def _in(self, folder: str) -> list[str]:
        found: list[str] = []
        left_out = False
        for parent, folders, files in os.walk(folder, onerror=self._unreadable):
            configuration = self._finder.for_folder(parent)
            inner = [name for name in folders if not name.startswith(".")]
            kept = [name for name in inner if self._keeps(parent, name, configuration, True)]
            programs = [name for name in files if name.endswith(".sq")]
            wanted = [name for name in programs if self._keeps(parent, name, configuration, False)]
            left_out = left_out or len(kept) < len(inner) or len(wanted) < len(programs)
            folders[:] = sorted(kept)
            inside = "" if parent == os.curdir else parent.removeprefix(_HERE)
            paths = [os.path.join(inside, name) for name in wanted]
            found.extend(path for path in paths if not _is_special(path))
        if not found:
            but = " but what is left out" if left_out else ""
            self._console.error(f"sq: no *.sq file in {folder}{but}")
        return sorted(found)

    def _unreadable(self, error: OSError) -> None:
        self._unreadable_folders += 1
        self._console.error(f"sq: cannot search {error.filename}: {error.strerror or error}")

    def _keeps(self, parent: str, name: str, configuration: Configuration, is_folder: bool) -> bool:
        path = os.path.join(parent, name)
        return not any(
            each.excluding(path, is_folder=is_folder) for each in (configuration, self._given)
        )


def _is_special(path: str) -> bool:
    """Whether it is no file, nor a link that leads nowhere: reading a pipe might never end."""
    return os.path.exists(path) and not os.path.isfile(path)


def shown_path(path: str) -> str:
    """A path as a person in the current folder would write it."""
    inner = os.path.relpath(path) if os.path.splitdrive(path)[0] == _current_drive() else path
    return path if inner.startswith(os.pardir) else inner


def _current_drive() -> str:
    return os.path.splitdrive(os.getcwd())[0]
