"""Texts that nobody writes: they have a layout or are refused, and nothing falls."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sqlang.formatting.formatter import format_edits, format_source
from sqlang.source import Source
from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.surface import parse_surface
from tests.formatting.programs import formatted, said
from tests.properties import tried

PIECES = st.sampled_from(
    [
        *("session", "{", "}", "(", ")", "[", "]", ";", ",", "=", ":", "?", "-", "+", "*", "^"),
        *("set a = 1;", "hold kv (1)", "cache (1)", "lease kv (2)", "else", "branch (a) {", "end;"),
        *("def f(x) =", "def g(x) {", "f(1)", "g(2);", "pool kv {", "run {", "stage s : step {"),
        *("// a\n", "/* b */", "/* c\n */", "// sq: off\n", "// sq: on\n", "\n", "\n\n", "\r\n"),
        *(
            " ",
            "\t",
            "\r",
            "\u2028",
            "\x0c",
            '"',
            '"s"',
            "模",
            "😋",
            "~",
            "!",
            "/",
            "/*",
            ".",
            "1.",
            "@",
        ),
    ]
)


@tried(200)
@given(st.lists(PIECES, max_size=40).map(" ".join))
def test_any_text_has_a_stable_layout_or_is_refused(text: str) -> None:
    result = format_source(Source(text))
    assert all(each.code != "SQ994" for each in result.diagnostics)
    if result.diagnostics:
        assert result.text == text
    else:
        assert said(result.text) == said(text)
        assert format_source(Source(result.text)).text == result.text


@tried(100)
@given(st.lists(PIECES, max_size=20).map("".join), st.integers(0, 5), st.integers(0, 5))
def test_any_range_of_any_text_has_edits_or_is_refused(text: str, first: int, last: int) -> None:
    result = format_edits(parse_surface(Source(text)), (first, last))
    assert all(each.code != "SQ994" for each in result.diagnostics)
    assert said(result.text) == said(text)


def deepest(opening: str, closing: str, around: tuple[str, str], weight: int = 1) -> str:
    """The deepest text of its kind that is within the bound."""
    depth = MAXIMUM_DEPTH // weight
    while True:
        text = around[0] + opening * depth + "1" * (weight == 1) + closing * depth + around[1]
        if not format_source(Source(text)).diagnostics:
            return text
        depth -= 10


def test_brackets_as_deep_as_they_may_be() -> None:
    text = deepest("(1 + ", ")", ("let a = ", ";"))
    assert text.count("(") > MAXIMUM_DEPTH // 4
    layout = formatted(text)
    assert formatted(layout) == layout


def test_blocks_as_deep_as_they_may_be() -> None:
    text = deepest("loop{", "}", ("session{", "}"), BLOCK_WEIGHT)
    assert text.count("{") > MAXIMUM_DEPTH // BLOCK_WEIGHT // 2
    layout = formatted(text)
    assert layout.splitlines()[-1] == "}"
    assert formatted(layout) == layout


def test_brackets_deeper_than_that_are_refused() -> None:
    result = format_source(Source(f"let a = {'(' * 5000}1{')' * 5000};"))
    assert [each.code for each in result.diagnostics] == ["SQ006"]


def test_many_tokens_on_one_line() -> None:
    text = "session{" + "set a=b+1;" * 10_000 + "}"
    assert formatted(text) == "session {\n" + "  set a = b + 1;\n" * 10_000 + "}\n"


def test_a_list_of_many_entries() -> None:
    text = "let a=f(0" + ",g(1,2)" * 15_000 + ");"
    assert formatted(text) == "let a = f(\n  0" + ",\n  g(1, 2)" * 15_000 + "\n);\n"


def test_a_comment_of_many_characters() -> None:
    text = f"let a = 1; // {'模' * 100_000}\n"
    assert formatted(text) == text


def test_a_comment_of_many_carriage_returns() -> None:
    text = f"/* {chr(13) * 200_000}a */\nlet a = 1;\n"
    assert formatted(text) == text


def test_many_comments_between_two_tokens() -> None:
    text = "let a = 1;\n" + "// x\n" * 20_000
    assert formatted(text) == text
