"""Finds the settings that hold for a file: those nearest upward from the file itself."""

from __future__ import annotations

import os

from sqlang.configuration.model import Configuration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.configuration.reading import Problem

OWN_NAME: Final = "sqlang.toml"
SHARED_NAME: Final = "pyproject.toml"


class ConfigurationFinder:
    """Finds settings, and remembers them: make a new one to see files that have changed.

    In one folder `sqlang.toml` comes before `pyproject.toml`, which is passed over if it has no
    `[tool.sqlang]`. Settings of one file are never mixed with those of another. `problems` are
    those of all files found so far.
    """

    def __init__(self) -> None:
        self._found: Final[dict[str, Configuration]] = {}
        self.problems: Final[list[Problem]] = []

    def for_file(self, path: str) -> Configuration:
        """The settings for the file at a path, which need not exist."""
        return self.for_folder(os.path.dirname(os.path.abspath(path)))

    def for_folder(self, folder: str) -> Configuration:
        """The settings for what is in a folder; those that nobody changed if there is no file."""
        folder = os.path.abspath(folder)
        passed = []
        while folder not in self._found:
            passed.append(folder)
            found = self._in(folder)
            parent = os.path.dirname(folder)
            if found is not None or parent == folder:
                self._found[folder] = found or Configuration()
            else:
                folder = parent
        found = self._found[folder]
        self._found.update(dict.fromkeys(passed, found))
        return found

    def _in(self, folder: str) -> Configuration | None:
        for name in (OWN_NAME, SHARED_NAME):
            found = self._read(os.path.join(folder, name))
            if found is not None:
                return found
        return None

    def _read(self, path: str) -> Configuration | None:
        try:
            with open(path, "rb") as file:
                data = file.read()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None  # `ValueError`: no folder can have such a name
        except OSError as error:
            return None if os.path.isdir(path) else self._unreadable(path, error)
        if path.endswith(SHARED_NAME) and not _may_have_settings(data):
            return None
        from sqlang.configuration.reading import read_configuration

        configuration, problems = read_configuration(path, data)
        self.problems.extend(problems)
        return configuration

    def _unreadable(self, path: str, error: OSError) -> Configuration:
        from sqlang.configuration.reading import Problem

        self.problems.append(Problem(path, None, f"this cannot be read: {error.strerror or error}"))
        return Configuration(path)


def _may_have_settings(data: bytes) -> bool:
    """Whether a `pyproject.toml` can hold settings of ours: a look that spares reading it."""
    squeezed = b"\n" + data.translate(None, b" \t\"'")
    return any(each in squeezed for each in (b"tool.sqlang", b"[tool]", b"\ntool="))
