"""Layout of examples: they have the one layout already, and get it back."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang.formatting.formatter import format_source
from sqlang.source import Source
from tests.server.editor import Editor
from tests.server.test_formatting import ruined
from tests.server.workspaces import applied

pytestmark = pytest.mark.asyncio(loop_scope="package")

OPTIONS = types.FormattingOptions(tab_size=8, insert_spaces=False)


async def test_a_line_out_of_place_is_one_edit(editor: Editor) -> None:
    """What the client says of tabs does not count; its units do, behind a wide character."""
    editor.open_example("separate_phases.sq", ("  budget 4;", "/* 😀 */ budget   4;"))
    edits = await editor.client.text_document_formatting_async(
        types.DocumentFormattingParams(editor.document, OPTIONS)
    )
    (edit,) = edits or ()
    line = editor.line_of("budget")
    assert edit.range.start.line == line
    text = applied(editor.text, [edit], editor.encoding)
    assert text == editor.text.replace("/* 😀 */ budget   4;", "  /* 😀 */ budget 4;")


async def test_a_range_leaves_the_rest_as_it_is(editor: Editor) -> None:
    editor.open_example(
        "separate_phases.sq", ("  budget 4;", "budget 4;"), ("  chunk 4;", "chunk 4;")
    )
    line = editor.line_of("budget 4;")
    place = types.Range(types.Position(line, 0), types.Position(line, 3))
    edits = await editor.client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(editor.document, place, OPTIONS)
    )
    text = applied(editor.text, list(edits or ()), editor.encoding)
    assert text == editor.text.replace("budget 4;", "  budget 4;")


async def test_what_was_just_ended_is_laid_out(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("  chunk 4;", "chunk   4;"))
    behind = editor.position(editor.text.index("chunk   4;") + len("chunk   4;"))
    edits = await editor.client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(editor.document, behind, ";", OPTIONS)
    )
    text = applied(editor.text, list(edits or ()), editor.encoding)
    assert text == editor.text.replace("chunk   4;", "  chunk 4;")


async def test_a_ruined_text_gets_its_layout_and_needs_no_more(editor: Editor) -> None:
    editor.open_example()
    example = editor.text
    editor.edit((0, len(example), ruined(example)))
    client = editor.client
    params = types.DocumentFormattingParams(editor.document, OPTIONS)
    edits = await client.text_document_formatting_async(params)
    assert edits
    layout = applied(editor.text, list(edits), editor.encoding)
    assert layout == format_source(Source(example)).text
    editor.edit((0, len(editor.text), layout))
    assert not await client.text_document_formatting_async(params)
    line = types.Range(types.Position(0, 0), types.Position(1, 0))
    assert not await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(editor.document, line, OPTIONS)
    )
    assert not await client.text_document_ranges_formatting_async(
        types.DocumentRangesFormattingParams(editor.document, [line, line], OPTIONS)
    )
    assert not await client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(editor.document, editor.at("}"), "}", OPTIONS)
    )


async def test_a_broken_text_is_left_alone_and_the_log_says_why(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("end;", "end"))
    editor.client.log_messages.clear()
    params = types.DocumentFormattingParams(editor.document, OPTIONS)
    assert not await editor.client.text_document_formatting_async(params)
    told = [each.message for each in editor.client.log_messages]
    assert [message.startswith("not formatted: line ") for message in told] == [True]
    editor.uri = "file:///work/closed.sq"
    closed = types.DocumentFormattingParams(editor.document, OPTIONS)
    assert await editor.client.text_document_formatting_async(closed) is None
