"""Hovers on an example: Markdown for who shows it, plain text for who does not say so."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def told(editor: Editor, piece: str) -> str:
    hover = await editor.hover(piece)
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    is_plain = hover.contents.kind is types.MarkupKind.PlainText
    assert is_plain == (editor.name == "poor")
    return hover.contents.value


async def test_a_word_is_explained(editor: Editor) -> None:
    editor.open_example()
    text = await told(editor, "exclusive prefill;")
    heading = "exclusive · policy in" if editor.name == "poor" else "**exclusive** · policy in"
    assert heading in text
    assert ("```" in text) == (editor.name != "poor")


async def test_a_name_of_a_library_is_told_with_its_declaration(editor: Editor) -> None:
    editor.open_example("definitions.sq")
    text = await told(editor, "answer(prompt, 3); }")
    assert "def answer(prompt, tokens)" in text
    assert "measures.sq" in text


async def test_after_the_run_there_is_a_table(editor: Editor) -> None:
    """Two tokens, then four, then two of the first session: 0.25 sessions hold on average."""
    editor.open_example()
    await editor.traced()
    text = await told(editor, "engine : step")
    rows = [line.split() for line in text.replace("|", " ").splitlines()]
    assert ["1", "1:0:p4", "7", "0", "1"] in rows
    assert ("| --- |" in text) == (editor.name != "poor")


async def test_the_range_is_that_of_the_word(editor: Editor) -> None:
    """Behind a character that is one, two or four units long, as the client counts."""
    editor.open_example("separate_phases.sq", ("  serve exclusive", "  /* 😀 */ serve exclusive"))
    hover = await editor.hover("exclusive prefill;")
    assert hover is not None
    start = 2 + len("/*  */ serve ") + {"neovim": 4, "vs code": 2, "poor": 2}[editor.name]
    line = editor.line_of("exclusive prefill;")
    assert hover.range == types.Range(
        types.Position(line, start), types.Position(line, start + len("exclusive"))
    )
