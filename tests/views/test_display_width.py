"""Columns of a text in a terminal."""

from __future__ import annotations

import pytest

from sqlang.views.display_width import display_width, pad, pad_left, printable


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("pool", 4),
        ("模型", 4),
        ("ﾓﾃﾞﾙ", 4),
        ("Ａ", 2),
        ("e\u0301", 1),
        ("zero\u200bwidth", 9),
        ("│ · …", 5),
    ],
)
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, columns: int) -> None:
    assert display_width(text) == columns


def test_padding_counts_columns_not_characters() -> None:
    assert pad("模型", 6) == "模型  "
    assert pad_left("e\u0301", 3) == "  e\u0301"
    assert pad("longer", 3) == "longer"


def test_tabs_go_to_the_next_stop_in_columns() -> None:
    assert printable("\ta\t模\tb") == "    a   模  b"


def test_no_character_of_a_program_reaches_the_terminal_as_a_command() -> None:
    assert printable("a\x1b[31m\x07\x7f\x9b\u202eb") == "a\u241b[31m\u2407\ufffd\ufffd\ufffdb"
