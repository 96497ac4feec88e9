"""Completion at each token of the examples: what stands there is offered, what is offered fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.semantics.symbols import SymbolKind
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.simulation import feed, reach
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.workspace import Workspace
from sqlang.vocabulary import GRAMMAR_WORDS, KEYWORDS
from sqlang.vocabulary.snippets import snippet
from sqlang_server.client import Client
from sqlang_server.features.completion.completion import completions
from sqlang_server.view import View
from tests.server.snapshots import view_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("**/*.sq"))
CLIENT = Client(snippets=True, resolves_completion=True)
TABLE = load_table()
NEW = {
    SymbolKind.POOL,
    SymbolKind.STAGE,
    SymbolKind.CONSTANT,
    SymbolKind.DEFINITION,
    SymbolKind.PARAMETER,
    SymbolKind.BINDING,
}
"""What is declared once: its name is for the user to find."""


def asked(view: View, offset: int) -> tuple[types.CompletionItem, ...]:
    found = completions(view, view.positions.position(offset), Workspace())
    return () if found is None else tuple(found.items)


def example(path: Path) -> View:
    """An example in its own folder, so that its libraries are there."""
    from sqlang.analysis import analyze
    from sqlang_server.positions import Positions

    source = Source(path.read_text(encoding="utf-8"), str(path), str(path.parent))
    view = view_of("", CLIENT)
    return view._replace(analysis=analyze(source), positions=Positions(source, CLIENT.encoding))


def boundaries(view: View) -> Iterator[tuple[Token, list[int]]]:
    """Each token, with the states of a parser that has read the whole text before it."""
    states = [TABLE.starts["program"]]
    for token in view.analysis.surface.tokens[:-1]:
        yield token, states.copy()
        assert feed(TABLE, states, token), token


@cache
def lexed(text: str) -> tuple[Token, ...]:
    """The tokens of what an item writes, with its places as they are at first."""
    filled = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", re.sub(r"\$\d+", "", text))
    result = tokenize(Source(filled))
    assert result.diagnostics == ()
    return tuple(result.tokens[:-1])


def written(item: types.CompletionItem) -> str:
    assert isinstance(item.text_edit, types.TextEdit)
    return item.text_edit.new_text


def fits(states: list[int], tokens: Sequence[Token]) -> bool:
    return reach(TABLE, states, tokens) == len(tokens)


def after_semicolon(states: list[int]) -> list[int]:
    """The states once the `;` is there that an earlier line lacks."""
    states = states.copy()
    feed(TABLE, states, tokenize(Source(";")).tokens[0])
    return states


def is_new_name(view: View, token: Token) -> bool:
    """Whether a name is introduced by this very token."""
    occurrence = view.analysis.symbols.at(view.source.path, token.start)
    if occurrence is None or occurrence.span.start != token.start or not occurrence.write:
        return False
    symbol = occurrence.symbol
    return symbol.kind in NEW or len(symbol.declarations) == 1


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_is_written_is_offered(path: Path) -> None:
    view = example(path)
    missing = [
        token
        for token in view.analysis.surface.tokens
        if token.kind is Kind.NAME
        and not is_new_name(view, token)
        and token.text not in [item.label for item in asked(view, token.start)]
    ]
    assert missing == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_is_offered_may_be_written(path: Path) -> None:
    view = example(path)
    before: Token | None = None
    states_before: list[int] = []
    for number, (token, states) in enumerate(boundaries(view)):
        items = asked(view, token.start)
        is_later = before is not None and "\n" in view.source.text[before.end : token.start]
        is_on_word = before is not None and before.kind is Kind.NAME and before.end == token.start
        replaced = states_before if is_on_word else states
        for item in items:
            tokens = lexed(written(item))
            may_follow = fits(replaced, tokens)
            assert may_follow or (is_later and fits(after_semicolon(replaced), tokens)), token
        if items:
            _check_whole(view, items[number % len(items)])
        before, states_before = token, states


def _check_whole(view: View, item: types.CompletionItem) -> None:
    """The text with an item accepted has no token that is none."""
    edit = item.text_edit
    assert isinstance(edit, types.TextEdit)
    start = view.positions.offset(edit.range.start)
    end = view.positions.offset(edit.range.end)
    text = view.source.text
    filled = re.sub(r"\$\{\d+:([^}]*)\}|\$\d+", r"\1", edit.new_text)
    assert tokenize(Source(text[:start] + filled + text[end:])).diagnostics == ()


@pytest.mark.parametrize("path", EXAMPLES[::3], ids=lambda path: path.name)
def test_words_of_the_grammar_are_offered_at_the_end_of_a_broken_file(path: Path) -> None:
    """Each seventh word of the grammar, in the text up to it and no further."""
    view = example(path)
    text = view.source.text
    words = [(token, states) for token, states in boundaries(view) if token.text in GRAMMAR_WORDS][
        ::7
    ]
    for token, states in words:
        if is_new_name(view, token) or view.analysis.symbols.at(view.source.path, token.start):
            continue
        cut = view_of(text[: token.start], CLIENT)
        items = asked(cut, token.start)
        assert token.text in [item.label for item in items], token
        assert all(fits(states, lexed(written(item))) for item in items), token


def test_every_keyword_has_its_form() -> None:
    for word in KEYWORDS:
        form = snippet(word.text, word.context)
        assert form is None or form.startswith(word.text)
        if form is not None:
            assert lexed(form)
