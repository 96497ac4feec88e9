"""What holds a cursor, larger and larger."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sqlang.source import Source
from sqlang_server.client import Client
from sqlang_server.features.selection_ranges import selection_ranges
from sqlang_server.positions import Positions
from tests.server.snapshots import at, view_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.sq"))
TEXT = """// Remark
session {
  hold kv (1) {
    set a = min(b + 2, 3);
  }
}
"""


def texts(link: types.SelectionRange | None, text: str) -> list[str]:
    positions = Positions(Source(text), Client().encoding)
    found = []
    while link is not None:
        start, end = positions.offset(link.range.start), positions.offset(link.range.end)
        found.append(text[start:end])
        link = link.parent
    return found


def test_a_word_then_expressions_statement_blocks_item_and_file() -> None:
    (link,) = selection_ranges(view_of(TEXT), [at(TEXT, "b +")])
    assert texts(link, TEXT) == [
        "b",
        "b + 2",
        "min(b + 2, 3)",
        "set a = min(b + 2, 3);",
        "\n    set a = min(b + 2, 3);\n  ",
        "{\n    set a = min(b + 2, 3);\n  }",
        "hold kv (1) {\n    set a = min(b + 2, 3);\n  }",
        "\n  hold kv (1) {\n    set a = min(b + 2, 3);\n  }\n",
        TEXT[TEXT.index("{") : -1],
        TEXT[TEXT.index("session") : -1],
        TEXT,
    ]


def test_a_comment_is_one_thing() -> None:
    (link,) = selection_ranges(view_of(TEXT), [at(TEXT, "mark")])
    assert texts(link, TEXT) == ["// Remark", TEXT]


def test_each_position_has_its_own() -> None:
    links = selection_ranges(view_of(TEXT), [at(TEXT, "kv"), at(TEXT, "3)"), at(TEXT, "session")])
    assert [texts(link, TEXT)[0] for link in links] == ["kv", "3", "session"]


def test_an_empty_text_and_places_outside_have_the_file() -> None:
    (link,) = selection_ranges(view_of(""), [types.Position(5, 5)])
    assert link.parent is None


@given(st.data())
def test_links_hold_their_place_and_each_other_in_any_text(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(EXAMPLES)).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 40, len(text))))
    text = text[:start] + data.draw(st.sampled_from(["", "{", "}", "(", "set = ;"])) + text[end:]
    positions = Positions(Source(text), Client().encoding)
    place = positions.position(data.draw(st.integers(0, len(text))))
    (link,) = selection_ranges(view_of(text), [place])
    assert link.range.start <= place <= link.range.end
    while link.parent is not None:
        outer, inner = link.parent.range, link.range
        assert outer != inner
        assert outer.start <= inner.start
        assert inner.end <= outer.end
        link = link.parent
    assert link.range == positions.whole()
