"""Positions in each encoding; what comes in may be anything, what goes out is in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sqlang.source import Encoding, Source
from sqlang_server.positions import Positions, negotiate

LINE_ENDS = "\n\r"
OTHER_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
TEXTS = st.text(st.sampled_from("ab😋é模" + LINE_ENDS + OTHER_BREAKS))


def positions(text: str, encoding: Encoding = Encoding.UTF16) -> Positions:
    return Positions(Source(text), encoding)


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF32, 17), (Encoding.UTF16, 18), (Encoding.UTF8, 20)]
)
def test_columns_after_an_emoji(encoding: Encoding, column: int) -> None:
    text = 'let s = "😋"; let ;'
    at = positions(text, encoding).position(len(text) - 1)
    assert at == types.Position(0, column)


@given(TEXTS, st.sampled_from(Encoding), st.data())
def test_offsets_survive_the_way_through_positions(
    text: str, encoding: Encoding, data: st.DataObject
) -> None:
    offset = data.draw(st.integers(0, len(text)))
    both = positions(text, encoding)
    back = both.offset(both.position(offset))
    within_line_end = text[offset - 1 : offset + 1] == "\r\n"
    assert back == (offset - 1 if within_line_end else offset)


@given(TEXTS, st.sampled_from(Encoding), st.integers(0, 99), st.integers(0, 99))
def test_every_position_is_somewhere_in_the_text(
    text: str, encoding: Encoding, line: int, character: int
) -> None:
    given_position = types.Position(line, character)
    assert 0 <= positions(text, encoding).offset(given_position) <= len(text)
    assert given_position == types.Position(line, character)


def test_past_the_end_of_a_last_line_without_line_end() -> None:
    assert positions("let x = 1;").offset(types.Position(0, 99)) == len("let x = 1;")


def test_past_the_last_line() -> None:
    assert positions("a\nb").offset(types.Position(10**6, 10**6)) == 3


@pytest.mark.parametrize("odd", OTHER_BREAKS)
def test_only_three_characters_end_a_line(odd: str) -> None:
    assert positions(f"// a{odd}b\nx").position(7) == types.Position(1, 0)


def test_a_lone_carriage_return_ends_a_line() -> None:
    assert positions("let x = 1;\rlet ;").position(15) == types.Position(1, 4)


def test_the_end_of_a_line_stands_before_its_line_end() -> None:
    assert positions("ab\r\ncd").line_end(0) == types.Position(0, 2)


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16"], Encoding.UTF8),
        (["utf-16", "utf-8"], Encoding.UTF8),
        (["utf-16"], Encoding.UTF16),
        (["utf-32"], Encoding.UTF32),
        (["utf-99"], Encoding.UTF16),
        ([], Encoding.UTF16),
        (None, Encoding.UTF16),
    ],
)
def test_the_encoding_is_negotiated(offered: list[str] | None, chosen: Encoding) -> None:
    general = types.GeneralClientCapabilities(position_encodings=offered)
    assert negotiate(types.ClientCapabilities(general=general)) is chosen


def test_without_general_capabilities_it_is_utf_16() -> None:
    assert negotiate(types.ClientCapabilities()) is Encoding.UTF16
