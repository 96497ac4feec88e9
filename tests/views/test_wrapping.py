"""Texts and tables in few columns; laid out by hand."""

from __future__ import annotations

from sqlang.views.display_width import pieces, wrapped
from sqlang.views.table import Table


def test_texts_are_broken_at_spaces_and_inside_long_words_only() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("one twothreefour", 7) == ["one", "twothre", "efour"]
    assert wrapped("", 7) == [""]


def test_a_wide_character_is_not_cut() -> None:
    assert pieces("a模型b", 2) == ["a", "模", "型", "b"]
    assert pieces("模", 1) == ["模"]


TABLE = Table("title", ("time", "what"), (("1", "a text of five words"), ("12", "short")))


def test_a_table_breaks_its_widest_text_and_no_figures() -> None:
    assert TABLE.text() == "title\ntime  what\n   1  a text of five words\n  12  short"
    assert TABLE.text(26) == TABLE.text()
    assert TABLE.text(20) == "title\ntime  what\n   1  a text of five\n      words\n  12  short"


def test_no_column_becomes_unreadable() -> None:
    """Twelve columns are the least, whatever the terminal has."""
    assert TABLE.text(3) == TABLE.text(18)
    assert "   1  a text of" in TABLE.text(3)
