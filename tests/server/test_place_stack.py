"""The automaton that finds out what may stand at a cursor, on text of any depth."""

from __future__ import annotations

import pytest

from sqlang.syntax.surface import SurfaceTree
from sqlang_server.features.place.cursor import gap_at
from sqlang_server.features.place.place import place_of
from sqlang_server.features.place.stack import ParserStack
from tests.server.snapshots import view_of


def stack_after(text: str) -> ParserStack:
    surface: SurfaceTree = view_of(text).analysis.surface
    cursor = gap_at(surface, len(text))
    assert cursor is not None
    return place_of(surface, cursor).stack


@pytest.mark.parametrize("text", ["}", ";", "cap", "12"])
def test_a_token_that_fits_nowhere_leaves_the_stack_as_it_was(text: str) -> None:
    stack = stack_after("session { set x = min(1 + 2 * 3")
    before = stack.copy()
    token = view_of(text).analysis.surface.tokens[0]
    assert not stack.shift(token)
    assert stack.states == before.states
    assert stack.symbols == before.symbols
    assert stack.firsts == before.firsts


@pytest.mark.parametrize("piece", ["{", "-", "session {", "min(", "loop {"])
def test_what_is_deep_is_read_without_copying_what_is_around(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[ParserStack] = []
    copy = ParserStack.copy

    def copied(stack: ParserStack) -> ParserStack:
        copies.append(stack)
        return copy(stack)

    monkeypatch.setattr(ParserStack, "copy", copied)
    stack = stack_after("session { set x = " + piece * 500)
    assert len(list(stack.reduced())) >= 1
    assert len(copies) <= 1
