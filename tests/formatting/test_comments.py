"""Comments stay between the tokens they stand between, on the line or on lines of their own."""

from __future__ import annotations

import pytest

from tests.formatting.programs import formatted


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        # At the end of a line, and on a line of their own.
        ("let a=1;//why  \n", "let a = 1; //why\n"),
        ("   // a\n\n\n// b\nlet a=1;\n// c", "// a\n\n// b\nlet a = 1;\n// c\n"),
        ("//! observe a mean 3 ± 0.1\n", "//! observe a mean 3 ± 0.1\n"),
        ("let a=1; // x\n\n// end\n\n", "let a = 1; // x\n\n// end\n"),
        # Around and inside of bodies.
        (
            "session{// a\n\n// b\nturn; // c\n   // d\n}// e",
            "session { // a\n  // b\n  turn; // c\n  // d\n} // e\n",
        ),
        ("session{//a\n}", "session { //a\n}\n"),
        ("session{\n//a\n}", "session {\n  //a\n}\n"),
        ("pool kv { cap 1; // one\n block 2; }", "pool kv {\n  cap 1; // one\n  block 2;\n}\n"),
        # Before `else` and the tails of a hold.
        (
            "session{branch(a){turn;}// c\nelse{turn;}}",
            "session {\n  branch (a) {\n    turn;\n  } // c\n  else {\n    turn;\n  }\n}\n",
        ),
        (
            "session{hold a (1) { }\n// c\ncache (1) }",
            "session {\n  hold a (1) { }\n  // c\n  cache (1)\n}\n",
        ),
        # Inside of expressions and headers.
        ("let a = 1 + // b\n2;", "let a = 1 + // b\n    2;\n"),
        ("let a = 1\n// b\n+ 2;", "let a = 1\n    // b\n    + 2;\n"),
        ("let a=/*b*/1/*c*/+/*d*/2/*e*/;", "let a = /*b*/ 1 /*c*/ + /*d*/ 2 /*e*/;\n"),
        ("let a=min(/*b*/1,/*c*/2);", "let a = min( /*b*/ 1, /*c*/ 2);\n"),
        ("let a=b/ /*c*/d;", "let a = b / /*c*/ d;\n"),
        (
            "session{hold a (1) // c\n{turn;}}",
            "session {\n  hold a (1) // c\n  {\n    turn;\n  }\n}\n",
        ),
        (
            "session{hold a (1), // c\nb (2)\n// d\nat admission (x=1) { }}",
            """session {
  hold a (1), // c
       b (2)
       // d
       at admission (x = 1) { }
}
""",
        ),
        # Of several lines: those of a comment that begins its line move with it.
        (
            "session {\n/*\n * a\n */\nturn; }",
            "session {\n  /*\n   * a\n   */\n  turn;\n}\n",
        ),
        ("     /* a\n    b */\nlet a=1;", "/* a\nb */\nlet a = 1;\n"),
        ("/* a\n b */ let a=1; /* c\n d */", "/* a\n b */ let a = 1; /* c\n d */\n"),
        ("/* a */ /* b */ // c\nlet a=1;", "/* a */ /* b */ // c\nlet a = 1;\n"),
        ("let a=1; /* b */ let c=2;", "let a = 1; /* b */\nlet c = 2;\n"),
        # Characters of every kind.
        ("let a=1; // 模型 😋 e\u0301\u2028x\x0c\n", "let a = 1; // 模型 😋 e\u0301\u2028x\n"),
        ("\tlet a=1;\t//\tb\t\n", "let a = 1; //\tb\n"),
    ],
)
def test_where_comments_stand(written: str, layout: str) -> None:
    assert formatted(written) == layout
    assert formatted(layout) == layout


def test_a_comment_at_the_end_of_a_line_makes_no_line_too_long() -> None:
    text = f"session {{\n  branch (a) {{ turn; }} // {'x' * 100}\n}}\n"
    assert formatted(text) == text
