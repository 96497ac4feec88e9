"""Text without measure or sense: an answer in bounded time and stack, never a traceback (SQ006)."""

from __future__ import annotations

import random
import re

import pytest

from sqlang.syntax import tree
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS, MAXIMUM_DEPTH, MAXIMUM_MISTAKES, MAXIMUM_TOKENS
from sqlang.syntax.depth import is_deeper_than
from tests.syntax.texts import codes, kernel, nodes

DEEP = {
    "parentheses": "let a = " + "(" * 50_000 + ";",
    "closed parentheses": "let a = " + "(" * 5000 + "1" + ")" * 5000 + ";",
    "signs": "let a = " + "-" * 5000 + "1;",
    "powers": "let a = " + "2 ^ " * 5000 + "1;",
    "conditions": "let a = " + "1 ? 2 : " * 5000 + "1;",
    "sum": "let a = " + "1 + " * 5000 + "1;",
    "calls": "let a = " + "f(" * 5000 + "1" + ")" * 5000 + ";",
    "indices": "session { set a = " + "f(x[" * 5000 + "1" + "])" * 5000 + "; }",
    "blocks": "session { " + "loop { " * 5000 + "}" * 5000 + " }",
    "branches": "session { " + "branch (1) { } else { " * 5000 + "}" * 5000 + " }",
    "definition": "def f(x) = x + 1; let a = " + "f(" * 5000 + "1" + ")" * 5000 + ";",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_deep_text_is_refused_once(text: str) -> None:
    parsed = kernel(text)
    assert [found.code for found in parsed.diagnostics] == ["SQ006"]


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_no_tree_is_deep(text: str) -> None:
    program = kernel(text).program
    blocks = [program, *nodes(program, tree.Block)]
    assert not any(is_deeper_than(node, 2 * MAXIMUM_DEPTH) for node in blocks)


@pytest.mark.parametrize(
    "text",
    [
        "let a = " + "(" * 300 + "1" + ")" * 300 + ";",
        "let a = " + "1 + " * 300 + "1;",
        "session { " + "loop { " * 100 + "end;" + "}" * 100 + " }",
    ],
)
def test_what_people_write_is_not_deep(text: str) -> None:
    assert codes(text) == []


def test_a_long_text_is_not_read() -> None:
    assert codes("(" * (MAXIMUM_CHARACTERS + 1)) == ["SQ006"]


def test_a_text_of_many_mistakes_ends_early() -> None:
    text = "session {\n" + "set a 1;\n" * MAXIMUM_MISTAKES
    found = kernel(text + "set b 2;\n" * 50 + "}").diagnostics
    assert [each.span.text for each in found if each.code == "SQ006"] == ["2"]
    assert "SQ006" not in codes(text + "}")


def test_a_text_of_many_tokens_ends_early() -> None:
    assert codes("let a = 1;" + "; " * MAXIMUM_TOKENS) == ["SQ006"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let " + "x" * 1_000_000 + " = 1;", []),
        ("let a = " + "1" * 10_000 + ";", []),
        ("let a = 1;" + " " * 1_000_000, []),
        ("// " + "/*" * 500_000, []),
        ("\0" * 100_000, ["SQ001"]),
        ("let a = \ud800;", ["SQ001"]),
        ("let a = 1;\r\rlet b\r\n= 2;\n\r", []),
        ("", []),
    ],
)
def test_odd_texts(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_number_of_ten_thousand_digits_is_infinite() -> None:
    (let,) = nodes(kernel("let a = " + "1" * 10_000 + ";").program, tree.Let)
    assert isinstance(let.value, tree.Number)
    assert let.value.value == float("inf")


WORDS = re.findall(r"\S+", "session { } ; ( ) , set = a hold run 1 + pool cap def f use end [ ]")


@pytest.mark.parametrize("seed", range(4))
def test_garbage_is_answered(seed: int) -> None:
    text = " ".join(random.Random(seed).choices([*WORDS, "\n"], k=5000))
    parsed = kernel(text, {})
    assert parsed.diagnostics
    assert parsed.program.last.kind.value == "end"
