"""Where names of examples come from: links for who underlines them, places for others."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

LIBRARY = (EXAMPLE.parent / "library" / "measures.sq").as_uri()


def place(editor: Editor, found: object) -> tuple[str, int, int]:
    """The only place of an answer, in the form that suits the client."""
    assert isinstance(found, list | tuple)
    (only,) = found
    if editor.name == "poor":
        assert isinstance(only, types.Location)
        return only.uri, only.range.start.line, only.range.start.character
    assert isinstance(only, types.LocationLink)
    assert only.origin_selection_range is not None
    start = only.target_selection_range.start
    return only.target_uri, start.line, start.character


async def test_a_definition_in_a_library(editor: Editor) -> None:
    """Line 4 of the library is `def answer(prompt, tokens) {`."""
    editor.open_example("definitions.sq")
    there = editor.at("answer(prompt, 3); }")
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(editor.document, there)
    )
    assert place(editor, found) == (LIBRARY, 3, 4)


async def test_the_file_of_a_library(editor: Editor) -> None:
    editor.open_example("definitions.sq")
    there = editor.at('measures.sq";')
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(editor.document, there)
    )
    assert place(editor, found) == (LIBRARY, 0, 0)


async def test_the_declaration_of_an_attribute_is_its_first_assignment(editor: Editor) -> None:
    """`context` is assigned in `turn` and after each hold."""
    editor.open_example("trace_replay.sq")
    there = editor.at("context - cached")
    params = editor.document, there
    found = await editor.client.text_document_declaration_async(types.DeclarationParams(*params))
    assert place(editor, found) == (editor.uri, editor.line_of("turn { set context"), 13)
    both = await editor.client.text_document_definition_async(types.DefinitionParams(*params))
    assert isinstance(both, list | tuple)
    assert len(both) == 2
