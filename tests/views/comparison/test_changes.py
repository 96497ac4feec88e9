"""Changes of a text: what each takes out or replaces, and how others are refused."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.views.comparison.changes import (
    Change,
    Changed,
    ChangeError,
    Replace,
    SetTo,
    Without,
    apply_changes,
)
from tests.views.comparison.programs import EXAMPLE_TEXT

TEXT = """\
let n = 3; let m = 4;
// A comment.
pool kv { cap n; }
stage e : step {
  budget 8;  // enough
  cost 1;
}
workload { arrive batch(2); }
session {
  hold kv (1) reserve (2)
       reuse (1) {
    set a = 1; set b = 2;
    branch (a) {
      run e prefill (m)
        growing kv;
    } else { end; }
  } cache (1);
}
run { horizon 9; seed 1; }
"""


def changed(*changes: Change, text: str = TEXT) -> Changed:
    return apply_changes(analyze(Source(text, "x.sq")), changes)


def without(*texts: str) -> str:
    """The text with stretches taken out."""
    result = TEXT
    for each in texts:
        assert result.count(each) == 1
        result = result.replace(each, "")
    return result


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        ((1, 1), ["let n = 3; let m = 4;\n"]),
        ((3, 3), ["pool kv { cap n; }\n"]),
        ((5, 5), ["  budget 8;  // enough\n"]),
        ((5, 6), ["  budget 8;  // enough\n", "  cost 1;\n"]),
        ((2, 3), ["pool kv { cap n; }\n"]),
        ((12, 12), ["    set a = 1; set b = 2;\n"]),
        ((4, 4), ["stage e : step {\n  budget 8;  // enough\n  cost 1;\n}\n"]),
        ((4, 7), ["stage e : step {\n  budget 8;  // enough\n  cost 1;\n}\n"]),
    ],
)
def test_whole_entries_that_begin_on_a_line_go(lines: tuple[int, int], gone: list[str]) -> None:
    assert changed(Without(*lines)).source.text == without(*gone)


def test_a_part_of_a_header_goes_where_nothing_else_begins() -> None:
    made = changed(Without(11, 11))
    assert made.source.text == without("       reuse (1)")
    assert made.notes == ("without line 11: `reuse (1)`",)
    assert changed(Without(15, 15)).source.text == without("        growing kv")


def test_a_line_that_ends_something_loses_what_begins_on_it() -> None:
    assert changed(Without(16, 16)).source.text == without(" else { end; }")
    assert changed(Without(17, 17)).source.text == without(" cache (1)")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Without(2, 2), "line 2 holds no code"),
        (Without(99, 99), "there is no line 99"),
        (
            Without(7, 7),
            (
                "line 7 only ends `stage e : step {` (lines 4 to 7); `--without 4` takes all of"
                " that out, `--replace` changes it"
            ),
        ),
        (
            SetTo("x", "1"),
            "the program has neither a `let x` nor an option `x`",
        ),
        (
            SetTo("budgt", "1"),
            "the program has neither a `let budgt` nor an option `budgt`; did you mean `budget`?",
        ),
        (SetTo("n", "1 +"), "`1 +` is not an expression"),
        (Replace("queue fifo"), "no clause begins with `queue`"),
        (
            Replace("set c = 2"),
            (
                "2 clauses begin with `set`: `set a = 1;` on line 12, `set b = 2;` on line 12; "
                "say which with `--replace '12: set c = 2'`"
            ),
        ),
        (Replace("  "), "there is nothing to put in: `--replace 'CLAUSE'`"),
    ],
)
def test_what_makes_no_sense_is_refused(change: Change, message: str) -> None:
    with pytest.raises(ChangeError) as refused:
        changed(change)
    assert str(refused.value) == message


def test_an_option_that_is_set_twice_is_not_guessed() -> None:
    with pytest.raises(ChangeError) as refused:
        changed(SetTo("cap", "8"), text=EXAMPLE_TEXT)
    assert str(refused.value) == (
        "`cap` is set in 2 places: `cap 2;` on line 4, `cap 20;` on line 5; say which with "
        "`--replace '4: cap 8;'`"
    )


def test_a_constant_comes_before_an_option() -> None:
    made = changed(SetTo("n", " 5 "), SetTo("budget", "m + 1"))
    assert made.source.text == TEXT.replace("n = 3", "n = 5").replace("budget 8", "budget m + 1")
    assert made.notes == (
        "line 1: `let n = 3;` with 5 instead of `3`",
        "line 5: `budget 8;` with m + 1 instead of `8`",
    )


def test_a_clause_is_replaced_by_its_word_by_two_or_by_its_line() -> None:
    assert "budget 9;  // enough" in changed(Replace("budget 9")).source.text
    assert "set b = 7;" in changed(Replace("set b = 7;")).source.text
    assert "let m = 9;" in changed(Replace("let m = 9", 1)).source.text
    assert "reserve (5)\n" in changed(Replace("reserve (5)")).source.text
    assert "serve decode first;" in changed(Replace("serve decode first", 6)).source.text


def test_changes_speak_of_the_lines_before_any_of_them() -> None:
    made = changed(Without(5, 5), Without(12, 12), SetTo("cost", "2"))
    assert made.source.text == without(
        "  budget 8;  // enough\n", "    set a = 1; set b = 2;\n"
    ).replace("cost 1", "cost 2")


def test_a_clause_cannot_be_changed_twice() -> None:
    with pytest.raises(ChangeError, match="two changes are about the same clause on line 5"):
        changed(Without(5, 5), SetTo("budget", "2"))


def test_what_is_taken_out_twice_is_gone_once() -> None:
    assert changed(Without(4, 4), Without(5, 5)).source.text == changed(Without(4, 4)).source.text


def test_line_ends_of_the_file_stay() -> None:
    made = changed(Without(5, 5), text=TEXT.replace("\n", "\r\n"))
    assert made.source.text == without("  budget 8;  // enough\n").replace("\n", "\r\n")
