"""The layout itself, by the rules of docs/fmt.md."""

from __future__ import annotations

import pytest

import sqlang
from sqlang.formatting.formatter import format_source
from sqlang.source import Source
from tests.formatting.formatting import laid_out, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \n\t\n", ""),
        ("let a=-1*(b-2)^-x;", "let a = -1 * (b - 2) ^ -x;\n"),
        ("let a=!b&&c?~exp( 1 ):max( 1,2 );", "let a = !b && c ? ~exp(1) : max(1, 2);\n"),
        ("\n\nlet a=1;\n\n\n\nlet b=2;\n\n", "let a = 1;\n\nlet b = 2;\n"),
        ("let a=1.50e3;", "let a = 1.50e3;\n"),
        ("pool kv[3]{\ncap 20;\n\n}", "pool kv[3] { cap 20; }\n"),
        ("pool kv { cap 1; admit via e; }", "pool kv { cap 1; admit via e; }\n"),
        ("stage g:ps(2);", "stage g : ps(2);\n"),
        ("stage e:step{cost 1;}", "stage e : step { cost 1; }\n"),
        ("stage e:step{cost 1;budget 2;}", "stage e : step {\n  cost 1;\n  budget 2;\n}\n"),
        ("session{end;}", "session { end; }\n"),
        ("session{turn;end;}", "session {\n  turn;\n  end;\n}\n"),
        (
            "session{branch(1){end;}else{turn;end;}}",
            "session {\n  branch (1) {\n    end;\n  } else {\n    turn;\n    end;\n  }\n}\n",
        ),
        ("let a=1;\r\nlet b=2;", "let a = 1;\r\nlet b = 2;\r\n"),
        ('use "a  b.sq";', 'use "a  b.sq";\n'),
    ],
)
def test_texts(text: str, expected: str) -> None:
    assert laid_out(text) == expected


def test_what_is_too_long_is_broken_at_its_loosest_places() -> None:
    names = [f"a_rather_long_name_{at}" for at in range(8)]
    after = laid_out(f"let a = {' + '.join(names)};\nlet b = max({', '.join(names)});")
    assert max(map(len, after.splitlines())) <= 88
    assert after.startswith(f"let a = {names[0]}\n    + {names[1]}\n    + {names[2]}\n")


@pytest.mark.parametrize("depth", [50, 300])
def test_deep_nesting_is_no_matter(depth: int) -> None:
    text = f"let a = {'(' * depth}1{')' * depth};"
    assert tokens(laid_out(text)) == tokens(text)


def test_a_long_line_is_laid_out() -> None:
    text = "session { " + "set a = 1; " * 5000 + "end; }"
    assert laid_out(text).count("\n") == 5003


@pytest.mark.parametrize("text", ["let a = ;", "session {", "let a = 1; \x00", "}", "/* open", '"'])
def test_a_text_with_syntax_errors_is_left_alone(text: str) -> None:
    result = format_source(Source(text))
    assert result.text == text
    assert result.diagnostics
    with pytest.raises(sqlang.DiagnosticError):
        sqlang.format(text)


def test_a_program_that_means_nothing_has_a_layout() -> None:
    assert sqlang.format("session{run nowhere(x);}") == "session { run nowhere (x); }\n"


def test_what_is_switched_off_is_kept() -> None:
    text = "// sq: off\nlet  a=1;  \n// sq: on\nlet b=2;\nsession {\n  // sq: off\n  set  c=3;\n}"
    kept = text.replace("b=2", "b = 2")
    assert laid_out(text).rstrip("\n") == kept


def test_a_range_changes_its_lines_alone() -> None:
    text = "let a=1;\nlet b=2;\nlet c=3;\n"
    result = format_source(Source(text), (1, 1))
    assert result.text == "let a=1;\nlet b = 2;\nlet c=3;\n"
    assert len(result.edits) == 1


def test_edits_are_as_small_as_lines() -> None:
    text = "let a = 1;\nlet b  = 2;\nlet c = 3;\n"
    (edit,) = format_source(Source(text)).edits
    assert text[edit.span.start : edit.span.end] in text[11:23]
    assert edit.span.start >= 11
    assert edit.span.end <= 23
