"""Mistakes in examples: pushed or pulled, with as much around them as the client shows."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

TWICE = ("pool kv { cap 20; }", "pool kv { cap 20; }\npool kv { cap 9; }")


async def test_they_are_pushed_to_who_does_not_pull_and_never_to_others(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("observe ttft", "observ ttft"))
    (mistake,) = await editor.diagnostics()
    assert (mistake.code, mistake.range.start) == ("SQ107", editor.at("observ ttft"))
    provider = editor.result.capabilities.diagnostic_provider
    if editor.name == "poor":
        assert provider is None
        assert editor.published[-1].version == editor.version
    else:
        assert isinstance(provider, types.DiagnosticOptions)
        assert editor.published == []


async def test_a_second_declaration_points_to_the_first(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", TWICE)
    (mistake,) = await editor.diagnostics()
    if editor.name == "poor":
        assert mistake.related_information is None
    else:
        (related,) = mistake.related_information or ()
        assert related.location.uri == editor.uri
        assert related.location.range.start == editor.at("kv { cap 20; }")


async def test_a_code_leads_to_its_page_where_that_can_be_opened(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", TWICE)
    (mistake,) = await editor.diagnostics()
    if editor.name == "vs code":
        assert mistake.code_description is not None
        assert str(mistake.code).lower() in mistake.code_description.href.lower()
    else:
        assert mistake.code_description is None


async def test_what_nobody_uses_is_faded_where_that_can_be_shown(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", ("pool reqs", "let spare = 3;\npool reqs"))
    (hint,) = await editor.diagnostics()
    assert hint.severity is types.DiagnosticSeverity.Hint
    assert hint.range.start == editor.at("spare")
    expected = [] if editor.name == "poor" else [types.DiagnosticTag.Unnecessary]
    assert list(hint.tags or ()) == expected


async def test_closing_takes_back_what_was_pushed(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", TWICE)
    assert len(await editor.diagnostics()) == 1
    editor.close()
    if editor.name == "poor":
        await editor.until(lambda: not editor.published[-1].diagnostics)
        assert editor.published[-1].uri == editor.uri
    else:
        assert await editor.diagnostics() == []


async def test_who_pulls_is_told_when_nothing_changed(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", TWICE)
    if editor.name == "poor":
        return
    first = await editor.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(editor.document)
    )
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    again = await editor.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(editor.document, previous_result_id=first.result_id)
    )
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == first.result_id


async def test_the_mistakes_of_the_workspace_are_those_of_open_documents(editor: Editor) -> None:
    editor.open_example("separate_phases.sq", TWICE)
    if editor.name == "poor":
        return
    report = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    (of_file,) = [each for each in report.items if each.uri == editor.uri]
    assert isinstance(of_file, types.WorkspaceFullDocumentDiagnosticReport)
    assert of_file.version == editor.version
    assert len(of_file.items) == 1
