"""Edits are of whole lines, no more than needed; with a range only what touches it changes."""

from __future__ import annotations

import pytest

from tests.formatting.programs import edits_of, formatted

WRITTEN = """let  a = 1;
let b = 2;


session {
   set x  = 1;
   set y  = 2;
   hold kv(1)
      at admission (n=3)
   { turn ; }
end;
}
let  c = 3"""
ENDED = f"{WRITTEN};\n"


def changes(text: str, lines: tuple[int, int] | None = None) -> list[tuple[str, str]]:
    """Each edit: what was there, and what comes in its place."""
    return [(edit.span.text, edit.text) for edit in edits_of(text, lines).edits]


def test_a_mistake_in_one_line_is_one_edit_of_one_line() -> None:
    assert changes("let a = 1;\nlet  b = 2;\nlet c = 3;\n") == [("let  b = 2;", "let b = 2;")]


def test_what_is_formatted_already_has_no_edits() -> None:
    text = formatted(ENDED)
    assert edits_of(text).edits == ()
    assert edits_of(text.replace("\n", "\r\n")).edits == ()


def test_edits_lead_to_the_layout() -> None:
    assert edits_of(ENDED).text == formatted(ENDED)
    assert changes(ENDED) == [
        ("let  a = 1;", "let a = 1;"),
        ("\n", ""),
        ("   set x  = 1;", "  set x = 1;"),
        ("   set y  = 2;", "  set y = 2;"),
        (
            "   hold kv(1)\n      at admission (n=3)\n   { turn ; }",
            "  hold kv (1) at admission (n = 3) { turn; }",
        ),
        ("end;", "  end;"),
        ("let  c = 3;", "let c = 3;"),
    ]


@pytest.mark.parametrize(
    ("lines", "edited"),
    [
        ((0, 0), ["let a = 1;"]),
        ((1, 1), []),
        ((5, 5), ["  set x = 1;"]),
        ((5, 6), ["  set x = 1;", "  set y = 2;"]),
        ((8, 8), ["  hold kv (1) at admission (n = 3) { turn; }"]),
        ((4, 4), []),
        ((10, 11), ["  end;"]),
        ((99, 200), []),
    ],
)
def test_a_range_changes_the_clauses_it_touches(lines: tuple[int, int], edited: list[str]) -> None:
    assert [new for _, new in changes(ENDED, lines)] == edited


def test_a_range_may_touch_only_a_part_of_a_clause() -> None:
    header = "hold first_pool_of_all (serial + 1),\n second_pool_of_all (serial + 2),\n third (3)"
    written = f"session {{\n{header}\n {{\nturn;\n   turn; }}\nend;\n}}\n"
    assert edits_of(written, (2, 2)).text == (
        "session {\n"
        "  hold first_pool_of_all (serial + 1), second_pool_of_all (serial + 2), third (3) {\n"
        "turn;\n   turn; }\nend;\n}\n"
    )


def test_a_missing_last_line_end_is_an_edit_of_the_last_line() -> None:
    assert changes("let a = 1;\nlet b = 2;") == [("let b = 2;", "let b = 2;\n")]


def test_blank_lines_at_the_ends_are_edits_of_their_own() -> None:
    assert changes("\n\nlet a = 1;\n\n\n") == [("\n\n", ""), ("\n\n", "")]


def test_other_lines_keep_their_ends_under_a_range() -> None:
    written = "let  a = 1;\r\nlet  b = 2;\nlet  c = 3;\r\n"
    assert edits_of(written, (2, 2)).text == "let  a = 1;\r\nlet  b = 2;\nlet c = 3;\r\n"
