"""The process that checks files which are not open, as long as there are some to check."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.source import Source
from sqlang_server.checking.messages import from_json
from sqlang_server.runs.process import WorkerGoneError, WorkerProcess

if TYPE_CHECKING:
    from sqlang.diagnostics.model import Diagnostic
    from sqlang.syntax.workspace import Stamp, Workspace

COMMAND: Final = (sys.executable, "-P", "-m", "sqlang_server.checking")
_PATIENCE: Final = 60.0
"""How long the check of one file may take, in seconds."""


class Checked(NamedTuple):
    """What is wrong in a file and in those it uses, and how they were when they were read."""

    own: list[Diagnostic]
    in_libraries: list[Diagnostic]
    stamps: dict[str, Stamp]


class Checker:
    """Checks one file after the other; its process starts with the first and ends when told to."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace: Final = workspace
        self._numbers: Final = count(1)
        self._process: WorkerProcess | None = None
        self._sent: dict[str, Source] = {}

    async def check(self, path: str, within: Sequence[str] | None) -> Checked:
        """What is wrong in a file.

        Raises `WorkerGoneError` if the process died over it or took too long, and then has no
        process any more.
        """
        try:
            process = self._process or await self._begin()
            number = next(self._numbers)
            buffers = self._new_buffers()
            request = {"id": number, "check": path, "buffers": buffers, "within": within}
            process.send(request)
            async with asyncio.timeout(_PATIENCE):
                answer = await process.receive()
        except (OSError, TimeoutError, WorkerGoneError, asyncio.CancelledError) as error:
            await self.end()
            if isinstance(error, asyncio.CancelledError):
                raise
            raise WorkerGoneError from error
        stamps = {path: self._stamp(path, stamp) for path, stamp in answer["stamps"].items()}
        own = from_json(answer["own"], self._source_at)
        return Checked(own, from_json(answer["libraries"], self._source_at), stamps)

    async def end(self) -> None:
        """Ends the process, if there is one."""
        process, self._process = self._process, None
        self._sent = {}
        if process is not None:
            await process.end()

    async def _begin(self) -> WorkerProcess:
        self._process = await WorkerProcess.start(COMMAND)
        return self._process

    def _new_buffers(self) -> dict[str, str | None]:
        """The unsaved texts that the process does not have as they are now."""
        now = self._workspace.buffers()
        new: dict[str, str | None] = {path: None for path in self._sent if path not in now}
        for path, source in now.items():
            if self._sent.get(path) is not source:
                new[path] = source.text
        self._sent = now
        return new

    def _stamp(self, path: str, told: object) -> Stamp:
        """The stamp as our own workspace gives it for the same state of a file."""
        if isinstance(told, list):
            device, node, size, time = told
            return device, node, size, time
        if told is not True:
            return None
        identity = self._workspace.identity(path)
        sent = self._sent.values()
        return next((s for s in sent if self._workspace.identity(s.path) == identity), None)

    def _source_at(self, path: str) -> Source:
        """The text at a path; an empty one if it is gone by now."""
        source = self._workspace.read(path)
        if source is None:
            undecodable = self._workspace.undecodable(path)
            source = None if undecodable is None else undecodable.span.source
        return source or Source("", path, os.path.dirname(path))
