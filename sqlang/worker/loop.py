"""The loop of a worker: one thread runs programs, another listens for cancellations and the end."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Final

from sqlang.ir.pieces import PieceTable
from sqlang.worker.channel import Channel, ClientGoneError
from sqlang.worker.comparing import CompareRequest, ComparisonJob
from sqlang.worker.job import Job
from sqlang.worker.requests import (
    BadRequest,
    CancelRequest,
    PiecesRequest,
    Request,
    RunRequest,
    parse_request,
)

_SWITCH_INTERVAL: Final = 0.001
"""Seconds after which the run makes way for a cancellation that has arrived."""

_Waiting = Job | ComparisonJob | PiecesRequest | BadRequest


def serve(channel: Channel, memory: int) -> None:
    """Does runs in at most `memory` mebibytes until the client is gone; never returns."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    table = PieceTable()
    inbox = _Inbox(channel, memory, table)
    Thread(target=inbox.listen, name="listener", daemon=True).start()
    try:
        _tidy()
        channel.send({"id": None, "ready": True})
        while True:
            _answer(channel, table, inbox.next())
            if inbox.is_empty:
                _tidy()
    except ClientGoneError:
        os._exit(0)


class _Inbox:
    """Requests in order; a cancellation overtakes them."""

    def __init__(self, channel: Channel, memory: int, table: PieceTable) -> None:
        self._channel = channel
        self._memory = memory
        self._table = table
        self._waiting: SimpleQueue[_Waiting] = SimpleQueue()
        self._unfinished: list[Job | ComparisonJob] = []

    def listen(self) -> None:
        """Reads to the end of the input, then ends the process, whatever it is doing."""
        while line := self._channel.receive():
            self._accept(parse_request(line))
        os._exit(0)

    @property
    def is_empty(self) -> bool:
        return self._waiting.empty()

    def next(self) -> _Waiting:
        """Waits for the next request to answer."""
        return self._waiting.get()

    def _accept(self, request: Request) -> None:
        if isinstance(request, CancelRequest):
            for job in self._unfinished:
                if job.request.identity == request.identity:
                    job.cancel()
        elif isinstance(request, RunRequest):
            self._begin(Job(request, self._memory, self._table))
        elif isinstance(request, CompareRequest):
            self._begin(ComparisonJob(request, self._memory))
        else:
            self._waiting.put(request)

    def _begin(self, job: Job | ComparisonJob) -> None:
        self._unfinished = [each for each in self._unfinished if not each.finished]
        self._unfinished.append(job)
        self._waiting.put(job)


def _tidy() -> None:
    """Collect what a run left, now that nobody waits, and never look again at what stays."""
    gc.collect()
    gc.freeze()


def _answer(channel: Channel, table: PieceTable, request: _Waiting) -> None:
    identity = None
    try:
        if isinstance(request, BadRequest):
            channel.send({"id": request.identity, "crashed": request.reason})
        elif isinstance(request, PiecesRequest):
            request.apply(table)
        else:
            identity = request.request.identity
            request.run(channel)
    except ClientGoneError:
        raise
    except Exception:  # noqa: BLE001 - the edge: an error of ours must not end the worker
        channel.send({"id": identity, "crashed": traceback.format_exc()})
