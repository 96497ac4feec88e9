"""How the lines of two texts stand beside each other."""

from __future__ import annotations

import pytest

from sqlang.source import Source
from sqlang.views.comparison.source_difference import SourceLine, has_code_alone, source_lines
from sqlang.views.comparison.styled import plain_text
from sqlang.views.comparison.text import comparison_lines
from tests.views.comparison.programs import EXAMPLE_TEXT, WITHOUT_EXCLUSIVE, compared

FIRST = """// One thing.
// And more of it.

stage e : fifo; // behind code
session { run e (1); }
"""
SECOND = """// Another thing.
stage e : fifo; // behind code
// Between.
session { run e (2); }
"""


def shown(first: str, second: str) -> list[SourceLine]:
    return list(source_lines(Source(first), Source(second)))


def test_of_two_programs_the_lines_with_code_are_compared() -> None:
    assert has_code_alone(Source(FIRST), Source(SECOND))
    assert shown(FIRST, SECOND) == [
        (" ", 4, 2, "stage e : fifo; // behind code"),
        ("-", 5, None, "session { run e (1); }"),
        ("+", None, 4, "session { run e (2); }"),
    ]


@pytest.mark.parametrize("second", [FIRST, FIRST.replace("One", "Some"), f"// New.\n{FIRST}"])
def test_programs_that_differ_in_nothing_but_comments_have_no_difference(second: str) -> None:
    assert shown(FIRST, second) == []


def test_comments_that_are_the_same_in_both_are_shown() -> None:
    changed = FIRST.replace("fifo; // behind code", "delay;")
    assert not has_code_alone(Source(FIRST), Source(changed))
    assert shown(FIRST, changed) == [
        ("…", None, None, ""),
        (" ", 2, 2, "// And more of it."),
        (" ", 3, 3, ""),
        ("-", 4, None, "stage e : fifo; // behind code"),
        ("+", None, 4, "stage e : delay;"),
        (" ", 5, 5, "session { run e (1); }"),
    ]


def test_what_is_left_out_is_said() -> None:
    said = "source  lines without code are left out, for their comments differ"
    title = WITHOUT_EXCLUSIVE.replace("// ", "// Now ", 1)
    assert said in plain_text(comparison_lines(compared(EXAMPLE_TEXT, title))).splitlines()
    alike = plain_text(comparison_lines(compared(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE))).splitlines()
    assert "source" in alike
