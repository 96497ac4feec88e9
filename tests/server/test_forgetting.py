"""Of messages that were handled nothing stays behind."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator
from io import BytesIO

import pytest
from lsprotocol import types
from pygls.io_ import StdoutWriter

from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from sqlang_server.server import SqServer
from tests.server.editor import EXAMPLE

TEXT = EXAMPLE.read_text(encoding="utf-8")
URI = "file:///work/program.sq"


@pytest.fixture
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.asyncio
async def test_of_handled_messages_no_futures_stay() -> None:
    server = SqServer("test")
    protocol = server.protocol
    protocol.set_writer(StdoutWriter(BytesIO()))

    def say(message: dict[str, object]) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message})
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    options = {"sq.restricted": True}  # no process is started
    where: dict[str, object] = {"processId": None, "rootUri": None, "capabilities": {}}
    say({"id": 1, "method": "initialize", "params": {**where, "initializationOptions": options}})
    item = {"uri": URI, "languageId": "serq", "version": 1, "text": TEXT}
    say({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    for version in range(2, 20):
        document = {"uri": URI, "version": version}
        changes = [{"text": TEXT + "\n" * version}]
        change = {"textDocument": document, "contentChanges": changes}
        say({"method": types.TEXT_DOCUMENT_DID_CHANGE, "params": change})
        place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
        say({"id": version, "method": types.TEXT_DOCUMENT_HOVER, "params": place})
    await asyncio.sleep(0.1)
    assert not protocol._request_futures
    assert server.session is not None
    await server.session.close()


@pytest.mark.usefixtures("_no_collection")
def test_texts_before_an_edit_go_without_a_collection() -> None:
    """Each is as long as the file."""
    incremental = IncrementalAnalysis()
    for step in range(20):
        changed = TEXT.replace("horizon 20", f"horizon {20 + step}")
        assert incremental.update(Source(changed, "/work/program.sq")).program is not None
    sources = [each for each in gc.get_objects() if type(each) is Source]
    assert len([each for each in sources if each.path == "/work/program.sq"]) <= 3
