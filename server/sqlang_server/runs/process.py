"""One worker process and its two pipes, on which a line is a message in JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlang
from sqlang_server.runs.sending import SentPieces

WORKER_COMMAND: tuple[str, ...] = (sys.executable, "-P", "-m", "sqlang.worker")

_LONGEST_LINE = 1 << 28

Message = dict[str, Any]


class WorkerGoneError(Exception):
    """A worker ended, or was ended, before it answered."""


class NotBegunError(WorkerGoneError):
    """A worker did so before it began what it was asked for."""


class WorkerProcess:
    """A fresh interpreter that runs programs; never a fork, and never on our own pipes.

    `sent` are the pieces of programs that it has.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a worker needs pipes of its own")
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self.sent: Final = SentPieces()
        self.jobs_done = 0
        self.started = False
        self._is_ended = False

    @classmethod
    async def start(cls, command: Sequence[str] = WORKER_COMMAND) -> WorkerProcess:
        """Starts a process; it is ready a little later, jobs sent before that wait in the pipe."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=_environment(),
            limit=_LONGEST_LINE,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Mapping[str, object]) -> None:
        """Sends a message without waiting; raises `WorkerGoneError` if nobody can read it."""
        if not self.alive or self._input.is_closing():
            raise WorkerGoneError
        self._input.write(json.dumps(message).encode() + b"\n")

    async def receive(self) -> Message:
        """The next message; raises `WorkerGoneError` at the end of the pipe or if it is none."""
        try:
            line = await self._output.readline()
            message = json.loads(line) if line.endswith(b"\n") else None
        except (OSError, ValueError) as error:
            raise WorkerGoneError from error
        if not isinstance(message, dict):
            raise WorkerGoneError
        self.started = True
        return message

    async def end(self) -> None:
        """Kills the process, whatever it does, and waits until nothing of it is left."""
        if not self._is_ended:
            # To kill it again would ask how it ended, and take that from whoever waits for it.
            self._is_ended = True
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._input.close()
        await self._process.wait()


def _environment() -> dict[str, str]:
    """Ours, with the package found where we found it, whatever directory the editor is in."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(sqlang.__file__)))
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([home, inherited] if inherited else [home])
    return {**os.environ, "PYTHONPATH": path}
