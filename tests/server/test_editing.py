"""A whole session over stdio, in the capabilities of three clients."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.server.editor import CLIENTS, EXAMPLE, Editor, editing

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=CLIENTS)
async def shared_editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    async with editing(CLIENTS[request.param]()) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def editor(shared_editor: Editor) -> AsyncIterator[Editor]:
    """An editor with the example before it."""
    shared_editor.open_example()
    yield shared_editor
    shared_editor.close_all()


async def test_a_session_from_initialize_to_shutdown(editor: Editor) -> None:
    """The acceptance of the first issue in one go."""
    assert await editor.diagnostics() == []

    hover = await editor.hover("exclusive")
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "A prefill never shares an iteration" in hover.contents.value

    labels = await editor.traced()
    stage = labels[editor.line_of("stage engine")][0]
    assert re.findall(r"[pd]\d", stage) == ["p2", "p4", "d1", "d1"]
    prefill = labels[editor.line_of("prefill prompt")][0]
    assert re.findall(r"\d:p\d @\d", prefill) == ["0:p2 @0", "1:p4 @1"]
    decode = labels[editor.line_of("decode (2)")][-1]
    assert re.findall(r"\d:d\d @\d", decode) == ["0:d1 @2", "0:d1 @3"]

    ir = await editor.preview("sq/ir")
    assert ir.version == editor.version
    assert json.loads(ir.text)["stages"][1]["name"] == "engine"

    editor.replace("set t0 = now;", "set t0 = ;")
    (mistake,) = await editor.diagnostics()
    assert mistake.code == "SQ105"
    assert mistake.range.start == editor.at(";\n  hold reqs")

    editor.replace("set t0 = ;", "set t0 = now;")
    assert await editor.diagnostics() == []


async def test_without_serve_the_batches_are_mixed(editor: Editor) -> None:
    """As the reference says, and the comment in the program."""
    editor.replace("  serve exclusive prefill;\n", "")
    labels = await editor.traced()
    stage = labels[editor.line_of("stage engine")][0]
    assert stage.split("· ")[1].split(" │ ") == ["p2", "d1 p3", "d1 p1"]


async def test_every_place_has_its_label(editor: Editor) -> None:
    labels = await editor.traced()
    assert labels[editor.line_of("hold reqs")] == ["admitted 2 · waited 0"]
    assert labels[editor.line_of("observe ttft")] == ["n 2 · mean 1 · p99 1"]
    assert labels[editor.line_of("branch")][0] == "then 1 · else 1"
    assert labels[editor.line_of("pool kv")][0].startswith("peak 7/20")
    assert labels[editor.line_of("run { horizon")][0].startswith("ends 4")


async def test_hints_stand_at_the_ends_of_their_lines(editor: Editor) -> None:
    await editor.traced()
    lines = PROGRAM.split("\n")
    for hint in await editor.hints():
        assert hint.position.character == len(lines[hint.position.line])
