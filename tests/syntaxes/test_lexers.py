"""The Pygments lexers lose nothing, know every conforming program, and work their way forward."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexer import RegexLexer
from pygments.token import Error, Keyword, Name, Number, Punctuation, Token, _TokenType

from sqlang.vocabulary import GRAMMAR_WORDS
from sqlang_syntaxes.lexer import SerqLexer
from sqlang_syntaxes.trace_lexer import SerqTraceLexer
from tests.syntaxes.texts import CONFORMING, EXAMPLES, fenced, name_of, read

LEXERS = [SerqLexer, SerqTraceLexer]
PIECES = [
    *sorted(GRAMMAR_WORDS),
    *"{}()[],;:.=~?+-*/^<>!\"'@#\\ \t\n\r\f\x1c\x85\u2028é中🙂ª²",
    *("//", "//!", "/*", "*/", "<=", "&&", "0", "1.5", "1..2", "._5", "1e9", "kv", "used(kv)"),
    *("ITER 0.0000 ", "EVICT ", "0:0:p2", "| used 1 cached 0", "← ", "# ", "$ ", "\n 12  "),
]
TEXTS = st.one_of(
    st.text(),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join),
)


def lexed(text: str, lexer: type[RegexLexer] = SerqLexer) -> list[tuple[_TokenType, str]]:
    """The tokens that are more than white space."""
    found = lexer().get_tokens_unprocessed(text)
    return [(token, value) for _, token, value in found if value.strip()]


@pytest.mark.parametrize("lexer", LEXERS)
@given(text=TEXTS)
def test_the_tokens_of_any_text_are_the_text(lexer: type[RegexLexer], text: str) -> None:
    position = 0
    for start, _, value in lexer().get_tokens_unprocessed(text):
        assert start == position
        position += len(value)
        assert text[start:position] == value
    assert position == len(text)


@pytest.mark.parametrize("lexer", LEXERS)
@given(text=TEXTS)
def test_with_its_options_a_text_keeps_its_lines(lexer: type[RegexLexer], text: str) -> None:
    found = lexer(stripnl=False, ensurenl=False).get_tokens(text)
    expected = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    assert "".join(value for _, value in found) == expected


@pytest.mark.parametrize("path", [*EXAMPLES, *CONFORMING], ids=name_of)
def test_no_conforming_program_has_an_error(path: Path) -> None:
    text = read(path)
    tokens = lexed(text)
    assert [value for token, value in tokens if token in (Error, Token.Text)] == []


def test_neither_has_any_program_in_the_documentation_but_the_failing_ones() -> None:
    texts = [*fenced("serq", besides="codes.md"), *fenced("sq", besides="codes.md")]
    assert len(texts) > 3
    assert [token for text in texts for token in lexed(text) if token[0] is Error] == []


def test_what_no_token_begins_with_is_an_error() -> None:
    assert [value for token, value in lexed("set a = 1..2 + @b # c;") if token is Error] == [
        "1..2",
        "@",
        "#",
    ]


@pytest.mark.parametrize(
    "number", ["1_000", "1__0.5_", "5.", ".5", "1.e2", "3E-2", "1._5", "1e999"]
)
def test_numbers_are_what_the_language_takes(number: str) -> None:
    assert lexed(f"cap {number};")[1] == (Number, number)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("1e", [(Number, "1"), (Name, "e")]),
        ("2x", [(Number, "2"), (Name, "x")]),
        ("1e1_0", [(Number, "1e1"), (Name, "_0")]),
        ("._5", [(Punctuation, "."), (Name, "_5")]),
    ],
)
def test_a_number_ends_where_the_language_ends_it(
    text: str, tokens: list[tuple[_TokenType, str]]
) -> None:
    assert lexed(text) == tokens


def test_a_comment_or_text_without_an_end_goes_to_the_end() -> None:
    assert len({token for token, _ in lexed("/* hold\nkv (1) { *")}) == 1
    assert len({token for token, _ in lexed('"hold\nkv (1) {')}) == 1


def test_nothing_of_a_run_s_output_is_an_error() -> None:
    text = "ITER 7.0000  | used 0 cached 0\nEVICT 2.0000 4611686018427387904 12.5\n"
    assert lexed(text, SerqTraceLexer) == [
        (Keyword, "ITER"),
        (Number, "7.0000"),
        (Token.Operator, "|"),
        (Name.Attribute, "used"),
        (Number, "0"),
        (Name.Attribute, "cached"),
        (Number, "0"),
        (Keyword, "EVICT"),
        (Number, "2.0000"),
        (Number, "4611686018427387904"),
        (Number, "12.5"),
    ]


def test_the_source_in_a_trace_is_colored_as_source() -> None:
    tokens = lexed("19    run gate (serial);     ← 1 job · mean 1\n", SerqTraceLexer)
    assert tokens == [
        (Name.Label, "19"),
        (Keyword, "run"),
        (Name.Namespace, "gate"),
        (Punctuation, "("),
        (Name.Builtin.Pseudo, "serial"),
        (Punctuation, ")"),
        (Punctuation, ";"),
        (Token.Comment.Special, "← 1 job · mean 1"),
    ]
