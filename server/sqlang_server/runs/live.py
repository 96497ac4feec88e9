"""Runs the program under the cursor while it is written, and keeps what the last run showed.

A run belongs to one version of a document. The next edit cancels it; its result is dropped if the
text has changed meanwhile. Equal programs have equal results, so a text that came back to an
earlier program (and one in which only a comment changed) is not run again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlang_server.documents import Document, Documents
from sqlang_server.runs import states
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import Message, WorkerGoneError
from sqlang_server.runs.workers import Workers
from sqlang_server.settings import Settings
from sqlang_server.steps import in_steps

if TYPE_CHECKING:
    from sqlang_server.runs.results import Result
    from sqlang_server.runs.traced import Traced

logger = logging.getLogger(__name__)

_RESULTS_KEPT: Final = 32
_BYTES_KEPT: Final = 1_000_000
"""Results of long programs are kept for fewer texts."""

_BREATH: Final = 0.005
"""Seconds before a run in which what a client asks right after diagnostics is answered."""

_TEXTS_KEPT: Final = 2
"""Of so many texts of a document it is kept where their values stand."""

_EXPECTATION: Final = "//!"
_LINES_FOR_EXPECTATIONS: Final = 2000
"""So many lines of a run are compared with what its program promises."""


class _Wanted(NamedTuple):
    """The program of one version of a document."""

    document: Document
    version: int
    key: str
    job: Job


def _nobody(_document: Document, _state: states.RunState) -> None:
    """Wants to know how runs are."""


class LiveRuns:
    """One run at a time for each document; `changed` is told when a document shows new values.

    `told` is called with how the run of a document is, whenever that may have changed.
    """

    def __init__(
        self,
        documents: Documents,
        workers: Workers,
        settings: Callable[[Document], Settings],
        changed: Callable[[Document], None],
        told: Callable[[Document, states.RunState], None] = _nobody,
    ) -> None:
        self._documents = documents
        self._workers = workers
        self._settings = settings
        self._changed = changed
        self._told = told
        self._tasks: dict[Document, asyncio.Task[None]] = {}
        self._results: OrderedDict[tuple[object, ...], Result] = OrderedDict()
        self._clocks: dict[Document, float] = {}
        self._waiting: Counter[Document] = Counter()
        self._placed: WeakKeyDictionary[Document, tuple[tuple[str, Traced], ...]]
        self._placed = WeakKeyDictionary()

    def edited(self, document: Document) -> None:
        """Gives up the run of the former text and, if the user wants it, plans one of this text."""
        self.forget(document)
        settings = self._settings(document)
        if settings.runs:
            self._tasks[document] = self._begin(document, settings.trace_delay / 1000)
        else:
            self._told(document, states.off(settings))

    def forget(self, document: Document) -> None:
        """Gives up the run of a document, if there is one."""
        task = self._tasks.pop(document, None)
        if task is not None:
            task.cancel()

    def give_up(self, document: Document) -> None:
        """Ends the run of a document because nobody wants to wait for it."""
        self.forget(document)
        if not self.current(document):
            self._told(document, states.GIVEN_UP)

    def release(self, document: Document) -> None:
        """Forgets where values stand in texts that nobody has come back to for a while."""
        self._placed.pop(document, None)

    def time_of(self, document: Document) -> float | None:
        """How far the run of a document is, on the program's clock; `None` if none goes on."""
        return self._clocks.get(document)

    def current(self, document: Document) -> bool:
        """Whether the values shown are all that a run of the present program gives."""
        shown = document.traced
        return shown is not None and shown.result.ended and shown.key == document.program_key

    async def finished(self, document: Document) -> None:
        """Waits for a run of the present text, begun now if none is on its way.

        A run that an edit cancels is followed by that of the next text, until the document closes.
        If whoever waits gives up, so does the run, unless somebody else wants it.
        """
        self._waiting[document] += 1
        try:
            await self._until_finished(document)
        except asyncio.CancelledError:
            if self._waiting[document] == 1 and not self._settings(document).runs:
                self.give_up(document)
            raise
        finally:
            self._waiting[document] -= 1
            self._waiting += Counter()

    async def _until_finished(self, document: Document) -> None:
        while not self.current(document) and self._documents.get(document.uri) is document:
            task = self._tasks.get(document) or self._begin(document, 0)
            self._tasks[document] = task
            await asyncio.wait([task])
            if not task.cancelled():
                break

    async def awaited(self, document: Document, patience: float) -> None:
        """Waits a moment for the run that is on its way, if there is one."""
        task = self._tasks.get(document)
        if task is not None:
            await asyncio.wait([task], timeout=patience)

    def _begin(self, document: Document, delay: float) -> asyncio.Task[None]:
        task = asyncio.ensure_future(self._run(document, delay))
        task.add_done_callback(lambda done: self._ended(document, done))
        return task

    def _ended(self, document: Document, task: asyncio.Task[None]) -> None:
        if self._tasks.get(document) is task:
            del self._tasks[document]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a run ended in an error of ours", exc_info=error)

    async def _run(self, document: Document, delay: float) -> None:
        await asyncio.sleep(delay)
        await asyncio.sleep(_BREATH)  # counted from here: the diagnostics may have taken longer
        wanted = self._wanted(document)
        if wanted is None:
            self._told(document, self._reason(document))
            return
        result = self._results.get(wanted.job.content)
        if result is None:
            self._told(document, states.RUNNING)
            result = await self._executed(wanted)
        if result is not None:
            self._remember(wanted.job, result)
            await self._show(wanted, result)
        if document.version == wanted.version:
            self._told(document, states.outcome_state(result))

    def _reason(self, document: Document) -> states.RunState:
        """Why the present text is not run."""
        settings = self._settings(document)
        return states.off(settings) if settings.restricted else states.without_program(document)

    def _wanted(self, document: Document) -> _Wanted | None:
        """The program to run; `None` while the text has errors or nothing may be run."""
        settings = self._settings(document)
        pieces, key = document.pieces, document.program_key
        if settings.restricted or pieces is None or key is None:
            return None
        has_expectations = _EXPECTATION in document.source.text
        job = Job.of(
            pieces,
            document.source.directory,
            settings.trace_iterations,
            settings.run_deadline,
            _LINES_FOR_EXPECTATIONS if has_expectations else 0,
            key,
        )
        return _Wanted(document, document.version, key, job)

    async def _executed(self, wanted: _Wanted) -> Result | None:
        """Runs the program in a worker, showing what is known while it goes on."""
        from sqlang_server.runs.results import CrashError, result_of

        showing: asyncio.Task[None] | None = None

        def progress(message: Message) -> None:
            nonlocal showing
            if "partial" not in message:
                return
            self._clocks[wanted.document] = message["partial"]["time"]
            if showing is None or showing.done():
                showing = asyncio.ensure_future(self._show(wanted, result_of(message)))

        try:
            return result_of(await self._workers.run(wanted.job, progress))
        except WorkerGoneError:
            logger.warning("a worker ended before it answered")
        except CrashError as crash:
            logger.error("a worker met an error of ours: %s", crash)
        finally:
            self._clocks.pop(wanted.document, None)
            if showing is not None:
                showing.cancel()
        return None

    def _remember(self, job: Job, result: Result) -> None:
        self._results[job.content] = result
        self._results.move_to_end(job.content)
        kept = sum(each.size for each in self._results.values())
        while len(self._results) > 1 and (len(self._results) > _RESULTS_KEPT or kept > _BYTES_KEPT):
            kept -= self._results.popitem(last=False)[1].size

    def _placed_before(self, document: Document, text: str, result: Result) -> Traced | None:
        """The values of this very text, to which the user came back."""
        for known, traced in self._placed.get(document, ()):
            if known == text and traced.result is result:
                return traced
        return None

    async def _show(self, wanted: _Wanted, result: Result) -> None:
        """Puts values beside the text they are of; values of a former text come too late."""
        from sqlang_server.runs.results import command_line, tracing

        document, version = wanted.document, wanted.version
        if document.version != version:
            return
        text = document.source.text
        traced = self._placed_before(document, text, result)
        if traced is None:
            command = command_line(document.source.path, wanted.job.iterations)
            steps = tracing(result, wanted.key, document.analysis, command)
            traced = await in_steps(steps, lambda: document.version == version)
        if traced is None:
            return
        if result.ended:
            others = [each for each in self._placed.get(document, ()) if each[0] != text]
            self._placed[document] = ((text, traced), *others[: _TEXTS_KEPT - 1])
        before, document.traced = document.traced, traced
        if before is None or not before.looks_like(traced):
            self._changed(document)
