"""What can be hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sqlang_server.client import Client
from sqlang_server.features.folding import folding_ranges
from tests.server.snapshots import view_of

LINES = Client(folds_lines_only=True)
TEXT = """// One
// two.
use "a.sq";
use "b.sq";

// region Memory
pool kv {
  cap 20; // "{"
}
// endregion
/* a
   b */
session {
  branch (a == 1) {
    set a = 1;
  } else {
    set a = 2;
  }
  hold kv (1) { end; }
}
"""


def folds(text: str, client: Client = LINES) -> list[tuple[int, int, str | None]]:
    kinds = {each: each.value for each in types.FoldingRangeKind}
    return [
        (each.start_line, each.end_line, kinds.get(each.kind) if each.kind else None)  # type: ignore[call-overload]
        for each in folding_ranges(view_of(text, client))
    ]


def test_blocks_comments_regions_and_libraries_fold() -> None:
    """For clients that hide whole lines the last line of a block stays."""
    assert folds(TEXT) == [
        (0, 1, "comment"),
        (2, 3, "imports"),
        (5, 9, "region"),
        (6, 7, None),
        (10, 11, "comment"),
        (12, 18, None),
        (13, 14, None),
        (15, 16, None),
    ]


def test_others_hide_what_is_between_the_braces() -> None:
    (block,) = folding_ranges(view_of("session {\n  end;\n}\n", Client()))
    assert (block.start_line, block.start_character) == (0, 9)
    assert (block.end_line, block.end_character) == (2, 0)


@pytest.mark.parametrize(
    "text",
    ["", "session { end; }", "session {\n  end;\n", "}\n}\n", "session {\n}", "/*\n", '"\n{\n'],
)
def test_some_texts_have_nothing_to_hide(text: str) -> None:
    assert folds(text) == []


def test_a_mistake_unfolds_nothing_else() -> None:
    broken = TEXT.replace("set a = 1;", "set = ; /*").replace("cap 20;", "cap (;")
    expected = [each for each in folds(TEXT) if each[0] != 5]
    assert set(expected) - {(10, 11, "comment")} <= set(folds(broken))


def test_a_region_that_crosses_a_block_is_none() -> None:
    assert folds("// region\nsession {\n// endregion\nend;\n}\n") == [(1, 3, None)]
    assert folds("session {\n// region\nend;\n}\n// endregion\n") == [(0, 2, None)]


def test_regions_lie_in_each_other() -> None:
    text = "// region a\n//#region b\nlet x = 1;\n//#endregion\nlet y = 2;\n// endregion\n"
    assert folds(text) == [(0, 5, "region"), (1, 3, "region")]


def test_a_limit_keeps_the_outermost() -> None:
    limited = Client(folds_lines_only=True, folding_limit=4)
    assert [each[0] for each in folds(TEXT, limited)] == [0, 2, 5, 10]


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_do_not_matter_but_to_comments(line_end: str) -> None:
    """A comment ends at LF alone (LEX-1)."""
    text = "session {\n  loop {\n    end;\n  }\n}\n".replace("\n", line_end)
    assert folds(text) == [(0, 3, None), (1, 2, None)]


@given(
    st.lists(st.sampled_from([*TEXT.split(), "\n", "/*", "*/", "//", '"', "{", "}"]), max_size=40)
)
def test_ranges_are_valid_and_nested_in_any_text(words: list[str]) -> None:
    text = " ".join(words)
    for client in (Client(), LINES):
        ranges = [
            (
                (each.start_line, each.start_character or 0),
                (each.end_line, each.end_character or (0 if each.end_character == 0 else 10**6)),
            )
            for each in folding_ranges(view_of(text, client))
        ]
        last = text.count("\n")
        assert all(start[0] < end[0] <= last for start, end in ranges)
        for start, end in ranges:
            for other, behind in ranges:
                assert not (start < other < end < behind)
