"""References and highlights in examples: the same for every client, in the form it knows."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor
from tests.server.test_references import TEXT, all_places

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_all_places_of_a_stage(editor: Editor) -> None:
    """`admit via`, the declaration, `budget_left`; serving forms do not name their stage."""
    editor.open_example()
    context = types.ReferenceContext(include_declaration=True)
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(context, editor.document, editor.at("engine : step"))
    )
    lines = [each.range.start.line for each in found or ()]
    pieces = ("admit via engine", "engine : step", "budget_left(engine)")
    assert sorted(lines) == [editor.line_of(each) for each in pieces]


async def test_a_library_has_its_own_places(editor: Editor) -> None:
    """`since` is declared in the first line of code of the library and used twice there."""
    library = EXAMPLE.parent / "library" / "measures.sq"
    editor.open_example("definitions.sq")
    editor.open(library.read_text(encoding="utf-8"), library.as_uri(), editor.version + 1)
    context = types.ReferenceContext(include_declaration=False)
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(context, editor.document, editor.at("since(start)"))
    )
    assert [(each.uri, each.range.start.line) for each in found or ()] == [
        (library.as_uri(), editor.line_of("since(asked);\n  decode")),
        (library.as_uri(), editor.line_of("since(asked);\n}")),
    ]


async def test_writes_are_told_from_reads(editor: Editor) -> None:
    editor.open_example()
    found = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(editor.document, editor.at("t0 = now"))
    )
    kind = types.DocumentHighlightKind
    assert [each.kind for each in found or ()] == [kind.Write, kind.Read, kind.Read]


async def test_windows_line_ends_and_wide_characters_do_not_matter(editor: Editor) -> None:
    editor.open("// 模型 𝒳\r\n" + TEXT.replace("\n", "\r\n"))
    assert await all_places(editor, "kv {", declared=True) == [
        ("program.sq", 2),
        ("program.sq", 3),
        ("program.sq", 8),
    ]
    kind = types.DocumentHighlightKind
    found = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(editor.document, editor.at("engine :"))
    )
    assert [each.kind for each in found or ()] == [kind.Write, kind.Read]
    declared = await editor.client.text_document_declaration_async(
        types.DeclarationParams(editor.document, editor.at("engine decode"))
    )
    assert isinstance(declared, list | tuple)
    (place,) = declared
    assert isinstance(place, types.Location if editor.name == "poor" else types.LocationLink)
    editor.uri = "file:///work/closed.sq"
    assert await all_places(editor, "kv {", declared=True) == []
