"""Every word of the grammar is explained in each place where it is legal, by an example that is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.vocabulary import (
    DISTRIBUTIONS,
    GRAMMAR_WORDS,
    KEYWORDS,
    Keyword,
    keyword,
)
from tests.vocabulary.programs import program_with

GRAMMAR = Path(__file__).parents[2] / "sqlang" / "syntax" / "grammar.lark"
SPECIFICATION = Path(__file__).parents[2] / "docs" / "spec" / "01-syntax.md"


def name_of(word: Keyword) -> str:
    return f"{word.context}-{word.text}"


def test_every_word_of_the_grammar_is_a_keyword() -> None:
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    words = set(re.findall(r'"([a-z]+)"', text))
    assert len(words) > 70
    assert words <= {word.text for word in KEYWORDS}


def test_the_grammar_words_are_those_of_the_specification() -> None:
    text = SPECIFICATION.read_text(encoding="utf-8")
    listed = text.partition("LEX-13 ")[2].split("```")[1]
    assert set(listed.split()) == GRAMMAR_WORDS


def test_every_grammar_word_is_explained_somewhere() -> None:
    explained = {word.text for word in KEYWORDS} | set(DISTRIBUTIONS)
    assert GRAMMAR_WORDS - explained == {"fits"}  # of an older edition (SQ128)


def test_a_word_has_one_entry_for_each_place() -> None:
    places = [(word.text, word.context) for word in KEYWORDS]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize(
    ("text", "contexts"),
    [
        ("prefill", {"serve", "stage name", "block", "run statement"}),
        ("exclusive", {"serve"}),
        ("by", {"evict", "queue", "serve", "choose"}),
        ("none", {"preempt", "arrive"}),
        ("via", {"admit", "spill"}),
        ("turn", {"workload", "block"}),
        ("session", {"program", "workload"}),
        ("admission", {"serve", "hold"}),
        ("growing", {"run statement", "serving form"}),
    ],
)
def test_a_word_is_explained_in_each_of_its_places(text: str, contexts: set[str]) -> None:
    assert {word.context for word in KEYWORDS if word.text == text} == contexts


def test_a_keyword_is_found_by_its_place() -> None:
    found = keyword("exclusive", "serve")
    assert found is not None
    assert found.signature == "serve exclusive prefill;"
    assert keyword("exclusive", "pool") is None


@pytest.mark.parametrize("word", KEYWORDS, ids=name_of)
def test_the_documentation_is_in_whole_sentences(word: Keyword) -> None:
    assert re.match(r"[A-Z`]", word.documentation)
    assert word.documentation.endswith((".", ".)"))
    assert word.documentation.count("`") % 2 == 0
    assert "  " not in word.documentation


@pytest.mark.parametrize("word", KEYWORDS, ids=name_of)
def test_signature_and_example_show_the_word(word: Keyword) -> None:
    assert re.search(rf"\b{word.text}\b", word.signature + word.documentation)
    assert re.search(rf"\b{word.text}\b", word.example)


@pytest.mark.parametrize("word", KEYWORDS, ids=name_of)
def test_the_example_is_legal_where_the_word_is(word: Keyword, tmp_path: Path) -> None:
    (tmp_path / "library.sq").write_text("def half(v) = v / 2;\n", encoding="utf-8")
    source = Source(program_with(word), str(tmp_path / "example.sq"), str(tmp_path))
    errors = [each for each in analyze(source).diagnostics if each.severity.value == "error"]
    assert errors == []


@pytest.mark.parametrize(
    ("text", "context", "default"),
    [
        ("cap", "pool", "inf"),
        ("evict", "pool", "lru"),
        ("preempt", "pool", "none"),
        ("queue", "pool", "fifo"),
        ("budget", "step", "inf"),
        ("serve", "step", "admission"),
        ("cost", "step", "required"),
        ("horizon", "run", "required"),
        ("warmup", "run", "0"),
        ("seed", "run", "1"),
        ("arrive", "workload", "none"),
    ],
)
def test_defaults_are_those_of_the_specification(text: str, context: str, default: str) -> None:
    word = keyword(text, context)
    assert word is not None
    assert word.default == default
