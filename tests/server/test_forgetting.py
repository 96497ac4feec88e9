"""Of messages that were handled nothing stays behind."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from tests.server.editor import EXAMPLE
from tests.server.hosted import Hosted

TEXT = EXAMPLE.read_text(encoding="utf-8")


@pytest.fixture
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.asyncio
async def test_of_handled_messages_no_futures_stay() -> None:
    hosted = Hosted(**{"sq.restricted": True})  # no process is started
    hosted.open(TEXT)
    for number in range(1, 20):
        hosted.change(TEXT + "\n" * number)
        hosted.hover()
    await asyncio.sleep(0.1)
    assert not hosted.server.protocol._request_futures
    await hosted.session.close()


@pytest.mark.usefixtures("_no_collection")
def test_texts_before_an_edit_go_without_a_collection() -> None:
    """Each is as long as the file."""
    incremental = IncrementalAnalysis()
    for step in range(20):
        changed = TEXT.replace("horizon 20", f"horizon {20 + step}")
        assert incremental.update(Source(changed, "/work/program.sq")).program is not None
    sources = [each for each in gc.get_objects() if type(each) is Source]
    assert len([each for each in sources if each.path == "/work/program.sq"]) <= 3
