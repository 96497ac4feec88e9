"""Previews, comparisons and what-if of an example: the same data for all, shown where it can be."""

from __future__ import annotations

import json

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_each_preview_has_its_text(editor: Editor) -> None:
    editor.open_example()
    ir = await editor.preview("sq/ir")
    assert (ir.version, json.loads(ir.text)["pools"][1]["name"]) == (editor.version, "kv")
    assert "p2 │ p4 │ d1 │ d1" in (await editor.preview("sq/trace")).text
    assert (await editor.preview("sq/report")).text.startswith("serQ run   seed 1   time 0 .. 20")
    timeline = await editor.preview("sq/timeline")
    iterations = [each for each in timeline.items if each.kind == "iteration"]
    assert [(each.start, each.end) for each in iterations] == [(0, 1), (1, 2), (2, 3), (3, 4)]


async def test_places_are_counted_as_the_client_counts(editor: Editor) -> None:
    """Each line of the trace belongs to one of the source, which ends after a wide character."""
    editor.open_example("separate_phases.sq", ("set t0 = now;", "set t0 = now; // 😀"))
    line = editor.line_of("set t0")
    end = len("  set t0 = now; // ") + {"neovim": 4, "vs code": 2, "poor": 2}[editor.name]
    trace = await editor.preview("sq/trace")
    source = next(pair[0] for pair in trace.map if pair[0].start.line == line)
    assert (source.end.line, source.end.character) in {(line, end), (line + 1, 0)}


async def test_a_program_that_was_never_right_has_none(editor: Editor) -> None:
    editor.open("let x = ;", "untitled:Untitled-1", editor.version + 1)
    with pytest.raises(JsonRpcException, match="the program has errors") as refusal:
        await editor.preview("sq/ir")
    assert refusal.value.code == types.LSPErrorCodes.RequestFailed


async def test_documents_are_opened_where_they_can_be_shown(editor: Editor) -> None:
    """Neovim shows documents, but knows no virtual ones."""
    editor.open_example()
    editor.client.shown_documents.clear()
    preview = await editor.execute("sq.ir")
    assert preview["text"].startswith("{")
    registered = {each.method for each in editor.registered}
    assert (types.WORKSPACE_TEXT_DOCUMENT_CONTENT in registered) == (editor.name == "vs code")
    if editor.name == "vs code":
        await editor.until(lambda: bool(editor.client.shown_documents))
        (shown,) = editor.client.shown_documents
        assert uris.previewed(shown.uri) == ("sq-ir", editor.uri)
        content = await editor.client.workspace_text_document_content_async(
            types.TextDocumentContentParams(shown.uri)
        )
        assert content.text == preview["text"]
    else:
        await editor.lenses()
        assert editor.client.shown_documents == []


async def test_two_runs_are_compared(editor: Editor) -> None:
    """Without line 12, `serve exclusive prefill;`, the schedules part at time 1."""
    editor.open_example()
    found = await editor.execute("sq.compare", {"uri": editor.uri, "without": "12"})
    assert found["comparison"]["parting"]["time"] == 1.0
    assert found["comparison"]["parting"]["cause"] == "exclusivity"


async def test_other_values_of_constants_are_supposed(editor: Editor) -> None:
    """Four tokens at once become two: the example's first word is that it makes the difference."""
    editor.open_example("chunked_prefill.sq")
    document = {"textDocument": {"uri": editor.uri}}
    constants = await editor.request("sq/constants", document)
    assert [(each["name"], each["value"], each["literal"]) for each in constants] == [
        ("most_of_one", 4.0, True)
    ]
    same = await editor.request("sq/whatIf", {**document, "sets": {"most_of_one": 4}})
    assert same.iterations.before == same.iterations.after
    other = await editor.request("sq/whatIf", {**document, "sets": {"most_of_one": 1}})
    assert other.iterations.before == same.iterations.before
    assert other.iterations.after > other.iterations.before
