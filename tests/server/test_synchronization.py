"""The server's text stays that of the client, also under a storm of edits."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from lsprotocol import types

from sqlang_server.client import Client
from sqlang_server.features.diagnostics import diagnostics
from tests.server.editor import CLIENTS, EXAMPLE, editing, vs_code
from tests.server.snapshots import view_of

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
PIECES = ["", "x", "\n", "\r\n", "\r", "😋", "\u2028", "\x85", "// c\n", "let a = 1;\n"]


async def test_after_many_edits_a_server_says_what_a_fresh_one_says() -> None:
    """Asked after each of them, so that every text is an edit of one that was analyzed."""
    dice = random.Random(11)
    async with editing(vs_code()) as editor, editing(vs_code()) as fresh:
        editor.open(PROGRAM)
        for number in range(60):
            before = editor.text
            editor.edit(some_edit(dice, editor.text))
            theirs = await editor.diagnostics()
            if number % 10 == 9:
                fresh.open(editor.text, f"file:///work/other{number}.sq")
                assert theirs == await fresh.diagnostics()
            if number % 3:
                editor.edit((0, len(editor.text), before))
        editor.edit((0, len(editor.text), PROGRAM))
        assert await editor.diagnostics() == []


@pytest.mark.parametrize("capabilities", CLIENTS.values(), ids=CLIENTS)
async def test_a_hundred_quick_edits_with_two_changes_each(
    capabilities: Callable[[], types.ClientCapabilities],
) -> None:
    """What the server finds wrong is what is wrong with the text the client has."""
    dice = random.Random(7)
    async with editing(capabilities()) as editor:
        editor.open(PROGRAM)
        for _ in range(100):
            first = some_edit(dice, editor.text)
            start, end, new = first
            editor.edit(first, some_edit(dice, editor.text[:start] + new + editor.text[end:]))
        theirs = [(each.code, each.range) for each in await editor.diagnostics()]
        view = view_of(editor.text, Client(encoding=editor.encoding))
        assert theirs == [(each.code, each.range) for each in diagnostics(view)]
        assert theirs


def some_edit(dice: random.Random, text: str) -> tuple[int, int, str]:
    """An edit of a few characters, at places where a cursor can be."""
    places = [at for at in range(len(text) + 1) if text[max(at - 1, 0) : at + 1] != "\r\n"]
    first = dice.randrange(len(places))
    return places[first], dice.choice(places[first : first + 3]), dice.choice(PIECES)
