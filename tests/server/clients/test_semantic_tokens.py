"""Colors of an example: only what the client lists, on single lines for who asks for that."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor
from tests.server.token_reading import Shown, applied, check_places, decoded, text_of

pytestmark = pytest.mark.asyncio(loop_scope="package")


def legend(editor: Editor) -> types.SemanticTokensLegend:
    provider = editor.result.capabilities.semantic_tokens_provider
    assert provider is not None
    return provider.legend


async def colored(editor: Editor) -> list[tuple[str, Shown]]:
    """All tokens with what they cover."""
    found = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(editor.document)
    )
    assert found is not None
    tokens = decoded(found.data, legend(editor))
    check_places(editor.text, tokens, editor.encoding)
    return [(text_of(editor.text, token, editor.encoding), token) for token in tokens]


async def test_the_legend_has_what_the_client_lists(editor: Editor) -> None:
    """Ours may be told to Neovim, which augments its own colors, and to who lists nothing."""
    found = legend(editor)
    assert {"keyword", "struct", "class", "macro", "event"} <= set(found.token_types)
    assert ("hidden" in found.token_modifiers) == (editor.name != "vs code")


async def test_each_name_is_what_it_names(editor: Editor) -> None:
    editor.open_example("definitions.sq")
    by_text = dict(await colored(editor))
    assert by_text["engine"].type == "class"
    assert by_text["answer"].type == "macro"
    assert by_text["prompt"].type == "variable"
    assert by_text['"library/measures.sq"'].type == "string"


async def test_no_token_goes_over_lines_and_wide_characters_count(editor: Editor) -> None:
    """None of the three can show a token over lines; the comment is two of them."""
    editor.open_example("separate_phases.sq", ("  set t0", "  /* 😀\n  two */ set t0"))
    tokens = await colored(editor)
    assert [text for text, _ in tokens if "*" in text] == ["/* 😀", "  two */"]
    line = editor.line_of("two */ set")
    assert any(token.line == line and text == "set" for text, token in tokens)


async def test_an_edit_is_a_small_change(editor: Editor) -> None:
    editor.open_example()
    whole = types.SemanticTokensParams(editor.document)
    first = await editor.client.text_document_semantic_tokens_full_async(whole)
    assert first is not None
    assert first.result_id is not None
    editor.replace("cap 2;", "cap 23;")
    delta = await editor.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(editor.document, first.result_id)
    )
    assert isinstance(delta, types.SemanticTokensDelta)
    assert 0 < sum(len(edit.data or ()) for edit in delta.edits) < len(first.data) / 4
    again = await editor.client.text_document_semantic_tokens_full_async(whole)
    assert again is not None
    assert applied(list(first.data), delta.edits) == list(again.data)


async def test_who_can_is_asked_to_ask_again_when_a_library_changes_colors(editor: Editor) -> None:
    """`bulk` is a constant once the library says so; a comment there changes nothing."""
    library = EXAMPLE.parent / "library" / "measures.sq"
    editor.open_example("definitions.sq", ("prompt, 3); }", "prompt, bulk); }"))
    program, written = editor.uri, editor.text
    assert not await is_constant(editor, "bulk")
    editor.open(library.read_text(encoding="utf-8"), library.as_uri(), editor.version + 1)
    editor.edit((0, 0, "// new\n"))
    await asyncio.sleep(0.5)
    assert types.WORKSPACE_SEMANTIC_TOKENS_REFRESH not in editor.asked
    editor.replace("// new\n", "let bulk = 3;\n")
    if editor.name == "poor":
        await asyncio.sleep(0.5)
        assert editor.asked == []
    else:
        await editor.until(lambda: types.WORKSPACE_SEMANTIC_TOKENS_REFRESH in editor.asked)
    editor.uri, editor.text = program, written
    assert await is_constant(editor, "bulk")


async def is_constant(editor: Editor, name: str) -> bool:
    """Whether the last place of a name is that of what cannot be changed."""
    return [token for text, token in await colored(editor) if text == name][-1].modifiers == {
        "readonly"
    }


async def test_whole_in_part_and_what_differs_while_a_statement_is_broken(editor: Editor) -> None:
    editor.open_example()
    client, document, shown = editor.client, editor.document, legend(editor)
    whole = types.SemanticTokensParams(document)
    first = await client.text_document_semantic_tokens_full_async(whole)
    assert first is not None
    assert first.result_id is not None
    check_places(editor.text, decoded(first.data, shown), editor.encoding)
    place = types.Range(types.Position(3, 0), types.Position(6, 0))
    part = await client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(document, place)
    )
    assert part is not None
    lines = [each for each in decoded(first.data, shown) if 3 <= each.line < 6]
    assert decoded(part.data, shown) == lines
    data, result_id = list(first.data), first.result_id
    for old, new in (("end;", "en"), ("hold", "hol"), ("hol ", "hold "), ("en\n", "end;\n")):
        editor.replace(old, new)
        delta = await client.text_document_semantic_tokens_full_delta_async(
            types.SemanticTokensDeltaParams(document, result_id)
        )
        assert isinstance(delta, types.SemanticTokensDelta)
        assert delta.result_id is not None
        data, result_id = applied(data, delta.edits), delta.result_id
        assert data
    again = await client.text_document_semantic_tokens_full_async(whole)
    assert again is not None
    assert list(again.data) == data == list(first.data)
    editor.close()
    assert await client.text_document_semantic_tokens_full_async(whole) is None
