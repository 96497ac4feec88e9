"""Documents with odd texts, odd names and odd places."""

from __future__ import annotations

import pytest

from sqlang_server.uris import preview_uri
from tests.server.editor import EXAMPLE
from tests.server.wire import URI, Wire, at, in_range

PROGRAM = EXAMPLE.read_text(encoding="utf-8")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("text", ["", "let x = 1;\n", PROGRAM])
async def test_positions_outside_the_text_never_fail(server: Wire, text: str) -> None:
    server.open(text)
    last = text.count("\n") + 1
    for place in [(10**6, 10**6), (last, 0), (last - 1, 10**6)]:
        for method in ("textDocument/hover", "textDocument/definition"):
            assert "result" in await server.request(method, at(*place)), (method, place)
        assert "result" in await server.request("textDocument/inlayHint", in_range(*place))


async def test_a_uri_that_cannot_be_decoded_costs_only_its_document(server: Wire) -> None:
    server.open("let x = ;", "file:///tmp/%FF.sq")
    server.open("let x = ;")
    await server.until(server.published)
    assert not server.published("file:///tmp/%FF.sq")


async def test_one_drive_letter_is_one_document(server: Wire) -> None:
    server.open("let x = ;", "file:///c%3A/a.sq")
    await server.until(lambda: server.published("file:///c%3A/a.sq"))
    whole = [{"text": PROGRAM}]
    identifier = {"uri": "file:///C:/a.sq", "version": 2}
    server.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": whole})
    await server.until(lambda: server.published("file:///c%3A/a.sq")[-1]["version"] == 2)
    assert server.published("file:///c%3A/a.sq")[-1]["diagnostics"] == []


async def test_a_change_of_what_is_not_open_is_passed_over(server: Wire) -> None:
    changes = [{"text": "let x = ;"}]
    server.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": changes},
    )
    assert (await server.request("textDocument/hover", at(0, 0)))["result"] is None


async def test_opening_anew_is_starting_anew(server: Wire) -> None:
    server.open("let x = ;")
    server.open(PROGRAM, version=5)
    await server.until(lambda: server.published()[-1:] and "version" in server.published()[-1])
    assert [(each.get("version"), each["diagnostics"]) for each in server.published()] == [
        (None, []),
        (5, []),
    ]


async def test_a_preview_is_no_program(server: Wire) -> None:
    uri = preview_uri("sq-ir", URI)
    server.open("{", uri)
    server.open("{")
    await server.until(server.published)
    assert server.published(uri) == []


async def test_characters_of_any_language_survive(server: Wire) -> None:
    server.open(PROGRAM + "\nlet 模型 = 3;\nlet y = 模型;\n")
    line = PROGRAM.count("\n") + 2
    answer = await server.request("textDocument/hover", at(line, 9))
    assert "模型" in answer["result"]["contents"]["value"]
