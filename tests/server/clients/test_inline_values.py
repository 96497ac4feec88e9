"""Inline values of an example: what happened in each line, and what constants are worth."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def values(editor: Editor, place: types.Range) -> dict[int, list[str]]:
    """The texts by the lines they belong to."""
    stopped = types.InlineValueContext(0, place)
    params = types.InlineValueParams(editor.document, place, stopped)
    found = await editor.client.text_document_inline_value_async(params)
    told: dict[int, list[str]] = {}
    for value in found or ():
        assert isinstance(value, types.InlineValueText)
        assert value.range.start.line == value.range.end.line
        told.setdefault(value.range.start.line, []).append(value.text)
    return told


async def test_every_set_and_every_statement_has_its_values(editor: Editor) -> None:
    """The second session waits a unit in `gate`, so `t0` is 0 and 1."""
    editor.open_example()
    await editor.traced()
    told = await values(editor, editor.whole())
    assert told[editor.line_of("set t0")] == ["0, 1"]
    assert told[editor.line_of("init {")] == ["2, 4"]
    assert told[editor.line_of("prefill prompt")] == ["0:p2 @0 · 1:p4 @1"]
    assert told[editor.line_of("observe ttft")] == ["n 2 · mean 1 · p99 1"]


async def test_only_the_lines_asked_for_are_told(editor: Editor) -> None:
    editor.open_example()
    await editor.traced()
    line = editor.line_of("set t0")
    place = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
    assert set(await values(editor, place)) <= {line, line + 1}
    assert (await values(editor, place))[line] == ["0, 1"]


async def test_constants_tell_what_they_are_worth(editor: Editor) -> None:
    editor.open_example("vllm_like.sq")
    told = await values(editor, editor.whole())
    assert told[editor.line_of("let blocks")] == ["blocks = 200"]
