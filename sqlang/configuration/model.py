"""What settings say: which files are left out, and which hints are shown."""

from __future__ import annotations

import os

from sqlang.diagnostics.model import Diagnostic, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.configuration.patterns import Pattern


class HintSelection:
    """Which hints are shown: all, or those of `select`, and of these none of `ignore`.

    Refusals are always shown.
    """

    __slots__ = ("ignore", "select")

    def __init__(
        self, select: frozenset[str] | None = None, ignore: frozenset[str] = frozenset()
    ) -> None:
        self.select: Final = select
        self.ignore: Final = ignore

    def shows(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is for the user's eyes."""
        if diagnostic.severity is not Severity.HINT:
            return True
        return diagnostic.code not in self.ignore and (
            self.select is None or diagnostic.code in self.select
        )

    def overridden(self, by: HintSelection) -> HintSelection:
        """What is left of this selection under one from the command line.

        What is selected there replaces all that is said here; what is ignored there comes on top.
        """
        if by.select is not None:
            return by
        return HintSelection(self.select, self.ignore | by.ignore)


class Configuration:
    """The settings in one file, or those of a project that has none (`path` is then `None`)."""

    __slots__ = ("exclude", "force_exclude", "hints", "path")

    def __init__(
        self,
        path: str | None = None,
        *,
        exclude: tuple[Pattern, ...] = (),
        force_exclude: bool = False,
        hints: HintSelection | None = None,
    ) -> None:
        self.path: Final = path
        self.exclude: Final = exclude
        self.force_exclude: Final = force_exclude
        self.hints: Final = hints or HintSelection()

    def excluding(self, path: str, *, is_folder: bool = False) -> Pattern | None:
        """The pattern that a file or folder itself meets, whatever is above it."""
        if self.path is None or not self.exclude:
            return None
        inner = _below(os.path.dirname(self.path), path)
        return next((each for each in self.exclude if each.matches(inner, is_folder)), None)

    def excluding_with_folders(self, path: str) -> Pattern | None:
        """The pattern that leaves out a file, or one of the folders it is in."""
        if self.path is None or not self.exclude:
            return None
        parts = _below(os.path.dirname(self.path), path).split("/")
        for length in range(1, len(parts) + 1):
            inner = "/".join(parts[:length])
            for pattern in self.exclude:
                if pattern.matches(inner, length < len(parts)):
                    return pattern
        return None


def _below(folder: str, path: str) -> str:
    """A path as seen from a folder above it, with slashes."""
    return os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
