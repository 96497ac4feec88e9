"""`// sq: off` and `// sq: on`: the lines between stay as they are, byte for byte."""

from __future__ import annotations

import pytest

from tests.formatting.programs import formatted


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        # Between items, the two comments formatted themselves.
        (
            "  // sq: off\nlet a  = 1;\n\n\n\tlet b=2;  \n   //sq:on  \nlet c=3;",
            "// sq: off\nlet a  = 1;\n\n\n\tlet b=2;  \n//sq:on\nlet c = 3;\n",
        ),
        # Inside of a block, and around its end.
        (
            "session {\n// sq: off\nset a  = 1;\n// sq: on\nset b=2; end; }",
            "session {\n  // sq: off\nset a  = 1;\n  // sq: on\n  set b = 2;\n  end;\n}\n",
        ),
        (
            "session { turn;\n// sq: off\nend ; }\nlet   a=1;\n// sq: on\nlet  b=1;",
            "session {\n  turn;\n  // sq: off\nend ; }\nlet   a=1;\n// sq: on\nlet b = 1;\n",
        ),
        # Inside of an expression.
        (
            "let a = 1 +\n// sq: off\n   2   *\n  // sq: on\n 3;",
            "let a = 1 +\n    // sq: off\n   2   *\n    // sq: on\n    3;\n",
        ),
        # Without an end, and without anything between.
        ("let a=1;\n// sq: off\nlet  b = 1 ;", "let a = 1;\n// sq: off\nlet  b = 1 ;\n"),
        ("// sq: off\n\n\n// sq: on\nlet a=1;", "// sq: off\n\n\n// sq: on\nlet a = 1;\n"),
        ("// sq: off\n// sq: on\n\n\nlet a=1;", "// sq: off\n// sq: on\n\nlet a = 1;\n"),
        ("let a=1;\n// sq: off", "let a = 1;\n// sq: off\n"),
        # Behind something else on their lines.
        (
            "let a  = 1; // sq: off\nlet b  = 2;\nlet c  = 3; // sq: on\nlet d  = 4;",
            "let a = 1; // sq: off\nlet b  = 2;\nlet c  = 3; // sq: on\nlet d = 4;\n",
        ),
        # The lines keep their ends.
        (
            "let a=1;\r\n// sq: off\r\nlet  b = 1 ;\n// sq: on\r\n",
            "let a = 1;\r\n// sq: off\r\nlet  b = 1 ;\n// sq: on\r\n",
        ),
        # What is no such comment.
        ("// sq: off.\nlet a=1;", "// sq: off.\nlet a = 1;\n"),
        ("/* sq: off */\nlet a=1;", "/* sq: off */\nlet a = 1;\n"),
        ("// sq: on\nlet a=1;", "// sq: on\nlet a = 1;\n"),
        ("// sq: OFF\nlet a=1;", "// sq: OFF\nlet a = 1;\n"),
        ('use "// sq: off\n";let a=1;', 'use "// sq: off\n";\nlet a = 1;\n'),
        # The first of two that say the same counts.
        (
            "// sq: off\nlet a  = 1;\n  // sq: off\n// sq: on\nlet b  = 1;",
            "// sq: off\nlet a  = 1;\n  // sq: off\n// sq: on\nlet b = 1;\n",
        ),
    ],
)
def test_what_is_kept(written: str, layout: str) -> None:
    assert formatted(written) == layout
    assert formatted(layout) == layout


def test_what_is_kept_may_overlap_an_item_that_has_no_layout() -> None:
    written = (
        "def f(x) {  x y;\n  // sq: off\n }\nlet a  = 1;\n// sq: on\nlet b  = 2;run{horizon 1;}"
    )
    assert formatted(written) == (
        "def f(x) {  x y;\n  // sq: off\n }\nlet a  = 1;\n// sq: on\nlet b = 2;\n"
        "run { horizon 1; }\n"
    )


def test_what_is_kept_has_mistakes_told_all_the_same() -> None:
    with pytest.raises(AssertionError):
        formatted("// sq: off\nlet a = ;\n// sq: on\n")
