"""Hints of every kind in examples, their tooltips, and who is asked to ask again."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor, label_of

pytestmark = pytest.mark.asyncio(loop_scope="package")


def shown(editor: Editor, hints: list[types.InlayHint], piece: str) -> list[str]:
    """The line of a piece of text with the hints in it between bars."""
    line = editor.line_of(piece)
    text = editor.text.splitlines()[line]
    places = [(hint.position.character, hint) for hint in hints if hint.position.line == line]
    return [f"{text[:at]}|{label_of(hint)}|{text[at:]}".strip() for at, hint in places]


async def test_units_and_kernel_forms_stand_where_they_are_meant(editor: Editor) -> None:
    editor.open_example()
    await editor.traced()
    hints = await editor.hints()
    assert shown(editor, hints, "  budget 4;") == ["budget 4|tokens|;"]
    assert shown(editor, hints, "  cost 1;") == ["cost 1|time|;"]
    form = "prefill prompt growing kv;"
    assert shown(editor, hints, form)[:2] == [
        "prefill prompt|tokens| growing kv;",
        f"{form}|run engine prefill (prompt) growing kv;|",
    ]


async def test_a_parameter_leads_into_its_library(editor: Editor) -> None:
    """`prompt` is spelt like its parameter; the place of `tokens` in line 4 of the library."""
    editor.open_example("definitions.sq")
    hints = [hint for hint in await editor.hints() if hint.kind is types.InlayHintKind.Parameter]
    assert shown(editor, hints, "answer(prompt, 3); }") == [
        "session { answer(prompt, |tokens:|3); }"
    ]
    (hint,) = hints
    assert not isinstance(hint.label, str)
    (part,) = hint.label
    assert part.location is not None
    assert part.location.uri.endswith("/library/measures.sq")
    assert part.location.range.start == types.Position(3, 19)


async def test_a_constant_that_has_to_be_worked_out_is_told(editor: Editor) -> None:
    editor.open_example("vllm_like.sq", ("let blocks = 200;", "let blocks = 20 * 10;"))
    hints = await editor.hints()
    assert shown(editor, hints, "let blocks")[0] == "let blocks = 20 * 10;|= 200|"


async def test_the_values_of_a_run_stand_at_the_ends_of_lines(editor: Editor) -> None:
    """Two tokens of the first session, then four of the second, as the comment says."""
    editor.open_example()
    labels = await editor.traced()
    assert labels[editor.line_of("prefill prompt")][-1] == "0:p2 @0 · 1:p4 @1"
    assert labels[editor.line_of("branch (serial")][-2:] == ["then 1 · else 1", "0:d1 @2 · 0:d1 @3"]


async def test_tooltips_are_tables_that_the_client_can_show(editor: Editor) -> None:
    """At once for who cannot resolve them; no Markdown for who never says that it shows any."""
    editor.open_example()
    await editor.traced()
    line = editor.line_of("stage engine")
    hint = next(
        each
        for each in await editor.hints()
        if each.position.line == line and label_of(each).startswith("4 iterations")
    )
    if editor.name == "poor":
        assert isinstance(hint.tooltip, str)
        rows = [row.split() for row in hint.tooltip.splitlines()]
        assert ["2", "0:0:d1", "3", "0", "1"] in rows
        return
    assert hint.tooltip is None
    resolved = await editor.client.inlay_hint_resolve_async(hint)
    assert isinstance(resolved.tooltip, types.MarkupContent)
    assert resolved.tooltip.kind is types.MarkupKind.Markdown
    assert "| 2 | 0:0:d1 | 3 | 0 | 1 |" in resolved.tooltip.value


async def test_only_who_can_is_asked_to_ask_again(editor: Editor) -> None:
    editor.open_example()
    if editor.name == "poor":
        assert await editor.traced()
        assert editor.asked == []
    else:
        await editor.until(lambda: types.WORKSPACE_INLAY_HINT_REFRESH in editor.asked)
        assert await editor.traced()


async def test_all_kinds_stay_in_their_places_while_one_types(editor: Editor) -> None:
    """An item is begun on an empty line between others."""
    editor.open_example("separate_phases.sq", ("pool reqs", "let spare = 2 * 3;\n\npool reqs"))
    await editor.traced()
    at = editor.text.index("\npool reqs")
    before = sorted(places(await editor.hints()))
    for count, letter in enumerate("let more = 3 *"):
        editor.edit((at + count, at + count, letter))
        assert sorted(places(await editor.hints())) == before


def places(hints: list[types.InlayHint]) -> list[tuple[int, int, str]]:
    """Where hints stand and what they say, whether or not it is of the present text."""
    return [
        (each.position.line, each.position.character, label_of(each).removesuffix(" …"))
        for each in hints
    ]
