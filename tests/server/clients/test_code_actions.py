"""Code actions in examples: edits with or without versions, none for who knows commands only."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang_server.extensions import CODE_ACTION_KINDS
from tests.server.editor import Editor
from tests.server.workspaces import texts_after

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def offered(
    editor: Editor, piece: str, only: list[str] | None = None
) -> dict[str, types.CodeAction | types.Command]:
    """What is offered at a piece of text, by title."""
    place = types.Range(editor.at(piece), editor.at(piece))
    context = types.CodeActionContext([], only=only)
    params = types.CodeActionParams(editor.document, place, context)
    found = await editor.client.text_document_code_action_async(params)
    return {each.title: each for each in found or ()}


async def test_only_clients_with_literals_are_told_of_kinds(editor: Editor) -> None:
    """Options may be announced to them alone, and others could not do anything with an action."""
    provider = editor.result.capabilities.code_action_provider
    if editor.name == "poor":
        assert provider is None
    else:
        assert isinstance(provider, types.CodeActionOptions)
        assert tuple(provider.code_action_kinds or ()) == CODE_ACTION_KINDS
        assert not provider.resolve_provider


async def test_a_fix_mends_the_text(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("observe ttft", "observ ttft"))
    if editor.name == "poor":
        return
    fix = (await offered(editor, "observ ttft"))["Write `observe`"]
    assert isinstance(fix, types.CodeAction)
    assert fix.kind == types.CodeActionKind.QuickFix
    assert fix.is_preferred is None, "a guess"
    assert fix.edit is not None
    after = texts_after(fix.edit, {editor.uri: editor.text}, editor.encoding)
    assert after[editor.uri] == editor.text.replace("observ ttft", "observe ttft")
    if editor.name == "vs code":
        (change,) = fix.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == editor.version
        assert fix.edit.changes is None
    else:
        assert fix.edit.document_changes is None


async def test_a_refactoring_may_be_asked_for_by_its_kind(editor: Editor) -> None:
    """`answer(prompt, 3);` is replaced by the statements of its definition in the library."""
    editor.open_example("definitions.sq")
    if editor.name == "poor":
        return
    found = await offered(editor, "answer(prompt, 3); }", ["refactor.inline"])
    (action,) = found.values()
    assert isinstance(action, types.CodeAction)
    after = texts_after(action.edit, {editor.uri: editor.text}, editor.encoding)[editor.uri]
    assert "observe time_to_first_token = since(asked);" in after
    assert "answer(prompt, 3); }" not in after


async def test_a_clause_is_explained_by_a_command(editor: Editor) -> None:
    editor.open_example()
    if editor.name == "poor":
        return
    assert "What does this clause do?" in await offered(editor, "serve exclusive prefill;")
