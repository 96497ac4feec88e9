"""Renaming in examples: prepared where the client can, with versions where it looks at them."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor
from tests.server.workspaces import texts_after

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def renamed(editor: Editor, piece: str, name: str) -> types.WorkspaceEdit | None:
    return await editor.client.text_document_rename_async(
        types.RenameParams(editor.document, editor.at(piece), name)
    )


async def test_only_clients_that_prepare_are_told_that_they_may(editor: Editor) -> None:
    provider = editor.result.capabilities.rename_provider
    if editor.name == "poor":
        assert provider is True
    else:
        assert provider == types.RenameOptions(prepare_provider=True)


async def test_all_places_change_in_the_form_that_the_client_knows(editor: Editor) -> None:
    """An observation is renamed with the promises about it."""
    editor.open_example()
    edit = await renamed(editor, "ttft", "first_token")
    assert edit is not None
    after = texts_after(edit, {editor.uri: editor.text}, editor.encoding)
    assert after[editor.uri] == editor.text.replace("ttft", "first_token")
    if editor.name == "vs code":
        (change,) = edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == editor.version
        assert edit.changes is None
    else:
        assert edit.document_changes is None
        assert list(edit.changes or ()) == [editor.uri]


async def test_what_cannot_be_renamed_is_refused_with_a_sentence(editor: Editor) -> None:
    editor.open_example()
    with pytest.raises(JsonRpcException, match="pool `kv` already") as refusal:
        await renamed(editor, "reqs {", "kv")
    assert refusal.value.code == types.LSPErrorCodes.RequestFailed
    with pytest.raises(JsonRpcException):
        await editor.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(editor.document, editor.at("hold reqs"))
        )
