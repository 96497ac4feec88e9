"""The IR, the trace and the report of a document, as texts beside it."""

from __future__ import annotations

import json
import re

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from sqlang_server.extensions import Preview
from sqlang_server.previews.ir import ir_preview
from tests.server.editor import EXAMPLE, Editor, Editors, vs_code
from tests.server.snapshots import DEPLOYMENT, view_of

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


@pytest_asyncio.fixture
async def editor(editors: Editors) -> Editor:
    """An editor with the example before it."""
    opened = await editors.of(vs_code())
    opened.open(PROGRAM, EXAMPLE.as_uri())
    return opened


def piece(text: str, place: types.Range) -> str:
    """The text of a range; all texts here are ASCII."""
    lines = text.split("\n")[place.start.line : place.end.line + 1]
    lines[-1] = lines[-1][: place.end.character]
    lines[0] = lines[0][place.start.character :]
    return "\n".join(lines)


def pairs(text: str, preview: Preview) -> dict[str, object]:
    """Stretches of a text with the JSON they became."""
    return {
        piece(text, source): json.loads(piece(preview.text, target))
        for source, target in preview.map
    }


async def test_the_ir_is_paired_with_the_text() -> None:
    preview = await ir_preview(view_of(), lambda: True)
    assert preview is not None
    found = pairs(DEPLOYMENT, preview)
    assert found["set t0 = now;"] == {"Set": [9, {"Ctx": "Now"}]}
    assert isinstance(found["pool kv { cap 20; block 4; }"], dict)
    assert found["pool kv { cap 20; block 4; }"]["cap"] == 20


async def test_the_ir_of_a_broken_text_is_none() -> None:
    assert await ir_preview(view_of("let x = ;"), lambda: True) is None


async def test_the_trace_is_that_of_sq_trace(editor: Editor) -> None:
    preview = await editor.preview("sq/trace")
    assert "p2 │ p4 │ d1 │ d1" in preview.text
    assert [source.start.line for source, _ in preview.map] == list(range(PROGRAM.count("\n")))


async def test_the_report_is_that_of_sq_run(editor: Editor) -> None:
    preview = await editor.preview("sq/report")
    assert preview.text.startswith("serQ run   seed 1   time 0 .. 20")


@pytest.mark.parametrize("method", ["sq/ir", "sq/trace", "sq/report", "sq/timeline"])
async def test_a_text_with_errors_shows_the_last_preview_there_was(
    editor: Editor, method: str
) -> None:
    before = await editor.preview(method)
    editor.replace("set t0 = now;", "set t0 = ;")
    after = await editor.preview(method)
    assert (after.version, after.text) == (before.version, before.text)


async def test_a_run_that_fails_is_told_in_the_place_of_an_older_report(editor: Editor) -> None:
    before = await editor.preview("sq/report")
    editor.replace("set t0 = now;", "set t0 = now; branch (serial + 2) { }")
    with pytest.raises(JsonRpcException, match="guard"):
        await editor.preview("sq/report")
    with pytest.raises(JsonRpcException, match="guard"):
        await editor.execute("sq.run")
    editor.replace(" branch (serial + 2) { }", "")
    assert (await editor.preview("sq/report")).text == before.text


async def test_the_timeline_is_paired_with_the_text(editor: Editor) -> None:
    """The second iteration is the prefill of the second session, from 1 to 2."""
    preview = await editor.preview("sq/timeline")
    lines = preview.text.split("\n")
    assert preview.svg.startswith("<svg")
    items = [item for item in preview.items if item.kind == "iteration"]
    assert [(item.start, item.end) for item in items] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert "1:p4" in lines[items[1].line]
    (place,) = items[1].ranges
    assert piece(PROGRAM, _range(place)).startswith("prefill")
    targets = [target for source, target in preview.map if source.start == place.start]
    assert items[1].line in [target.start.line for target in targets]


async def test_what_is_drawn_leads_to_the_text(editor: Editor) -> None:
    """The third and the fourth iteration serve the decode, which is the only one."""
    preview = await editor.preview("sq/timeline")
    drawn = re.findall(r'class="block" data-block="\d" data-place="stage1 ([^"]+)"', preview.svg)
    places = dict(preview.places)
    ranges = [_range(place) for name in drawn for place in places[name]]
    served = [piece(PROGRAM, each) for each in ranges]
    assert [each.split()[0] for each in served] == ["prefill", "prefill", "decode", "decode"]
    assert piece(PROGRAM, _range(places["pool1"][0])) == "pool kv { cap 20; }"


async def test_a_request_with_a_position_tells_what_to_reveal(editor: Editor) -> None:
    position = {"line": editor.line_of("prefill prompt"), "character": 10}
    params = {"textDocument": {"uri": editor.uri}, "position": position}
    preview = await editor.request("sq/ir", params)
    revealed = json.loads(piece(preview.text, _range(preview.reveal)))
    assert "Run" in revealed
    assert not hasattr(await editor.preview("sq/ir"), "reveal")


def _range(told: types.Range) -> types.Range:
    """As the client knows it, which has no types for methods of ours."""
    start, end = told.start, told.end
    return types.Range(
        types.Position(start.line, start.character), types.Position(end.line, end.character)
    )


async def test_if_there_never_was_one_the_user_is_told_why(editor: Editor) -> None:
    editor.open("let x = ;", "untitled:Untitled-1")
    with pytest.raises(JsonRpcException, match="the program has errors") as refusal:
        await editor.preview("sq/ir")
    assert refusal.value.code == types.LSPErrorCodes.RequestFailed


@pytest.mark.parametrize(
    ("command", "beginning"),
    [
        ("sq.run", "serQ run"),
        ("sq.ir", "{"),
        ("sq.trace", " 1  //"),
        ("sq.timeline", "0 to 4 · 2 sessions"),
    ],
)
async def test_commands_give_previews(editor: Editor, command: str, beginning: str) -> None:
    preview = await editor.execute(command)
    assert preview["text"].startswith(beginning)


async def test_a_client_with_virtual_documents_is_asked_to_show_them(editor: Editor) -> None:
    await editor.execute("sq.ir")
    await editor.until(lambda: bool(editor.client.shown_documents))
    (shown,) = editor.client.shown_documents
    assert uris.previewed(shown.uri) == ("sq-ir", editor.uri)


async def test_virtual_documents_are_announced_and_read_again_when_they_change(
    editor: Editor,
) -> None:
    await editor.until(lambda: bool(editor.registered))
    (registration,) = [
        each for each in editor.registered if each.method == types.WORKSPACE_TEXT_DOCUMENT_CONTENT
    ]
    assert list(_schemes(registration)) == list(uris.PREVIEW_SCHEMES)

    uri = uris.preview_uri("sq-trace", editor.uri)
    before = await content(editor, uri)
    assert "p2 │ p4 │ d1 │ d1" in before
    editor.asked.clear()
    editor.replace("budget 4", "budget 3")
    await editor.until(lambda: types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH in editor.asked)
    assert await content(editor, uri) != before


async def test_a_virtual_document_of_a_broken_program_says_so(editor: Editor) -> None:
    editor.open("let x = ;", "untitled:Untitled-1")
    uri = uris.preview_uri("sq-report", editor.uri)
    assert await content(editor, uri) == "the program has errors\n"


def _schemes(registration: types.Registration) -> list[str]:
    options = registration.register_options
    return list(getattr(options, "schemes", None) or options["schemes"])  # type: ignore[index]


async def content(editor: Editor, uri: str) -> str:
    result = await editor.client.workspace_text_document_content_async(
        types.TextDocumentContentParams(uri)
    )
    return result.text
