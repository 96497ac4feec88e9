"""Which texts are run and which results are shown, with runs in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import pytest
from lsprotocol import types

from sqlang.ir.pieces import PieceTable
from sqlang.source import Encoding
from sqlang.worker.channel import Channel
from sqlang.worker.job import Job as WorkersJob
from sqlang.worker.requests import RunRequest, parse_request
from sqlang_server.documents import Document, Documents
from sqlang_server.runs import live
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.live import LiveRuns
from sqlang_server.runs.process import Message
from sqlang_server.runs.sending import SentPieces
from sqlang_server.runs.workers import Progress, Work, Workers
from sqlang_server.settings import DEFAULTS
from tests.bench.programs import half_in_session
from tests.server.editor import EXAMPLE

TEXT = EXAMPLE.read_text(encoding="utf-8")
OTHER = TEXT.replace("horizon 20", "horizon 30")


class Kept(Channel):
    """Keeps what a worker says."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def send(self, message: Mapping[str, object]) -> None:
        self.messages.append(json.loads(json.dumps(message)))


class HereAndNow(Workers):
    """Does all runs in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []

    async def run(self, job: Work, progress: Progress = lambda _: None) -> Message:
        assert isinstance(job, Job)
        self.jobs.append(job)
        request = parse_request(json.dumps(job.request(SentPieces())).encode())
        assert isinstance(request, RunRequest)
        channel = Kept()
        WorkersJob(request, 512, PieceTable()).run(channel)
        for message in channel.messages:
            if "partial" in message:
                progress(message)
        return channel.messages[-1]


class Editor:
    """A document, and what is told of its runs."""

    def __init__(self, text: str) -> None:
        self.workers = HereAndNow()
        self.told = 0
        documents = Documents(Encoding.UTF16)
        settings = DEFAULTS._replace(trace_delay=0)
        self.runs = LiveRuns(documents, self.workers, lambda _: settings, self._tell)
        item = types.TextDocumentItem("file:///work/a.sq", "serq", 1, text)
        document = documents.open(item)
        assert document is not None
        self.document: Document = document

    def _tell(self, _: Document) -> None:
        self.told += 1

    def edit(self, text: str) -> None:
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.document.change(self.document.version + 1, [whole])
        self.runs.edited(self.document)

    @property
    def key_shown(self) -> str | None:
        traced = self.document.traced
        return None if traced is None else traced.key

    async def see(self, text: str) -> None:
        self.edit(text)
        await self.runs.finished(self.document)
        assert self.runs.current(self.document)


async def test_a_text_that_comes_back_is_not_run_again() -> None:
    editor = Editor(TEXT)
    for text in (TEXT, OTHER, TEXT, f"// as before\n{OTHER}"):
        await editor.see(text)
    assert len(editor.workers.jobs) == 2
    assert editor.told == 4


async def test_values_of_a_text_that_comes_back_stand_where_they_stood() -> None:
    editor = Editor(TEXT)
    await editor.see(TEXT)
    first = editor.document.traced
    await editor.see(OTHER)
    assert editor.document.traced is not first
    await editor.see(OTHER)
    await editor.see(TEXT)
    assert editor.document.traced is first


async def test_nothing_is_told_if_nothing_that_is_shown_differs() -> None:
    editor = Editor(TEXT)
    await editor.see(TEXT)
    await editor.see(TEXT + "// more\n")
    assert editor.told == 1


async def test_few_results_of_long_programs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_BYTES_KEPT", 10)
    editor = Editor(TEXT)
    for text in (TEXT, TEXT + "// more\n", OTHER, TEXT):
        await editor.see(text)
    assert len(editor.workers.jobs) == 3


async def test_an_edit_while_values_are_put_beside_the_text_is_not_waited_for() -> None:
    """They come in steps, between which the text may change."""
    text = half_in_session(600)
    editor = Editor(text)
    editor.edit(text)
    while not editor.workers.jobs:  # noqa: ASYNC110 - the run is done once it is asked for
        await asyncio.sleep(0)
    assert editor.key_shown is None
    await editor.see(text.replace("horizon 20", "horizon 30"))
    assert editor.told == 1
    assert editor.key_shown == editor.document.program_key
