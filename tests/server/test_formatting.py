"""The layout in an editor: of a whole text, of a part, and of what is being typed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from lsprotocol import types

from sqlang.formatting.formatter import format_source
from sqlang.source import Encoding, Source
from sqlang.syntax.workspace import Workspace
from sqlang_server import edits as changes
from sqlang_server.features.formatting import layout_of, lines_of, text_edits
from sqlang_server.features.on_type_formatting import formatted_on_type
from sqlang_server.positions import Positions
from tests.bench.programs import half_in_session
from tests.server.editor import EXAMPLE, editing, vs_code
from tests.server.snapshots import view_of

OPTIONS = types.FormattingOptions(tab_size=8, insert_spaces=False)


def applied(text: str, edits: Sequence[types.TextEdit]) -> str:
    """The text after edits that are all told in positions of the text before them."""
    places = [(each.range.start.line, each.range.start.character) for each in edits]
    assert places == sorted(places)
    made = [
        types.TextDocumentContentChangePartial(range=each.range, text=each.new_text)
        for each in reversed(edits)
    ]
    return changes.apply(Source(text), made, Encoding.UTF16)[0].text


def ruined(text: str) -> str:
    """A text with other blanks, which mean nothing."""
    return text.replace(" = ", "   =  ").replace("\n  ", "\n\t")


def edits_of(text: str, ranges: list[tuple[int, int]] | None = None) -> list[types.TextEdit]:
    source = Source(text)
    layout = layout_of(source, ranges, Workspace())
    return text_edits(Positions(source, Encoding.UTF16), layout.edits)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_edits_lead_to_the_one_layout(newline: str) -> None:
    text = ruined(EXAMPLE.read_text(encoding="utf-8")).replace("\n", newline)
    assert applied(text, edits_of(text)) == format_source(Source(text)).text


def test_a_mistake_on_one_line_is_one_edit_of_that_line() -> None:
    laid_out = format_source(Source(half_in_session(100))).text
    text = laid_out.replace("let size1 = ", "let size1  =  ")
    (edit,) = edits_of(text)
    line = text[: text.index("let size1 ")].count("\n")
    assert (edit.range.start.line, edit.range.end.line) in {(line, line), (line, line + 1)}


def test_only_the_lines_that_are_asked_for_change() -> None:
    text = "let a  = 1;\nlet b  = 2;\nlet c  = 3;\nlet d  = 4;\n"
    assert applied(text, edits_of(text, [(1, 1), (3, 3)])) == (
        "let a  = 1;\nlet b = 2;\nlet c  = 3;\nlet d = 4;\n"
    )


def test_a_range_that_ends_before_a_line_leaves_it_out() -> None:
    source = Source("a\nb\nc\n")
    positions = Positions(source, Encoding.UTF16)
    place = types.Range(types.Position(0, 0), types.Position(1, 0))
    empty = types.Range(types.Position(1, 0), types.Position(1, 0))
    assert lines_of(source, positions, [place, empty]) == [(0, 0), (1, 1)]


TYPED = """let a   = 1;|
pool kv {
    cap   20;
}
session {
    set b   =   2;
  branch (b   == 1) {
    set   c  = (a+ 1);  // why   not
    loop {
     set d   = 1;
     end;
      }
  }
}
run {
   horizon   20;
}
"""


def typed(before: str) -> str | None:
    """The text once a piece of it has just been typed."""
    text = TYPED.replace("|", "")
    end = text.index(before) + len(before)
    view = view_of(text)
    edits = formatted_on_type(view, view.positions.position(end), before[-1])
    if edits is None:
        return None
    for edit in edits:
        assert view.offset(edit.range.end) < end, "the cursor would move"
        assert not edit.new_text.strip()
    assert text.count("\n") == applied(text, edits).count("\n")
    return applied(text, edits)


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("1;", "let a   = 1;", "let a = 1;"),
        ("20;", "    cap   20;", "  cap 20;"),
        ("2;", "    set b   =   2;", "  set b = 2;"),
        ("(a+ 1);", "    set   c  = (a+ 1);  //", "    set c = (a + 1);  //"),
        ("set d   = 1;", "     set d   = 1;", "      set d = 1;"),
        (
            "end;\n      }",
            "    loop {\n     set d   = 1;\n     end;\n      }",
            "    loop {\n      set d = 1;\n      end;\n    }",
        ),
        ("horizon   20;", "   horizon   20;", "  horizon 20;"),
    ],
)
def test_only_the_clause_that_was_ended_changes(before: str, old: str, new: str) -> None:
    text = TYPED.replace("|", "")
    assert text.count(old) == 1
    assert typed(before) == text.replace(old, new)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("let a  = 1; // ;", "// ;"),  # in a comment
        ('use "a;', ";"),  # in a string that is open
        ("let a  = ;", ";"),  # in a broken text
        ("let a  = 1; let b  = 2;", "2;"),  # not at the start of a line
        ("// sq: off\nlet a  = 1;", "1;"),
        ("", ""),
    ],
)
def test_elsewhere_nothing_happens(text: str, at: str) -> None:
    view = view_of(text)
    position = view.positions.position(text.index(at) + len(at))
    assert not formatted_on_type(view, position, ";")


async def test_a_long_text_that_changes_meanwhile_is_left_alone() -> None:
    """Other requests are answered meanwhile, and edits of an older text are never told."""
    async with editing(vs_code()) as editor:
        editor.open(ruined(half_in_session(2_000)))
        await editor.lenses()
        params = types.DocumentFormattingParams(editor.document, OPTIONS)
        asked = editor.client.text_document_formatting_async(params)
        pending = asyncio.ensure_future(asked)
        await editor.lenses()
        assert not pending.done()
        editor.edit((0, 0, "// new\n"))
        assert await pending is None


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_wherever_something_ends_only_blanks_before_the_cursor_change(newline: str) -> None:
    text = ruined(EXAMPLE.read_text(encoding="utf-8")).replace("\n", newline)
    view = view_of(text)
    changed = 0
    for at, character in enumerate(text):
        if character not in ";}":
            continue
        for edit in formatted_on_type(view, view.positions.position(at + 1), character) or ():
            changed += 1
            start, end = view.offset(edit.range.start), view.offset(edit.range.end)
            assert end <= at
            assert not (text[start:end] + edit.new_text).strip()
            assert text.count("\n", start, end) == edit.new_text.count("\n")
    assert changed > 3
