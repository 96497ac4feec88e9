"""Semantic tokens of a text that is edited: what a client has equals what it would be told anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types

from sqlang.analysis import Analysis
from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client
from sqlang_server.features.semantic_tokens.legend import announced
from sqlang_server.features.semantic_tokens.results import TokenResults
from tests.bench.programs import half_in_session
from tests.server.snapshots import DEPLOYMENT, POOREST
from tests.server.token_reading import Shown, applied, check_places, decoded, text_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.sq"))
EDITS = 250
PIECES = (
    *"abk1;{}()\n\"=~ ,[]*",
    "/*", "*/", "// c\n", "//! refused\n", "é", "\r\n", "\r",
    "set a = 1;", "let kv = 2;", "hidden prompt;", "def f(kv) { grow kv (1); }\n",
    "hold kv (now) { }", "hold kv (left) at admission (left = 1) {", "loop {", "kv", "prefill",
)  # fmt: skip


class Typing:
    """A client that keeps its tokens by deltas, and the server's side of it."""

    def __init__(self, text: str, client: Client = POOREST) -> None:
        self.text = text
        self.client = client
        self.legend = announced(client)
        self._analyses = IncrementalAnalysis(workspace=Workspace())
        self._results = TokenResults(client)
        self.analysis = self._analyzed()
        first = self._results.whole(self.analysis)
        self.data = list(first.data)
        self.result_id = first.result_id

    def _analyzed(self) -> Analysis:
        return self._analyses.update(Source(self.text, "/work/program.sq", "/work"))

    def edit(self, start: int, end: int, new: str, *, asks: bool = True) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self.analysis = self._analyzed()
        if not asks:
            return
        assert self.result_id is not None
        delta = self._results.delta(self.analysis, self.result_id)
        assert isinstance(delta, types.SemanticTokensDelta)
        self.data = applied(self.data, delta.edits)
        self.result_id = delta.result_id

    def replace(self, old: str, new: str) -> None:
        at = self.text.index(old)
        self.edit(at, at + len(old), new)

    def tokens(self) -> list[Shown]:
        return decoded(self.data, self.legend)

    def anew(self) -> list[Shown]:
        """What a server tells that sees this text for the first time."""
        fresh = Typing(self.text, self.client)
        return fresh.tokens()

    def type_of(self, piece: str) -> str:
        """How the first token with this text is shown."""
        return next(each.type for each in self.tokens() if text_of(self.text, each) == piece)

    def part(self, first: int, last: int) -> Sequence[Shown]:
        place = types.Range(types.Position(first, 0), types.Position(last, 0))
        return decoded(self._results.part(self.analysis, place).data, self.legend)


def damaged_lines(analysis: Analysis) -> set[int]:
    """The lines of what could not be read."""
    lines = analysis.source.editor_lines
    spans = [span.offsets for span in analysis.surface.damaged]
    nodes = [each.node for each in analysis.surface.parse.damaged_elements]
    spans += [(node.first.start, node.last.end) for node in nodes]
    return {
        line
        for start, end in spans
        for line in range(lines.position(start).line, lines.position(end).line + 1)
    }


@pytest.mark.parametrize("seed", range(8))
def test_after_many_edits_the_client_has_what_a_new_one_would_be_told(seed: int) -> None:
    """In broken statements words may look as they did before.

    They stand where they are all the same, and what is not broken looks as it should.
    """
    random = Random(seed)
    text = EXAMPLES[seed % len(EXAMPLES)].read_text(encoding="utf-8")
    typing = Typing(text, Client(multiline_tokens=seed % 4 == 3))
    whole = typing.text
    for number in range(EDITS):
        if number % 3 == 2 and typing.text != whole:
            typing.edit(0, len(typing.text), whole)
        else:
            start = random.randrange(len(typing.text) + 1)
            end = min(start + random.choice((0, 0, 1, 1, 5, 60)), len(typing.text))
            asks = random.random() < 0.8
            typing.edit(start, end, random.choice(("", *PIECES)), asks=asks)
            if not asks:
                continue
        if number % 4 == 0:
            check(typing, random)
    typing.edit(0, len(typing.text), whole)
    assert typing.tokens() == typing.anew()


def check(typing: Typing, random: Random) -> None:
    tokens, anew = typing.tokens(), typing.anew()
    if not typing.client.multiline_tokens:
        check_places(typing.text, tokens)
    if not typing.analysis.surface.diagnostics:
        assert tokens == anew
    assert [each[:3] for each in tokens] == [each[:3] for each in anew]
    broken = damaged_lines(typing.analysis)
    assert [each for each in tokens if each.line not in broken] == [
        each for each in anew if each.line not in broken
    ]
    first, last = sorted(random.choices(range(typing.text.count("\n") + 2), k=2))
    assert typing.part(first, last) == [each for each in tokens if first <= each.line < last]


def test_a_broken_statement_keeps_its_colors() -> None:
    typing = Typing(DEPLOYMENT)
    typing.replace("(4) {", "4) {")
    typing.replace("hold kv", "hold hold kv")
    before = typing.tokens()
    typing.edit(0, 0, "// a line more\n")
    kept = [each._replace(line=each.line - 1) for each in typing.tokens()[1:]]
    assert kept == before


def test_a_word_that_is_being_written_looks_like_the_one_it_was() -> None:
    typing = Typing("session { observe total = 1; }")
    typing.replace("observe", "observe observe ) (")
    assert typing.type_of("total") == "event"
    typing.replace("total", "totals")
    assert {each.type for each in typing.anew()} == {"keyword", "number", "operator", "variable"}
    assert typing.type_of("totals") == "event"


def test_a_word_that_becomes_a_keyword_is_one_at_once() -> None:
    typing = Typing("session { hol kv = = (4) { } }")
    assert typing.type_of("hol") == "variable"
    typing.replace("hol", "hold")
    assert typing.type_of("hold") == "keyword"
    typing.replace("hold", "hol")
    assert typing.type_of("hol") == "keyword"


def test_a_declaration_that_is_renamed_changes_its_uses_elsewhere() -> None:
    text = "let rate = 1;\n" + "let a = 2;\n" * 40 + "session { set b = rate + speed; }\n"
    typing = Typing(text)
    assert typing.tokens()[-2].modifiers == frozenset()
    typing.replace("rate", "speed")
    assert typing.tokens() == typing.anew()
    assert typing.tokens()[-2:][0].modifiers | typing.tokens()[-1].modifiers == {"readonly"}


def test_a_binding_that_goes_changes_the_body_of_its_hold() -> None:
    body = "set a = left;\n" * 3
    typing = Typing(f"session {{ hold kv (1) at admission (left = 1) {{ {body} }} }}")
    typing.replace("(left = 1)", "(lift = 1)")
    assert typing.tokens() == typing.anew()
    assert typing.type_of("left") == "variable"
    typing.replace("at admission (lift = 1)", "")
    assert typing.tokens() == typing.anew()


def test_a_delta_of_one_letter_is_small() -> None:
    typing = Typing(half_in_session(200))
    typing.replace("now - t0", "now - t00")
    before = typing.data
    typing.replace("now - t00", "now - t0")
    pairs = zip(before, typing.data, strict=True)
    assert sum(one != other for one, other in pairs) == 2  # its length, and how far the next is


def test_an_edit_of_a_library_changes_those_who_use_it() -> None:
    workspace = Workspace()
    analyses = IncrementalAnalysis(workspace=workspace)
    results = TokenResults(POOREST)
    text = 'use "parts.sq";\nsession { set a = bulk; }\n'
    seen = []
    for library in ("let bulk = 3;\n", "let other = 3;\n", "let bulk = 4;\n"):
        workspace.open_buffer("/work/parts.sq", library)
        analysis = analyses.update(Source(text, "/work/program.sq", "/work"))
        tokens = decoded(results.whole(analysis).data, announced(POOREST))
        seen += [each.modifiers for each in tokens if text_of(text, each) == "bulk"]
    assert seen == [{"readonly"}, frozenset(), {"readonly"}]
