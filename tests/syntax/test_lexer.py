"""Tokens, comments, and characters that start no token: LEX-1 to LEX-11."""

from __future__ import annotations

import pytest

from sqlang.source import Source
from sqlang.syntax.lexer import is_identifier, tokenize
from sqlang.syntax.tokens import Kind, Token
from tests.syntax.texts import places


def tokens(text: str) -> list[Token]:
    return tokenize(Source(text)).tokens[:-1]


def words(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


def mistakes(text: str) -> list[tuple[str, str]]:
    return places(tokenize(Source(text)).diagnostics)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1_000", 1000.0),
        ("1__0.5_", 10.5),
        ("5.", 5.0),
        (".5", 0.5),
        ("1.e2", 100.0),
        ("3E-2", 0.03),
        ("1._5", 1.5),
        ("1e999", float("inf")),
        ("2e+3", 2000.0),
        ("1_.", 1.0),
    ],
)
def test_one_number(text: str, value: float) -> None:
    (token,) = tokens(text)
    assert token.kind is Kind.NUMBER
    assert token.text == text
    assert float(text.replace("_", "")) == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1e", ["1", "e"]),
        ("2x", ["2", "x"]),
        ("1e1_0", ["1e1", "_0"]),
        ("._5", [".", "_5"]),
        ("1e+", ["1", "e", "+"]),
        ("1.5.e", ["1.5.", "e"]),
    ],
)
def test_where_a_number_ends(text: str, parts: list[str]) -> None:
    assert words(text) == parts


@pytest.mark.parametrize("text", ["1..2", "1.2.3", "1.5.", ".5.1"])
def test_a_number_with_two_points_is_refused(text: str) -> None:
    assert mistakes(f"{text} ;") == [("SQ003", text)]


def test_punctuation_pairs_are_taken_together() -> None:
    assert words("a<=b>=c==d!=e&&f||g<!=") == [
        "a",
        "<=",
        "b",
        ">=",
        "c",
        "==",
        "d",
        "!=",
        "e",
        "&&",
        "f",
        "||",
        "g",
        "<",
        "!=",
    ]
    assert words("<= = =") == ["<=", "=", "="]


def test_every_mark() -> None:
    text = "{ } ( ) [ ] , ; : . = ~ ? + - * / ^ < > !"
    assert words(text) == text.split()
    assert {token.kind for token in tokens(text)} == {Kind.PUNCTUATION}


def test_names() -> None:
    text = "_a a1 A_1 ÄÖ模型 aⅧ x² \u0345"
    assert words(text) == text.split(" ")
    assert {token.kind for token in tokens("_ a ⅷ Ⓐ")} == {Kind.NAME}


def test_a_digit_of_another_script_starts_no_token() -> None:
    assert mistakes("a ² ٣") == [("SQ001", "²"), ("SQ001", "٣")]


def test_white_space_is_the_property_of_unicode() -> None:
    assert words("a\u00a0b\u2003c\u2028d\u0085e\u3000f") == list("abcdef")
    assert mistakes("a\x1cb") == [("SQ001", "\x1c")]
    assert mistakes("a\u200bb") == [("SQ001", "\u200b")]


def test_characters_beyond_ascii_in_comments_and_strings_are_text() -> None:
    assert words('"é模" /* ² */ a // \u200b') == ['"é模"', "a"]


def test_stray_neighbors_are_one_mistake() -> None:
    assert mistakes("a @@# b $ c") == [("SQ001", "@@#"), ("SQ001", "$")]
    assert mistakes("a & b | c") == [("SQ001", "&"), ("SQ001", "|")]
    assert mistakes("a \0\0 \ud800") == [("SQ001", "\0\0"), ("SQ001", "\ud800")]


def test_lexing_goes_on_after_each_mistake() -> None:
    assert words("let @ a = 1.2.3 ;") == ["let", "a", "=", "1.2.3", ";"]


def test_comments_are_kept() -> None:
    lexed = tokenize(Source("a // x\n/* y\n*/ b /**/ // z"))
    assert [comment.text for comment in lexed.comments] == ["// x", "/* y\n*/", "/**/", "// z"]
    assert lexed.diagnostics == ()


def test_a_comment_does_not_nest() -> None:
    assert words("/* /* */ a") == ["a"]
    assert words("/* ** / **/ a") == ["a"]


@pytest.mark.parametrize("text", ["/*", "/*/", "/* *", "/* // \n"])
def test_an_open_comment_takes_the_rest(text: str) -> None:
    lexed = tokenize(Source(f"a {text}"))
    assert places(lexed.diagnostics) == [("SQ002", "/*")]
    assert [comment.text for comment in lexed.comments] == [text]


def test_a_string_has_no_escapes_and_may_hold_lines() -> None:
    assert words('"a\\" b "c\n// d" e') == ['"a\\"', "b", '"c\n// d"', "e"]


def test_an_open_string_takes_the_rest_of_its_line() -> None:
    assert mistakes('trace "turns.csv; }\nrun') == [("SQ004", '"turns.csv; }')]
    assert words('trace "turns.csv; }\nrun') == ["trace", '"turns.csv; }', "run"]


def test_a_byte_order_mark_is_refused_and_can_be_removed() -> None:
    (problem,) = tokenize(Source("\ufefflet a = 1;")).diagnostics
    assert (problem.code, problem.span.start, problem.span.end) == ("SQ001", 0, 1)
    ((edit,),) = (fix.edits for fix in problem.fixes)
    assert (edit.span, edit.text, problem.fixes[0].safe) == (problem.span, "", True)


def test_a_byte_order_mark_elsewhere_is_only_stray() -> None:
    (problem,) = tokenize(Source("a \ufeff")).diagnostics
    assert problem.fixes == ()


def test_the_end_token_is_after_the_last_character() -> None:
    assert tokenize(Source("a // b\n\n")).tokens[-1].span.start == 8
    assert tokenize(Source("")).tokens[-1].kind is Kind.END


def test_only_line_feeds_end_a_comment() -> None:
    assert words("// a\rb\nc") == ["c"]


@pytest.mark.parametrize("text", ["a", "模型", "_", "end"])
def test_an_identifier(text: str) -> None:
    assert is_identifier(text)


@pytest.mark.parametrize("text", ["1x", "a b", "", " a", "a//", "a-b", '"a"'])
def test_no_identifier(text: str) -> None:
    assert not is_identifier(text)
