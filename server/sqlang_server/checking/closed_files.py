"""Checks the programs of the workspace that are not open, for users who want to see all mistakes.

Nobody has to tell of changes on the disk: the files are looked at again after a while, seldom
enough to cost little, and at once when somebody does tell.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang_server.checking.checker import Checked, Checker
from sqlang_server.folders import SLICE
from sqlang_server.runs.process import WorkerGoneError
from sqlang_server.settings import Settings
from sqlang_server.view import FileReceiver

if TYPE_CHECKING:
    from sqlang.configuration.model import HintSelection
    from sqlang_server.documents import Document
    from sqlang_server.session import Session

logger = logging.getLogger(__name__)

_INTERVAL: Final = 2.0
"""How long to wait until the files are looked at again, in seconds."""
_SHARE: Final = 20
"""Looking at the files may take this part of the time between two looks."""
_PAUSE: Final = 0.3
"""How long nothing must have happened before the files are looked at, in seconds."""


class _Known(NamedTuple):
    """What was found in a file, and on what the way it is shown depends."""

    checked: Checked
    hints: HintSelection | None
    settings: Settings


class ClosedFiles:
    """Puts up what is wrong in the files of the workspace that are not open."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._checker: Final = Checker(session.documents.workspace)
        self._known: Final[dict[str, _Known]] = {}
        self._paths: Final[dict[str, str]] = {}
        self._task: asyncio.Task[None] | None = None
        self._happened: Final = asyncio.Event()
        self.looked = False

    def changed(self) -> None:
        """Something happened that may concern them, or whether they are to be checked."""
        wanted = self._session.settings.diagnostics_scope == "workspace"
        self._happened.set()
        if wanted and self._task is None:
            self._task = asyncio.ensure_future(self._look_again_and_again())
        elif not wanted and self._task is not None:
            self._task.cancel()
            self._task = None
            self.looked = False
            for path in tuple(self._known):
                self._forget(path)

    def opened(self, document: Document) -> None:
        """From now on a file is what the client says."""
        path = self._paths.get(document.canonical)
        if path is not None:
            self._forget(path)

    def uris(self) -> list[str]:
        """The files that have been checked."""
        return [self._session.documents.uri_of_path(path) for path in self._known]

    async def close(self) -> None:
        """Ends the process that checks."""
        if self._task is not None:
            self._task.cancel()
        await self._checker.end()

    async def _look_again_and_again(self) -> None:
        while True:
            self._happened.clear()
            began = time.process_time()
            await self._look()
            await self._checker.end()
            self.looked = True
            self._session.polls.wake()
            rest = max(_INTERVAL, _SHARE * (time.process_time() - began))
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._happened.wait()
                await self._silence()

    async def _silence(self) -> None:
        """Waits until nothing more happens, as somebody is still typing."""
        self._happened.clear()
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(_PAUSE):
                    await self._happened.wait()
                self._happened.clear()

    async def _look(self) -> None:
        paths = dict.fromkeys(await self._session.folders.listed())
        for path in [each for each in self._known if each not in paths]:
            self._forget(path)
        until = time.monotonic() + SLICE
        for path in paths:
            if self._session.documents.at_path(path) is not None:
                self._forget(path)
            elif not self._is_known(path):
                await self._check(path)
            if time.monotonic() > until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE

    def _is_known(self, path: str) -> bool:
        known = self._known.get(path)
        if known is None or self._session.documents.workspace.has_changed(known.checked.stamps):
            return False
        if known[1:] != self._shown_by(path):
            self._put_up(path, known.checked)
        return True

    async def _check(self, path: str) -> None:
        session = self._session
        within = session.folders.paths if session.settings.restricted else None
        try:
            checked = await self._checker.check(path, within)
        except WorkerGoneError:
            logger.warning("the check of %s did not come to an end", path)
            stamps = {path: session.documents.workspace.stamp(path)}
            checked = Checked([], [], stamps)
        if session.documents.at_path(path) is None:
            self._put_up(path, checked)

    def _put_up(self, path: str, checked: Checked) -> None:
        from sqlang_server.features.diagnostics import by_file, shown

        hints, settings = self._shown_by(path)
        documents = self._session.documents
        self._known[path] = _Known(checked, hints, settings)
        self._paths[documents.workspace.identity(path)] = path
        receiver = FileReceiver(self._session.client, settings, documents.uri_of_path)
        found = by_file(receiver, checked.in_libraries)
        found[documents.uri_of_path(path)] = shown(receiver, checked.own, hints)
        self._session.publisher.found_by(path, found)
        self._session.polls.wake()

    def _shown_by(self, path: str) -> tuple[HintSelection | None, Settings]:
        hints = self._session.projects.hints(os.path.dirname(path))
        return hints, self._session.settings_of_path(path)

    def _forget(self, path: str) -> None:
        if self._known.pop(path, None) is not None:
            self._session.publisher.found_by(path, {})
            self._session.polls.wake()
