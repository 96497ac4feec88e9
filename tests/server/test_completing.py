"""Completion and signature help where a client asks at an odd place."""

from __future__ import annotations

import pytest

from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_document_that_is_not_open_has_nothing(server: Wire) -> None:
    there = {
        "textDocument": {"uri": "file:///nowhere.sq"},
        "position": {"line": 0, "character": 0},
    }
    for method in ("textDocument/completion", "textDocument/signatureHelp"):
        answer = await server.request(method, there)
        assert answer["result"] is None


async def test_an_untitled_document_has_words_but_no_files(server: Wire) -> None:
    server.open('use "', "untitled:Untitled-1")
    answers = [
        await server.request(
            "textDocument/completion",
            {
                "textDocument": {"uri": "untitled:Untitled-1"},
                "position": {"line": 0, "character": character},
            },
        )
        for character in (5, 0)
    ]
    assert answers[0]["result"] is None
    assert "use" in [item["label"] for item in answers[1]["result"]["items"]]


async def test_positions_are_counted_as_the_client_counts(server: Wire) -> None:
    """The ranges of UTF-16, behind a character of two units, in lines that end with CR LF."""
    server.open("// one\r\nsession { /* \U0001f600 */ ru }")
    answer = await server.request(
        "textDocument/completion",
        {
            "textDocument": {"uri": "file:///work/program.sq"},
            "position": {"line": 1, "character": 21},
        },
    )
    edits = [item["textEdit"]["range"] for item in answer["result"]["items"]]
    assert edits[0] == {
        "start": {"line": 1, "character": 19},
        "end": {"line": 1, "character": 21},
    }
