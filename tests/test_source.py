"""Positions and offsets: lines by LF or as editors count them, columns in three encodings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.source import Encoding, Position, Source, Span, encoded_length

TEXT = st.text(alphabet=st.sampled_from("ab \t\n\r\x0b\x0c\x1c\x85\u2028é模😋"), max_size=40)


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF32, 17), (Encoding.UTF16, 18), (Encoding.UTF8, 20)]
)
def test_an_emoji_counts_by_the_encoding(encoding: Encoding, column: int) -> None:
    text = 'let s = "😋"; let ;'
    lines = Source(text).editor_lines
    assert lines.position(text.rindex(";"), encoding) == Position(0, column)
    assert lines.offset(Position(0, column), encoding) == text.rindex(";")


def test_a_lone_carriage_return_ends_a_line_for_editors_only() -> None:
    source = Source("let x = 1;\rlet ;")
    assert source.lines.position(15) == Position(0, 15)
    assert source.editor_lines.position(15) == Position(1, 4)


def test_unicode_line_separators_end_no_line() -> None:
    source = Source("// a\u2028b\x0bc\x0cd\x85e\nlet x = 1;")
    assert len(source.lines) == len(source.editor_lines) == 2


@given(TEXT)
def test_editors_end_a_line_at_each_of_the_three(text: str) -> None:
    lines = Source(text).editor_lines
    expected = re.split("\r\n|\r|\n", text)
    assert [lines.line_text(line) for line in range(len(lines))] == expected


def test_line_ends_are_not_part_of_a_line() -> None:
    lines = Source("a\r\nbc\rd\n").editor_lines
    assert [lines.line_text(line) for line in range(len(lines))] == ["a", "bc", "d", ""]


def test_line_feeds_leave_the_carriage_return_in_the_line() -> None:
    assert Source("a\r\nb").lines.line_text(0) == "a\r"


def test_positions_outside_move_to_the_nearest_end() -> None:
    lines = Source("ab\ncd").editor_lines
    assert lines.offset(Position(0, 99)) == 2
    assert lines.offset(Position(99, 0)) == 5
    assert lines.offset(Position(-1, 3)) == 0
    assert lines.offset(Position(1, -3)) == 3
    assert lines.position(99) == Position(1, 2)
    assert lines.position(-1) == Position(0, 0)


def test_a_column_inside_a_surrogate_pair_moves_before_it() -> None:
    assert Source("😋x").editor_lines.offset(Position(0, 1), Encoding.UTF16) == 0


@given(TEXT, st.sampled_from(Encoding))
def test_every_offset_comes_back_from_its_position(text: str, encoding: Encoding) -> None:
    lines = Source(text).editor_lines
    for offset in range(len(text) + 1):
        inside_crlf = text[offset - 1 : offset + 1] == "\r\n" and offset > 0
        if not inside_crlf:
            assert lines.offset(lines.position(offset, encoding), encoding) == offset


@given(TEXT)
def test_encoded_length_is_what_python_encodes(text: str) -> None:
    assert encoded_length(text, Encoding.UTF8) == len(text.encode("utf-8"))
    assert encoded_length(text, Encoding.UTF16) == len(text.encode("utf-16-le")) // 2
    assert encoded_length(text, Encoding.UTF32) == len(text.encode("utf-32-le")) // 4


def test_a_span_reads_its_text() -> None:
    source = Source("let x = 1;")
    assert Span(source, 0, 3).to(Span(source, 4, 5)).text == "let x"
