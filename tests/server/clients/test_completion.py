"""Completion in an example, in the form that each client accepts."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def completed(editor: Editor) -> types.CompletionList:
    """What is offered behind `ho`, typed on a line of its own in a session."""
    editor.open_example("separate_phases.sq", ("  set t0 = now;", "  set t0 = now;\n  ho"))
    line = editor.line_of("  ho\n")
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document, types.Position(line, 4))
    )
    assert isinstance(found, types.CompletionList)
    return found


def edit_of(
    found: types.CompletionList, item: types.CompletionItem
) -> tuple[types.Range | types.EditRangeWithInsertReplace | None, str]:
    """What an item replaces and what it writes there, for all clients alike."""
    if found.item_defaults is not None:
        assert item.text_edit is None
        return found.item_defaults.edit_range, item.text_edit_text or item.label
    if isinstance(item.text_edit, types.InsertReplaceEdit):
        assert item.text_edit.insert == item.text_edit.replace
        return item.text_edit.replace, item.text_edit.new_text
    assert item.text_edit is not None
    return item.text_edit.range, item.text_edit.new_text


async def test_a_statement_is_offered_whole_or_as_its_word(editor: Editor) -> None:
    found = await completed(editor)
    item = next(each for each in found.items if each.label == "hold")
    place, text = edit_of(found, item)
    line = editor.line_of("  ho\n")
    assert place == types.Range(types.Position(line, 2), types.Position(line, 4))
    if editor.name == "poor":
        assert text == "hold"
        assert item.insert_text_format is None
    else:
        assert text.startswith("hold ${1")
        assert item.insert_text_format is types.InsertTextFormat.Snippet
    assert (found.item_defaults is not None) == (editor.name == "neovim")
    assert isinstance(item.text_edit, types.InsertReplaceEdit) == (editor.name == "vs code")
    is_indented = item.insert_text_mode is types.InsertTextMode.AdjustIndentation
    assert is_indented == (editor.name == "vs code")


async def test_documentation_comes_at_once_to_who_cannot_ask_for_it(editor: Editor) -> None:
    """Neovim resolves other members only."""
    found = await completed(editor)
    item = next(each for each in found.items if each.label == "hold")
    if editor.name == "vs code":
        assert item.documentation is None
        item = await editor.client.completion_item_resolve_async(item)
    else:
        assert item.data is None
    documentation = item.documentation
    if editor.name == "poor":
        assert isinstance(documentation, str)
        assert "hold · statement" in documentation
    else:
        assert isinstance(documentation, types.MarkupContent)
        assert documentation.kind is types.MarkupKind.Markdown
        assert "**hold** · statement" in documentation.value


async def test_kinds_are_those_that_the_client_knows(editor: Editor) -> None:
    """`Struct` came with the third edition."""
    editor.open_example("separate_phases.sq", ("hold reqs (1)", "hold  (1)"))
    behind = editor.position(editor.text.index("hold  (") + len("hold "))
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document, behind)
    )
    assert isinstance(found, types.CompletionList)
    kinds = {each.label: each.kind for each in found.items}
    kind = types.CompletionItemKind
    expected = kind.Class if editor.name == "poor" else kind.Struct
    assert kinds == {"reqs": expected, "kv": expected}


async def test_files_are_offered_between_the_quotes(editor: Editor) -> None:
    editor.open_example("definitions.sq", ('library/measures.sq";', 'library/";'))
    behind = editor.position(editor.text.index('library/";') + len("library/"))
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document, behind)
    )
    assert isinstance(found, types.CompletionList)
    assert [each.label for each in found.items] == ["measures.sq"]
