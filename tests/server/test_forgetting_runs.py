"""Of runs that edits give up, and of those that end, nothing stays behind."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter

import pytest

from sqlang.analysis import Analysis
from sqlang.ir.pieces import ProgramPieces
from sqlang.source import Source
from sqlang_server.documents import Document
from sqlang_server.runs import live
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import WorkerProcess
from sqlang_server.runs.results import Result
from sqlang_server.runs.traced import Traced
from tests.server.editor import EXAMPLE
from tests.server.hosted import URI, Hosted

TEXT = EXAMPLE.read_text(encoding="utf-8")
KINDS = (Analysis, ProgramPieces, Job, Result, Traced, WorkerProcess)

pytestmark = pytest.mark.asyncio(loop_scope="function")


def alive() -> Counter[str]:
    """How many there are of what is made for each edit and for each run."""
    gc.collect()
    found = [type(each) for each in gc.get_objects()]
    counted = Counter(each.__name__ for each in found if each in KINDS)
    counted["texts"] = sum(
        each.path == "/work/program.sq" for each in gc.get_objects() if type(each) is Source
    )
    counted["tasks"] = len(asyncio.all_tasks())
    return counted


async def edited(hosted: Hosted, document: Document, first: int, count: int) -> None:
    """Programs one after the other: two runs are given up at once, the third ends."""
    for number in range(first, first + count):
        hosted.change(TEXT.replace("horizon 20", f"horizon {number}"))
        if number % 3:
            await asyncio.sleep(0.01)
        else:
            async with asyncio.timeout(60):
                await hosted.session.runs.finished(document)
            assert hosted.session.runs.current(document)


async def test_after_many_runs_there_is_no_more_than_after_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "_RESULTS_KEPT", 3)
    hosted = Hosted(**{"sq.diagnostics.delay": 0, "sq.trace.delay": 0})
    document = hosted.open(TEXT)
    assert document is hosted.document(URI)
    await edited(hosted, document, 100, 12)
    before = alive()
    await edited(hosted, document, 200, 30)
    after = alive()
    assert before["Traced"] > 0
    assert before["Result"] > 0
    assert {kind: count for kind, count in after.items() if count > before[kind] + 1} == {}
    assert after["WorkerProcess"] <= 2
    await hosted.session.close()
    assert len(asyncio.all_tasks()) <= 2
