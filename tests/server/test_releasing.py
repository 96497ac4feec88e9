"""What is known of texts nobody has asked about for a while is given back; no answer differs."""

from __future__ import annotations

import asyncio
import gc

import pytest
from lsprotocol import types

from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Encoding
from sqlang.syntax import tree
from sqlang_server import releasing
from sqlang_server.client import Client
from sqlang_server.documents import Document, Documents
from sqlang_server.features.semantic_tokens.results import TokenResults
from sqlang_server.releasing import Releasing
from tests.server.editor import EXAMPLE
from tests.server.hosted import Hosted

# With the loop of a test goes what waits in it and knows the documents of that test.
pytestmark = pytest.mark.asyncio(loop_scope="function")

TEXT = EXAMPLE.read_text(encoding="utf-8")


class Opened:
    """Documents that are all open, with what is known of them."""

    def __init__(self, characters: int, idle: float) -> None:
        self.releasing = Releasing(Document.release, characters, idle)
        self.documents = Documents(Encoding.UTF16, self.releasing.used)

    def open(self, name: str, text: str = TEXT) -> Document:
        item = types.TextDocumentItem(_uri(name), "serq", 1, text)
        document = self.documents.open(item)
        assert document is not None
        return document

    def change(self, name: str, text: str) -> None:
        identifier = types.VersionedTextDocumentIdentifier(2, _uri(name))
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.documents.change(types.DidChangeTextDocumentParams(identifier, [whole]))


def _uri(name: str) -> str:
    return f"file:///work/{name}.sq"


def known() -> int:
    """How many texts something is known of."""
    return len([each for each in gc.get_objects() if type(each) is IncrementalAnalysis])


def nodes() -> int:
    """How many nodes of trees there are."""
    return len([each for each in gc.get_objects() if isinstance(each, tree.Node)])


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    gc.collect()
    assert known() == 0


async def test_of_many_texts_those_used_last_stay_known() -> None:
    opened = Opened(characters=2 * len(TEXT), idle=0.05)
    documents = [opened.open(name) for name in "abcdef"]
    was = [each.analysis for each in documents]
    assert known() == 2
    was[0] = documents[0].analysis
    assert known() == 2
    assert documents[0].analysis is was[0]
    assert documents[5].analysis is was[5]
    assert documents[4].analysis is not was[4]


async def test_the_last_one_stays_however_long_it_is() -> None:
    opened = Opened(characters=1, idle=0.05)
    for name in "ab":
        assert opened.open(name).analysis.program is not None
    await asyncio.sleep(0.2)
    assert known() == 1


async def test_what_is_asked_about_again_and_again_stays_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until nobody has asked for a while."""
    monkeypatch.setattr(releasing, "_READING", 0)
    opened = Opened(characters=1, idle=0.3)
    first, second = opened.open("a"), opened.open("b")
    was = first.analysis, second.analysis
    for _ in range(8):
        await asyncio.sleep(0.05)
        assert (first.analysis, second.analysis) == was
    assert known() == 2
    await asyncio.sleep(0.8)
    assert known() == 1


async def test_what_is_edited_stays_known_and_what_is_only_shown_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long it took to show it."""
    monkeypatch.setattr(releasing, "_OCCASION", 0.6)
    opened = Opened(characters=1, idle=60)
    edited, shown = opened.open("a"), opened.open("b")
    assert edited.program_key == shown.program_key
    await asyncio.sleep(0.7)
    opened.change("a", TEXT.replace("horizon 20", "horizon 30"))
    was = edited.analysis, shown.analysis
    assert opened.open("c").program_key == shown.program_key
    assert edited.analysis is was[0]
    assert shown.analysis is not was[1]
    await asyncio.sleep(0.7)
    assert opened.open("d").program_key == shown.program_key
    assert edited.analysis is not was[0]


async def test_nothing_of_the_trees_waits_for_a_collection() -> None:
    """They are as long as the text, and would stay until everything is looked at."""
    document = Opened(characters=1, idle=1).open("a")
    assert document.analysis.hints is not None
    gc.disable()
    try:
        before = nodes()
        document.release()
        after = nodes()
    finally:
        gc.enable()
    assert (before > 100, after) == (True, 0)


async def test_answers_are_what_they_were() -> None:
    document = Opened(characters=1, idle=1).open("a", TEXT.replace("horizon 20", "horizon"))
    tokens = document.tokens = TokenResults(Client())
    first = tokens.whole(document.analysis)
    found = document.analysis.diagnostics
    assert first.result_id is not None
    document.release()
    again = document.tokens.delta(document.analysis, first.result_id)
    assert isinstance(again, types.SemanticTokensDelta)
    assert again.edits == []
    assert document.analysis.diagnostics == found


async def test_what_a_program_means_stays_known() -> None:
    opened = Opened(characters=1, idle=1)
    document = opened.open("a")
    key, state = document.program_key, document.state
    document.release()
    assert (document.program_key, document.state) == (key, state)
    assert known() == 0
    opened.change("a", "session { end; }")
    assert document.program_key != key


async def test_a_library_is_followed_that_changes_meanwhile() -> None:
    opened = Opened(characters=1, idle=1)
    opened.open("parts", "def twice(x) = 2 * x;\n")
    document = opened.open("a", f'use "parts.sq";\nlet y = twice(1);\n{TEXT}')
    key = document.program_key
    assert key is not None
    document.release()
    before = document.is_outdated
    opened.change("parts", "def twice(x, y) = x * y;\n")
    assert (before, document.is_outdated) == (False, True)
    assert document.program_key != key
    assert [each.code for each in document.analysis.diagnostics] == ["SQ215"]


async def test_telling_again_what_is_wrong_finds_nothing_out_anew() -> None:
    hosted = Hosted(**{"sq.restricted": True, "sq.diagnostics.delay": 0})
    document = hosted.open("session { set a = ; }")
    await asyncio.sleep(0.05)
    found = hosted.session.publisher.found_in(document.uri)
    assert found
    document.release()
    hosted.session.files_changed()
    assert hosted.session.publisher.found_in(document.uri) == found
    assert known() == 0
    await hosted.session.close()
