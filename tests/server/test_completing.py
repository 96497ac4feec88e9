"""Completion and signature help over stdio, as three clients see them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.server.editor import CLIENTS, EXAMPLE, Editor, editing
from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")
QUIET = {"sq.trace.enabled": False}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=CLIENTS)
async def editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    """An editor with an example before it."""
    async with editing(CLIENTS[request.param](), QUIET) as started:
        started.open(EXAMPLE.read_text(encoding="utf-8"), EXAMPLE.as_uri())
        yield started


async def _completed(editor: Editor, position: types.Position) -> dict[str, types.CompletionItem]:
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document, position)
    )
    assert found is None or isinstance(found, types.CompletionList)
    items = () if found is None else found.items
    if found is not None and found.item_defaults is not None:
        assert found.item_defaults.edit_range is not None
    else:
        assert all(item.text_edit is not None for item in items)
    return {item.label: item for item in items}


async def test_the_words_of_a_half_typed_statement(editor: Editor) -> None:
    text = editor.text
    editor.replace("session {", "session { hold ")
    found = await _completed(editor, editor.position(editor.text.index("hold ") + 5))
    editor.edit((0, len(editor.text), text))
    assert "seats" in found or "kv" in found, list(found)
    assert "engine" not in found


async def test_every_item_has_its_documentation_sooner_or_later(editor: Editor) -> None:
    found = await _completed(editor, editor.at("session {"))
    item = found["stage"]
    resolves = editor.result.capabilities.completion_provider
    assert resolves is not None
    if resolves.resolve_provider:
        assert item.documentation is None
        item = await editor.client.completion_item_resolve_async(item)
    told = item.documentation
    text = told.value if isinstance(told, types.MarkupContent) else told
    assert text is not None
    assert "stage" in text


async def test_the_signature_of_a_call_that_is_being_typed(editor: Editor) -> None:
    text = editor.text
    editor.replace("session {", "session { set x = min(1, ")
    position = editor.position(editor.text.index("min(1, ") + 7)
    found = await editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(editor.document, position)
    )
    editor.edit((0, len(editor.text), text))
    assert found is not None
    assert (found.signatures[0].label, found.active_parameter) == ("min(a, b)", 1)


async def test_libraries_that_are_not_saved(editor: Editor, tmp_path: Path) -> None:
    example, text = editor.uri, editor.text
    editor.open("def f(x) = x;", (tmp_path / "unsaved.sq").as_uri())
    unsaved = editor.document
    editor.open('use "', (tmp_path / "program.sq").as_uri())
    found = await _completed(editor, editor.position(5))
    editor.close()
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(unsaved))
    editor.uri, editor.text = example, text
    assert list(found) == ["unsaved.sq"]


async def test_a_document_that_is_not_open_has_nothing(server: Wire) -> None:
    there = {
        "textDocument": {"uri": "file:///nowhere.sq"},
        "position": {"line": 0, "character": 0},
    }
    for method in ("textDocument/completion", "textDocument/signatureHelp"):
        answer = await server.request(method, there)
        assert answer["result"] is None


async def test_an_untitled_document_has_words_but_no_files(server: Wire) -> None:
    server.open('use "', "untitled:Untitled-1")
    answers = [
        await server.request(
            "textDocument/completion",
            {
                "textDocument": {"uri": "untitled:Untitled-1"},
                "position": {"line": 0, "character": character},
            },
        )
        for character in (5, 0)
    ]
    assert answers[0]["result"] is None
    assert "use" in [item["label"] for item in answers[1]["result"]["items"]]


async def test_positions_are_counted_as_the_client_counts(server: Wire) -> None:
    """The ranges of UTF-16, behind a character of two units, in lines that end with CR LF."""
    server.open("// one\r\nsession { /* \U0001f600 */ ru }")
    answer = await server.request(
        "textDocument/completion",
        {
            "textDocument": {"uri": "file:///work/program.sq"},
            "position": {"line": 1, "character": 21},
        },
    )
    edits = [item["textEdit"]["range"] for item in answer["result"]["items"]]
    assert edits[0] == {
        "start": {"line": 1, "character": 19},
        "end": {"line": 1, "character": 21},
    }


async def test_an_item_that_is_not_ours_stays_as_it_is(editor: Editor) -> None:
    if not editor.result.capabilities.completion_provider:
        return
    provider = editor.result.capabilities.completion_provider
    if provider.resolve_provider:
        for data in (None, 3, {"uri": editor.uri, "about": ["keyword"]}, {"uri": 1, "about": 2}):
            item = types.CompletionItem("x", data=data)
            assert (await editor.client.completion_item_resolve_async(item)).label == "x"
