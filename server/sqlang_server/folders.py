"""The workspace folders: where they are, and the programs that are in them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.syntax.workspace import Workspace
from sqlang_server import uris

MOST_FILES: Final = 2_000
MOST_FOLDERS: Final = 10_000
"""So many programs are listed and so many folders looked into: a folder may be a whole disk."""

SLICE: Final = 0.005
"""How long to work at a stretch before others may, in seconds."""

_PAUSE: Final = 64
"""After so many entries of a folder there may be a pause."""


class Folders:
    """The folders of one client, by their paths; those that are not on this disk are passed over.

    Nothing is remembered of what is in them, so that nobody has to tell of changes.
    """

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._paths: Final[dict[str, None]] = dict.fromkeys(paths)

    @property
    def paths(self) -> tuple[str, ...]:
        """The folders in the order in which the client named them."""
        return tuple(self._paths)

    def change(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Follows `workspace/didChangeWorkspaceFolders`; a folder that is unknown is no error."""
        for folder in event.removed:
            self._paths.pop(uris.path_of(folder.uri) or "", None)
        self._paths.update(dict.fromkeys(_paths(folder.uri for folder in event.added)))

    def hold(self, path: str) -> bool:
        """Whether a file is in one of the folders, links followed or not."""
        places = {os.path.abspath(path), Workspace.canonical(path)}
        return any(
            _is_below(place, root)
            for folder in self._paths
            for root in {os.path.abspath(folder), Workspace.canonical(folder)}
            for place in places
        )

    def around(self, path: str) -> str | None:
        """The innermost folder that a file is in."""
        place = os.path.abspath(path)
        holding = [each for each in self._paths if _is_below(place, os.path.abspath(each))]
        return max(holding, key=len, default=None)

    def files(self) -> list[str]:
        """The `*.sq` in the folders, each once, but for what the settings of a project leave out.

        At most `MOST_FILES`. Hidden folders are not searched and links to folders not followed.
        """
        return [path for path in self.steps() if path is not None]

    async def listed(self) -> list[str]:
        """The same, made a little at a time so that other work goes on meanwhile."""
        found = []
        until = time.monotonic() + SLICE
        for path in self.steps():
            if path is not None:
                found.append(path)
            if time.monotonic() > until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE
        return found

    def steps(self) -> Iterator[str | None]:
        """The files as they are found, and `None` now and then where one may pause."""
        finder = ConfigurationFinder()
        waiting = [os.path.abspath(folder) for folder in reversed(self._paths)]
        seen: set[str] = set()
        looked_into = found = 0
        while waiting and looked_into < MOST_FOLDERS:
            folder = _Folder(waiting.pop(), finder)
            if folder.identity in seen:
                continue
            seen.add(folder.identity)
            looked_into += 1
            yield from folder.look_into()
            waiting += sorted(folder.folders, reverse=True)
            for path in sorted(folder.files):
                identity = Workspace.canonical(path)
                if identity in seen:
                    continue
                seen.add(identity)
                yield path
                found += 1
                if found == MOST_FILES:
                    return


class _Folder:
    """One folder: the folders and programs in it, but for what is left out."""

    def __init__(self, path: str, finder: ConfigurationFinder) -> None:
        self.identity: Final = Workspace.canonical(path)
        self.folders: Final[list[str]] = []
        self.files: Final[list[str]] = []
        self._path: Final = path
        self._configuration: Final = finder.for_folder(path)

    def look_into(self) -> Iterator[None]:
        """Fills the lists; one that cannot be read is taken for empty."""
        try:
            with os.scandir(self._path) as entries:
                for count, entry in enumerate(entries):
                    self._take(entry)
                    if count % _PAUSE == 0:
                        yield None
        except (OSError, ValueError):
            return

    def _take(self, entry: os.DirEntry[str]) -> None:
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name.startswith(".") if is_folder else not entry.name.endswith(".sq"):
            return
        if self._configuration.excluding(entry.path, is_folder=is_folder):
            return
        if is_folder:
            self.folders.append(entry.path)
        elif entry.is_file():
            self.files.append(entry.path)


def read(params: types.InitializeParams) -> Folders:
    """The folders a client opened; one older than these has at most one root."""
    if params.workspace_folders is not None:
        return Folders(_paths(folder.uri for folder in params.workspace_folders))
    if params.root_uri is not None:
        return Folders(_paths([params.root_uri]))
    return Folders([params.root_path] if params.root_path else [])


def _paths(given: Iterable[str]) -> list[str]:
    return [path for uri in given if (path := uris.path_of(uri)) is not None]


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(os.path.join(folder, ""))
