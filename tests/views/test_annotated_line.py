"""Lines with their labels in terminals of any width; laid out by hand."""

from __future__ import annotations

import pytest

from sqlang.views.annotated_line import AnnotatedLine, line_rows
from sqlang.views.display_width import display_width

LINE = AnnotatedLine(7, "  run desk (3);", "3 jobs · mean 2", False)


def laid_out(line: AnnotatedLine, column: int, columns: int | None) -> list[str]:
    return [row.text() for row in line_rows(line, column, 2, columns)]


def test_a_label_stands_in_the_column_of_all() -> None:
    assert laid_out(LINE, 20, None) == [" 7    run desk (3);       ← 3 jobs · mean 2"]
    assert laid_out(LINE, 20, 43) == [" 7    run desk (3);       ← 3 jobs · mean 2"]


def test_it_comes_closer_where_that_makes_it_fit() -> None:
    assert laid_out(LINE, 20, 42) == [" 7    run desk (3);  ← 3 jobs · mean 2"]


def test_it_goes_below_where_nothing_else_fits() -> None:
    assert laid_out(LINE, 20, 37) == [" 7    run desk (3);", "      ← 3 jobs · mean 2"]
    assert laid_out(LINE, 20, 22) == [
        " 7    run desk (3);",
        "      ← 3 jobs · mean",
        "        2",
    ]


def test_a_long_line_goes_on_below_as_it_is_indented() -> None:
    line = AnnotatedLine(12, "  set a = min(first, second);", "", False)
    assert laid_out(line, 0, 22) == ["12    set a =", "      min(first,", "      second);"]
    assert laid_out(line, 0, 24) == ["12    set a = min(first,", "      second);"]
    assert laid_out(line, 0, 33) == ["12    set a = min(first, second);"]


@pytest.mark.parametrize("columns", [30, 41, 60])
def test_wide_characters_take_two_columns(columns: int) -> None:
    line = AnnotatedLine(1, "// " + "模型" * 20, "used 3 · cached 4", False)
    texts = laid_out(line, 0, columns)
    assert max(map(display_width, texts)) <= columns
    assert "".join("".join(text.split()) for text in texts[:-1]) == "1//" + "模型" * 20
