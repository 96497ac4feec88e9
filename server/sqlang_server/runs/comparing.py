"""Comparisons of programs, made in workers; for one document and purpose the last asked for."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server.documents import Document, Documents
from sqlang_server.runs.process import Message, WorkerGoneError
from sqlang_server.runs.sending import SentPieces
from sqlang_server.runs.workers import Workers

_numbers = count(-1, -1)
"""Below 0, where no run has its number."""

Change = Sequence[object]
"""`["without", FIRST, LAST]`, `["set", NAME, VALUE]` or `["replace", CLAUSE, LINE]`."""

_RUNS: Final = 4
"""A comparison runs each program once, and again up to where they part."""


class ComparisonJob(NamedTuple):
    """What is asked of a worker; `deadline` is that of all the work, in seconds of wall time."""

    number: int
    wanted: Mapping[str, object]
    deadline: float

    def request(self, _: SentPieces) -> Message:
        return {"id": self.number, "compare": dict(self.wanted)}

    def preparation(self, _: SentPieces) -> Message | None:
        return None


class Comparisons:
    """At most one comparison for each document and purpose; a later one takes its place."""

    def __init__(self, documents: Documents, workers: Workers) -> None:
        self._documents = documents
        self._workers = workers
        self._tasks: dict[tuple[Document, str], asyncio.Task[Message]] = {}

    async def compare(
        self,
        document: Document,
        purpose: str,
        changes: Sequence[Change],
        other: str | None,
        iterations: int,
        deadline: float,
    ) -> Mapping[str, Any]:
        """`comparison` and `text` of the present text beside another or with changes.

        Raises `JsonRpcException` with a sentence for the user if there is nothing to compare, and
        `ServerCancelled` once a later comparison is wanted instead.
        """
        job = self._job(document, changes, other, iterations, deadline)
        self.forget(document, purpose)
        task = asyncio.ensure_future(self._workers.run(job))
        self._tasks[document, purpose] = task
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            if self._tasks.get((document, purpose)) is task:
                del self._tasks[document, purpose]
        if task.cancelled():
            raise JsonRpcException(
                "another comparison was asked for", code=types.LSPErrorCodes.ServerCancelled
            )
        return _result(task)

    def forget(self, document: Document, *purposes: str) -> None:
        """Gives up the comparisons of a document, all of them if no purpose is named."""
        for (of, purpose), task in list(self._tasks.items()):
            if of is document and (not purposes or purpose in purposes):
                del self._tasks[of, purpose]
                task.cancel()

    def _job(
        self,
        document: Document,
        changes: Sequence[Change],
        other: str | None,
        iterations: int,
        deadline: float,
    ) -> ComparisonJob:
        wanted = {
            "path": document.source.path,
            "directory": document.source.directory,
            "texts": {each.source.path: each.source.text for each in self._documents},
            "changes": list(changes),
            "other": None if other is None else os.fspath(other),
            "iterations": iterations,
            "deadline": deadline,
        }
        return ComparisonJob(next(_numbers), wanted, _RUNS * deadline)


def _result(task: asyncio.Task[Message]) -> Mapping[str, Any]:
    try:
        message = task.result()
    except WorkerGoneError as error:
        raise _refusal("the comparison took too long, or its process ended") from error
    if "done" in message:
        done: Mapping[str, Any] = message["done"]
        return done
    if "failed" in message:
        raise _refusal(str(message["failed"]["message"]))
    raise _refusal("the comparison met an error of ours, which the log tells")


def _refusal(sentence: str) -> JsonRpcException:
    return JsonRpcException(sentence, code=types.LSPErrorCodes.RequestFailed)
