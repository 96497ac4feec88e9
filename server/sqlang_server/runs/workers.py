"""At most two workers, one of them kept warm, so that an edit never waits for a run to give up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Final, Protocol

from sqlang_server.runs.process import Message, NotBegunError, WorkerGoneError, WorkerProcess
from sqlang_server.runs.sending import SentPieces

LIMIT: Final = 2
_PATIENCE: Final = 0.25
"""How long a worker may take to answer that it cancelled a run while others wait, in seconds.

It mostly takes some milliseconds; to replace it takes longer, and a new one knows no program.
"""
_LONGEST_PATIENCE: Final = 2.0
"""How long it may while nobody waits."""
_ENDINGS: Final = ("done", "failed", "crashed")
_LOOK: Final = 0.02
"""After so many seconds without an answer somebody may be waiting."""
_START: Final = 60.0
"""How long a new worker may take to start and to begin a run, in seconds."""
_GRACE: Final = 1.0
"""How much longer than its deadline a run may take before its worker is killed, in seconds."""
_JOBS_PER_WORKER: Final = 200
"""After so many runs a worker is replaced, so that no leak can grow for hours."""


class Work(Protocol):
    """What a worker can be asked for: a run, a comparison."""

    @property
    def number(self) -> int:
        """No other work has it."""

    @property
    def deadline(self) -> float:
        """Seconds of wall time, from when it has begun."""

    def request(self, sent: SentPieces, /) -> Message:
        """The message to a worker that has been `sent` pieces, which learns of more."""

    def preparation(self, sent: SentPieces, /) -> Message | None:
        """What lets a worker know of it ahead; `None` if there is nothing to tell."""


Start = Callable[[], Coroutine[None, None, WorkerProcess]]
Progress = Callable[[Message], None]


def _ignore(message: Message) -> None:
    """For a run whose progress nobody wants to hear about."""


class Workers:
    """Runs jobs, the first to ask first, on at most `LIMIT` processes."""

    def __init__(self, start: Start = WorkerProcess.start) -> None:
        self._start = start
        self._turn = asyncio.Semaphore(LIMIT)
        self._waiting = 0
        self._count = 0
        self._busy: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._spares: list[asyncio.Task[WorkerProcess]] = []
        self._chores: set[asyncio.Task[None]] = set()
        self._closed = False

    def warm(self) -> None:
        """Starts a spare worker if there is none and may be one."""
        if not (self._closed or self._spares or self._idle or self._count >= LIMIT):
            self._spares.append(self._begin())

    async def run(self, job: Work, progress: Progress = _ignore) -> Message:
        """Runs a job and gives the message that ends it.

        Cancelling the caller cancels the run; a worker that does not give up at once is killed.
        Raises `WorkerGoneError` if the worker died or did not keep the deadline.
        """
        async with contextlib.AsyncExitStack() as turn:
            await self._wait_for_turn()
            turn.callback(self._turn.release)
            for _ in range(LIMIT):
                # One that was killed or stopped while it did nothing costs no more than time.
                with contextlib.suppress(NotBegunError):
                    return await self._attempt(job, progress, turn, job.deadline + _GRACE)
            return await self._attempt(job, progress, turn, _START)

    async def _attempt(
        self, job: Work, progress: Progress, turn: contextlib.AsyncExitStack, patience: float
    ) -> Message:
        """Runs a job on a worker, which has so many seconds to begin."""
        worker = await self._take()
        try:
            self._hand_over(job, worker)
            message = await _ending(worker, job, progress, patience)
        except asyncio.CancelledError:
            # The turn stays taken until the worker is idle again or dead.
            self._chore(self._settle(worker, job, turn.pop_all()))
            raise
        except WorkerGoneError:
            await self._discard(worker)
            raise
        if "crashed" in message:
            # It may not have all that it was sent.
            await self._discard(worker)
        else:
            self._give_back(worker)
        return message

    async def _wait_for_turn(self) -> None:
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1

    async def restart(self) -> None:
        """Ends every worker, whatever it does; work that goes on fails, new work has new ones."""
        await self.close()
        self._idle.clear()
        self._spares.clear()
        self._count = len(self._busy)
        self._closed = False
        self.warm()

    async def close(self) -> None:
        """Ends every worker; nothing of them is left afterwards."""
        self._closed = True
        # A run that was given up just now lets go of its worker first, or of the start of one.
        await asyncio.sleep(0)
        while self._spares:
            with contextlib.suppress(OSError):
                self._idle.append(await self._spares.pop())
        for worker in (*self._idle, *self._busy):
            await worker.end()
        while self._chores:
            await asyncio.wait(self._chores)

    def _begin(self) -> asyncio.Task[WorkerProcess]:
        self._count += 1
        return asyncio.ensure_future(self._start())

    async def _take(self) -> WorkerProcess:
        worker = self._idle.pop() if self._idle else await self._started()
        if not worker.alive:
            await self._end(worker)
            return await self._take()
        self._busy.add(worker)
        self.warm()
        return worker

    async def _started(self) -> WorkerProcess:
        """The spare, or a new worker, once its process is there."""
        starting = self._spares.pop() if self._spares else self._begin()
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            self._spares.append(starting)
            raise
        except OSError as error:
            self._count -= 1
            raise WorkerGoneError from error

    def _hand_over(self, job: Work, to: WorkerProcess) -> None:
        """Sends a job; workers that do nothing read its program, for the run after an edit."""
        try:
            to.send(job.request(to.sent))
        except WorkerGoneError as error:
            raise NotBegunError from error
        started = [spare for spare in self._spares if spare.done() and not spare.exception()]
        for worker in (*self._idle, *(spare.result() for spare in started)):
            preparation = job.preparation(worker.sent)
            if preparation is not None and worker.alive:
                worker.send(preparation)

    def _give_back(self, worker: WorkerProcess) -> None:
        worker.jobs_done += 1
        if self._closed or not worker.alive or worker.jobs_done >= _JOBS_PER_WORKER:
            self._chore(self._discard(worker))
        else:
            self._busy.discard(worker)
            self._idle.append(worker)

    async def _discard(self, worker: WorkerProcess) -> None:
        await self._end(worker)
        self._busy.discard(worker)
        self.warm()

    async def _end(self, worker: WorkerProcess) -> None:
        await worker.end()
        self._count -= 1

    async def _settle(
        self, worker: WorkerProcess, job: Work, turn: contextlib.AsyncExitStack
    ) -> None:
        """Takes a worker back whose run is no longer wanted, or kills it."""
        async with turn:
            try:
                worker.send({"cancel": job.number})
                await self._giving_up(worker, job)
            except (TimeoutError, WorkerGoneError):
                await self._discard(worker)
            else:
                self._give_back(worker)

    async def _giving_up(self, worker: WorkerProcess, job: Work) -> None:
        """Waits for the end of a job that is cancelled; raises `TimeoutError` if it does not come.

        A worker that is still starting is let start: to kill it would only mean to start another.
        """
        clock = asyncio.get_running_loop().time
        started, since = worker.started, clock()
        while not (message := await _soon(worker)) or not _is_over(job, message):
            if not worker.started:
                raise TimeoutError
            if not started:
                started, since = True, clock()
            if clock() - since >= (_PATIENCE if self._waiting else _LONGEST_PATIENCE):
                raise TimeoutError

    def _chore(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)


async def _ending(worker: WorkerProcess, job: Work, progress: Progress, patience: float) -> Message:
    """The message that ends a job; those before it tell of its progress.

    Raises `NotBegunError` if the run has not begun after `patience` seconds, `WorkerGoneError` if
    it does not keep its deadline then.
    """
    gone: type[WorkerGoneError] = NotBegunError
    limit = asyncio.timeout(patience)
    try:
        async with limit:
            while True:
                message = await worker.receive()
                if _is_over(job, message):
                    return message
                if message.get("id") != job.number:
                    continue
                if "ready" in message:
                    gone = WorkerGoneError
                    limit.reschedule(asyncio.get_running_loop().time() + job.deadline + _GRACE)
                else:
                    progress(message)
    except (TimeoutError, WorkerGoneError) as error:
        raise gone from error
    finally:
        del limit  # which leads from the error of a cancelled task back to that task


def _is_over(job: Work, message: Message) -> bool:
    """Whether a message is the last one about some work."""
    return message.get("id") == job.number and any(each in message for each in _ENDINGS)


async def _soon(worker: WorkerProcess) -> Message | None:
    """The next message of a worker; `None` if there is none for a while."""
    try:
        async with asyncio.timeout(_LOOK if worker.started else _START):
            return await worker.receive()
    except TimeoutError:
        return None
