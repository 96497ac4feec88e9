"""No comment is lost or moved past a token, wherever it stands."""

from __future__ import annotations

import pytest

from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from tests.formatting.formatting import comments, laid_out, tokens

PROGRAM = """\
def twice(x) = x * 2;
pool kv[2] { cap 20; block 4; evict by (age(0), -cached(1)); }
stage engine : step { budget 4; cost 1 + 0.5 * tokens; memory kv; serve by (serial); }
workload { arrive batch(2); init { set prompt = serial == 0 ? 2 : 4; } }
session {
  hold kv[0] (1) reserve (8) reuse (2) at admission (left = budget_left(engine)) {
    prefill on engine prompt growing kv[0];
    branch (serial == 0) { decode (twice(2)) growing kv[0]; } else { end; }
  } cache (3);
  loop { run engine decode (-1); branch with (0.5) { end; } }
}
run { horizon 20; seed 1; }
"""
KINDS = [
    "// end\n",
    "\n// own\n",
    "/* in */",
    "\n/* own */\n",
    "/* two\n     lines */",
    "// ä 模型\r\n",
]


@pytest.mark.parametrize("comment", KINDS)
def test_a_comment_stays_between_its_two_tokens(comment: str) -> None:
    for token in tokenize(Source(PROGRAM)).tokens:
        text = f"{PROGRAM[: token.start]} {comment} {PROGRAM[token.start :]}"
        after = laid_out(text)
        assert tokens(after) == tokens(text)
        assert comments(after) == comments(text)


def test_comments_everywhere_at_once() -> None:
    pieces = [
        f"{token.text} // {at}\n /* {at} */"
        for at, token in enumerate(tokenize(Source(PROGRAM)).tokens)
    ]
    text = "\n".join(pieces)
    assert comments(laid_out(text)) == comments(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// first\n\n\n// second\nlet a=1;", "// first\n\n// second\nlet a = 1;\n"),
        ("let a=1;// beside\nlet b=2;", "let a = 1; // beside\nlet b = 2;\n"),
        (
            "run {\n// before\nhorizon 9;\n// after\n}",
            "run {\n  // before\n  horizon 9;\n  // after\n}\n",
        ),
        ("run { horizon 9; } // beside", "run { horizon 9; } // beside\n"),
        ("// alone", "// alone\n"),
        ("//! ITER 0.0000   0:0:p2", "//! ITER 0.0000   0:0:p2\n"),
    ],
)
def test_where_comments_stand(text: str, expected: str) -> None:
    assert laid_out(text) == expected
