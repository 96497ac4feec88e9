"""Completion in an example, in the form that each client accepts."""

from __future__ import annotations

from pathlib import Path

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


async def items_at(editor: Editor, position: types.Position) -> dict[str, types.CompletionItem]:
    """What is offered, by its labels; each says what it replaces."""
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document, position)
    )
    assert isinstance(found, types.CompletionList)
    if found.item_defaults is not None:
        assert found.item_defaults.edit_range is not None
    else:
        assert all(item.text_edit is not None for item in found.items)
    return {item.label: item for item in found.items}


async def test_the_words_of_a_half_typed_statement(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("session {", "session { hold "))
    found = await items_at(editor, editor.position(editor.text.index("hold ") + 5))
    assert "kv" in found, list(found)
    assert "engine" not in found


async def test_every_item_has_its_documentation_sooner_or_later(editor: Editor) -> None:
    editor.open_example()
    item = (await items_at(editor, editor.at("session {")))["stage"]
    provider = editor.result.capabilities.completion_provider
    assert provider is not None
    if provider.resolve_provider:
        assert item.documentation is None
        item = await editor.client.completion_item_resolve_async(item)
    told = item.documentation
    text = told.value if isinstance(told, types.MarkupContent) else told
    assert text is not None
    assert "stage" in text


async def test_libraries_that_are_not_saved(editor: Editor, tmp_path: Path) -> None:
    editor.open("def f(x) = x;", (tmp_path / "unsaved.sq").as_uri())
    editor.open('use "', (tmp_path / "program.sq").as_uri())
    assert list(await items_at(editor, editor.position(5))) == ["unsaved.sq"]


async def test_an_item_that_is_not_ours_stays_as_it_is(editor: Editor) -> None:
    provider = editor.result.capabilities.completion_provider
    assert provider is not None
    if provider.resolve_provider:
        for data in (None, 3, {"uri": editor.uri, "about": ["keyword"]}, {"uri": 1, "about": 2}):
            item = types.CompletionItem("x", data=data)
            assert (await editor.client.completion_item_resolve_async(item)).label == "x"
