"""Edits as editors send them: our text stays equal to theirs, and places move along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sqlang.source import Encoding, LineIndex, Source
from sqlang_server import edits
from sqlang_server.edits import Edit, Stretch, moved

Change = types.TextDocumentContentChangePartial
PIECES = st.text(st.sampled_from("ab 😋é\n\r\x0b\x0c\x1c\x85\u2028"), max_size=6)


def change(text: str, *place: int) -> Change:
    start_line, start, end_line, end = place
    span = types.Range(types.Position(start_line, start), types.Position(end_line, end))
    return Change(range=span, text=text)


def applied(text: str, *changes: types.TextDocumentContentChangeEvent) -> str:
    return edits.apply(Source(text), changes, Encoding.UTF16)[0].text


def test_typing_past_the_end_of_the_last_line_appends() -> None:
    asked = change(" // c", 0, 99, 0, 99)
    assert applied("let x = 1;", asked) == "let x = 1; // c"
    assert asked.range.start == types.Position(0, 99)


def test_an_odd_character_is_no_line_end() -> None:
    text = "// a\u2028b\nlet x = 1;"
    assert applied(text, change("2", 1, 8, 1, 9)) == "// a\u2028b\nlet x = 2;"


def test_changes_of_one_notification_build_on_each_other() -> None:
    assert applied("", change("ab", 0, 0, 0, 0), change("c", 0, 1, 0, 2)) == "ac"


def test_what_neovim_sends_for_emptying_a_buffer_and_typing_anew() -> None:
    text = applied("a\nb\n", change("", 0, 0, 2, 0))
    assert text == ""
    assert applied(text, change("\n", 0, 0, 0, 0), change("let", 0, 0, 0, 0)) == "let\n"


def test_a_range_that_is_upside_down_is_turned() -> None:
    assert applied("abcd", change("-", 0, 3, 0, 1)) == "a-d"


def test_a_whole_text_replaces_the_old_one() -> None:
    whole = types.TextDocumentContentChangeWholeDocument(text="new")
    assert applied("old", whole) == "new"


def test_columns_count_utf_16_units() -> None:
    assert applied("😋x", change("y", 0, 2, 0, 3)) == "😋y"


@given(st.lists(PIECES, min_size=1, max_size=4), st.sampled_from(Encoding), st.data())
def test_the_copy_equals_the_text_of_the_client(
    pieces: list[str], encoding: Encoding, data: st.DataObject
) -> None:
    """The client splices its own text; the server only hears of positions."""
    theirs = "".join(pieces)
    ours = Source(theirs)
    for _ in range(4):
        start, end = sorted(data.draw(st.tuples(*[offsets(theirs)] * 2)))
        text = data.draw(PIECES)
        lines = LineIndex(theirs, universal=True)
        first, last = (lines.position(at, encoding) for at in (start, end))
        replaced = change(text, first.line, first.column, last.line, last.column)
        ours, _ = edits.apply(ours, [replaced], encoding)
        theirs = theirs[:start] + text + theirs[end:]
        assert ours.text == theirs


def offsets(text: str) -> st.SearchStrategy[int]:
    """Where a cursor can be: not between the two characters of a line end."""
    inside = {at for at in range(1, len(text)) if text[at - 1 : at + 1] == "\r\n"}
    return st.sampled_from([at for at in range(len(text) + 1) if at not in inside])


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(0, 0, 3), (13, 23)),  # typed before
        (Edit(10, 10, 3), (13, 23)),  # typed just before
        (Edit(20, 20, 3), (10, 20)),  # typed just after
        (Edit(12, 12, 3), (10, 23)),  # typed within
        (Edit(5, 8, 0), (7, 17)),  # deleted before
        (Edit(12, 15, 0), (10, 17)),  # deleted within
        (Edit(10, 11, 1), (10, 20)),  # its first character replaced
        (Edit(8, 12, 1), (9, 17)),  # its beginning deleted
        (Edit(18, 25, 1), (10, 18)),  # its end deleted
        (Edit(10, 20, 5), None),  # all of it replaced
        (Edit(5, 30, 0), None),
    ],
)
def test_a_stretch_moves_with_edits(edit: Edit, expected: tuple[int, int] | None) -> None:
    assert moved(Stretch(10, 20), [edit]) == expected


@given(PIECES, PIECES)
def test_a_new_whole_text_is_the_edit_that_makes_it(old: str, new: str) -> None:
    whole = types.TextDocumentContentChangeWholeDocument(text=new)
    _, (edit,) = edits.apply(Source(old), [whole], Encoding.UTF16)
    assert old[: edit.start] + new[edit.start : edit.start + edit.length] + old[edit.end :] == new


def test_a_client_that_sends_whole_texts_keeps_its_places() -> None:
    whole = types.TextDocumentContentChangeWholeDocument(text="// c\nlet x = 1;")
    _, made = edits.apply(Source("let x = 1;"), [whole], Encoding.UTF16)
    assert moved(Stretch(0, 10), made) == (5, 15)
