"""Folds, selections, links and linked editing in examples, as each client shows them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor
from tests.server.test_call_hierarchy import TEXT as CALLING
from tests.server.test_call_hierarchy import incoming, outgoing, prepared
from tests.server.test_folding import TEXT as FOLDED
from tests.server.test_links import TEXT as LINKED

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_blocks_fold_to_their_last_line_or_to_the_one_before(editor: Editor) -> None:
    """Who folds whole lines keeps the one with the brace in sight."""
    editor.open_example()
    found = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(editor.document)
    )
    by_start = {each.start_line: each for each in found or ()}
    session = by_start[editor.line_of("session {")]
    closing = editor.line_of("}\nrun {")
    if editor.name == "poor":
        assert session.end_line == closing
        assert session.start_character == len("session {")
    else:
        assert session.end_line == closing - 1
        assert session.start_character is None
    assert by_start[0].kind == types.FoldingRangeKind.Comment


async def test_a_selection_grows_from_the_word_to_the_file(editor: Editor) -> None:
    editor.open_example()
    found = await editor.client.text_document_selection_range_async(
        types.SelectionRangeParams(editor.document, [editor.at("budget_left")])
    )
    (selection,) = found or ()
    ranges = [selection.range]
    while selection.parent is not None:
        selection = selection.parent
        ranges.append(selection.range)
    starts = [editor.at(each) for each in ("budget_left", "hold reqs", "session {")]
    assert [start in [each.start for each in ranges] for start in starts] == [True] * 3
    assert ranges[-1] == editor.whole()
    for inner, outer in pairwise(ranges):
        assert outer.start <= inner.start
        assert inner.end <= outer.end


@pytest.mark.parametrize(
    ("name", "path"),
    [("definitions.sq", "library/measures.sq"), ("trace_replay.sq", "trace_replay.csv")],
)
async def test_files_are_links_with_tooltips_where_they_are_shown(
    editor: Editor, name: str, path: str
) -> None:
    editor.open_example(name)
    (link,) = (
        await editor.client.text_document_document_link_async(
            types.DocumentLinkParams(editor.document)
        )
        or ()
    )
    assert link.target == (EXAMPLE.parent / path).as_uri()
    assert (link.tooltip is not None) == (editor.name == "vs code")
    assert link.data is None


async def test_a_value_bound_at_admission_is_edited_with_its_uses(editor: Editor) -> None:
    """`left` is read once, in the same hold."""
    editor.open_example()
    found = await editor.client.text_document_linked_editing_range_async(
        types.LinkedEditingRangeParams(editor.document, editor.at("left ="))
    )
    assert found is not None
    assert [each.start for each in found.ranges] == [editor.at("left))"), editor.at("left =")]


async def test_calls_lead_from_the_session_into_the_library(editor: Editor) -> None:
    editor.open_example("definitions.sq")
    client = editor.client
    (session,) = (
        await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(editor.document, editor.at("session { answer"))
        )
        or ()
    )
    called = await client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(session)
    )
    (call,) = called or ()
    assert call.to.name == "answer"
    assert call.to.uri == (EXAMPLE.parent / "library" / "measures.sq").as_uri()
    assert [each.start for each in call.from_ranges] == [editor.at("answer(prompt, 3); }")]
    callers = await client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(call.to)
    )
    assert [each.from_.name for each in callers or ()] == ["session"]


async def test_windows_line_ends_fold_too_and_what_is_closed_does_not(editor: Editor) -> None:
    editor.open(FOLDED.replace("\n", "\r\n"))
    found = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(editor.document)
    )
    assert {each.start_line for each in found or ()} >= {0, 2, 5, 6, 10, 12, 13, 15}
    editor.uri = "file:///work/closed.sq"
    nothing = types.FoldingRangeParams(editor.document)
    assert await editor.client.text_document_folding_range_async(nothing) is None


async def test_each_cursor_has_its_selection_behind_a_wide_character(editor: Editor) -> None:
    editor.open("/* 𝒳 */ session { hold kv (1) { set a = min(b + 2, 3); } }")
    found = await editor.client.text_document_selection_range_async(
        types.SelectionRangeParams(editor.document, [editor.at("b +"), editor.at("kv")])
    )
    assert [each.range.start for each in found or ()] == [editor.at("b +"), editor.at("kv")]


async def test_links_and_linked_names_of_a_file_and_no_links_without_one(editor: Editor) -> None:
    editor.open(LINKED)
    links = await editor.client.text_document_document_link_async(
        types.DocumentLinkParams(editor.document)
    )
    assert len(links or ()) == 2
    linked = await editor.client.text_document_linked_editing_range_async(
        types.LinkedEditingRangeParams(editor.document, editor.at("left)"))
    )
    assert linked is not None
    assert len(linked.ranges) == 3
    editor.open(LINKED, "untitled:Untitled-1")
    links = await editor.client.text_document_document_link_async(
        types.DocumentLinkParams(editor.document)
    )
    assert list(links or ()) == []


async def test_callers_are_definitions_and_the_items_of_the_program(editor: Editor) -> None:
    editor.open(CALLING)
    half = await prepared(editor, "half(2);")
    assert half.selection_range.start == editor.at("half(x)")
    assert await incoming(editor, half) == [
        ("program.sq", "log", 1),
        ("program.sq", "kv", 1),
        ("program.sq", "engine", 2),
        ("program.sq", "workload", 1),
        ("program.sq", "session", 1),
    ]
    assert await outgoing(editor, half) == []
    assert await outgoing(editor, await prepared(editor, "log(x)")) == [("half", 1)]
    session = await prepared(editor, "session")
    assert await outgoing(editor, session) == [("log", 1), ("half", 1)]
    assert await incoming(editor, session) == []
    # An item from before an edit is found again.
    editor.edit((0, 0, "// one more line\n"))
    assert await outgoing(editor, session) == [("log", 1), ("half", 1)]
