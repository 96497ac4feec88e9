"""What each word of a program is shown as, to which client."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang.source import Encoding
from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client, read
from sqlang_server.features.semantic_tokens.legend import announced
from sqlang_server.features.semantic_tokens.results import TokenResults
from tests.server.editor import CLIENTS, vs_code
from tests.server.snapshots import POOREST, view_of
from tests.server.token_reading import Shown, check_places, decoded, text_of

PROGRAM = """let rate = 2 * 3; // how fast
def twice(x) = x + x;
def serve_all(s, more) { run s (more); }
pool prefill { cap rate; evict lru; queue by (serial); }
stage engine : step { budget 4; cost max(1, present); memory prefill; serve decode first; }
stage tool : fifo;
workload { arrive poisson(2); init { set prompt = ~exp(4); } hidden prompt; }
session {
  hold prefill (left) at admission (left = used(prefill)) {
    prefill on engine prompt growing prefill;
    serve_all(tool, twice(rate));
  }
  branch with (0.5) { set cached = now; }
  observe total = "text";
  end;
}
run { horizon 20; }
//! observe total count 1
"""


def shown(text: str, client: Client = POOREST) -> list[tuple[str, str]]:
    """Each token with its type and modifiers as `text: type.modifier...`."""
    analysis = view_of(text).analysis
    data = TokenResults(client).whole(analysis).data
    tokens = decoded(data, announced(client))
    check_places(text, tokens, client.encoding)
    return [
        (text_of(text, token, client.encoding), ".".join((token.type, *sorted(token.modifiers))))
        for token in tokens
    ]


def looks(text: str, piece: str, client: Client = POOREST) -> list[str]:
    return [look for said, look in shown(text, client) if said == piece]


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("let", ["keyword"]),
        ("rate", ["variable.declaration.readonly", *["variable.readonly"] * 2]),
        ("2", ["number", "number"]),
        ("*", ["operator"]),
        ("// how fast", ["comment"]),
        ("twice", ["function.declaration", "function"]),
        ("x", ["parameter.declaration", "parameter", "parameter"]),
        ("serve_all", ["macro.declaration", "macro"]),
        ("s", ["parameter.declaration", "parameter"]),
        ("more", ["parameter.declaration", "parameter"]),
        # The same word is a pool, and in a statement of its own a verb.
        ("prefill", ["struct.declaration", "struct", "struct", "struct", "keyword", "struct"]),
        ("cap", ["property"]),
        ("lru", ["enumMember"]),
        ("by", ["keyword"]),
        ("serial", ["variable.defaultLibrary"]),
        ("engine", ["class.declaration", "class"]),
        ("step", ["type"]),
        ("max", ["function.defaultLibrary"]),
        ("present", ["variable.defaultLibrary.readonly"]),
        ("memory", ["property"]),
        ("decode", ["enumMember"]),
        ("first", ["enumMember"]),
        ("tool", ["class.declaration", "class"]),
        ("fifo", ["type"]),
        ("poisson", ["enumMember"]),
        ("~", ["operator.random"]),
        ("exp", ["function.defaultLibrary.random"]),
        ("hidden", ["keyword"]),
        ("prompt", ["variable.hidden.modification", "variable.hidden", "variable.hidden"]),
        ("left", ["variable.readonly", "variable.declaration.readonly"]),
        ("used", ["function.defaultLibrary"]),
        ("growing", ["keyword"]),
        ("with", ["keyword.random"]),
        ("cached", ["variable.defaultLibrary.modification"]),
        ("now", ["variable.defaultLibrary.readonly"]),
        ("total", ["event.declaration"]),
        ('"text"', []),
        ("horizon", ["property"]),
        ("//! observe total count 1", ["comment.documentation"]),
        ("{", []),
        (";", []),
    ],
)
def test_each_word_is_what_it_is_there(piece: str, expected: list[str]) -> None:
    text = PROGRAM.replace('"text"', "1")
    assert looks(text, piece) == expected


def test_strings_are_strings() -> None:
    assert looks('use "parts.sq";', '"parts.sq"') == ["string"]


def test_a_former_name_is_deprecated() -> None:
    text = "pool kv { queue by (ntok); }"
    assert looks(text, "ntok") == ["variable.defaultLibrary.deprecated"]


def test_a_former_word_is_deprecated() -> None:
    assert looks("session { enter kv (4) { } }", "enter") == ["keyword.deprecated"]


def test_an_argument_of_a_definition_is_what_has_its_name() -> None:
    text = "def f(x) = used(x);\npool kv { cap 1; }\nlet a = f(kv) + f(b);\n"
    assert looks(text, "kv") == ["struct.declaration", "struct"]
    assert looks(text, "b") == ["variable"]


def test_names_of_a_library_are_known() -> None:
    workspace = Workspace()
    workspace.open_buffer("/work/parts.sq", "let bulk = 3;\n")
    text = 'use "parts.sq";\nsession { set a = bulk; }\n'
    analysis = view_of(text, workspace=workspace).analysis
    tokens = decoded(TokenResults(POOREST).whole(analysis).data, announced(POOREST))
    (bulk,) = [token for token in tokens if text_of(text, token) == "bulk"]
    assert bulk.modifiers == {"readonly"}


@pytest.mark.parametrize("text", ["", "\n", "   ", "`", "{", "let", '"', "/*", "\ufeff", "\r"])
def test_any_text_has_an_answer(text: str) -> None:
    assert shown(text) is not None


def test_in_a_broken_statement_words_are_what_their_spelling_says() -> None:
    text = "pool kv { cap 1; }\nsession { hold hold kv (min(; }"
    assert looks(text, "hold") == ["keyword", "keyword"]
    assert looks(text, "kv")[-1] == "struct"
    assert looks(text, "min") == ["function.defaultLibrary"]


LINES = "/* one\r\n two */ let a = 1;\r\n// é😋 x\r\n"


def test_what_goes_over_lines_is_split() -> None:
    comments = [said for said, look in shown(LINES) if look == "comment"]
    assert comments == ["/* one", " two */", "// é😋 x"]


def test_for_a_client_that_can_it_stays_whole() -> None:
    client = Client(multiline_tokens=True)
    analysis = view_of(LINES).analysis
    tokens = decoded(TokenResults(client).whole(analysis).data, announced(client))
    comments = [token for token in tokens if token.type == "comment"]
    assert [(each.line, each.column, each.length) for each in comments] == [(0, 0, 15), (2, 0, 8)]


@pytest.mark.parametrize(
    ("encoding", "length", "column"),
    [(Encoding.UTF8, 10, 11), (Encoding.UTF16, 7, 8), (Encoding.UTF32, 6, 7)],
)
def test_columns_count_as_the_client_does(encoding: Encoding, length: int, column: int) -> None:
    text = "/*é😋*/x = 1;".replace("x", " x")
    client = Client(encoding=encoding)
    data = TokenResults(client).whole(view_of(text).analysis).data
    comment, name, *_ = decoded(data, announced(client))
    assert (comment.length, name.column) == (length, column)


def test_what_a_client_does_not_list_is_not_told() -> None:
    client = Client(
        token_types=frozenset({"keyword", "variable", "function"}),
        token_modifiers=frozenset({"readonly"}),
    )
    legend = announced(client)
    assert set(legend.token_types) == {"keyword", "variable", "function"}
    assert legend.token_modifiers == ["readonly"]
    found = dict(shown(PROGRAM, client))
    assert found["engine"] == "variable"
    assert found["serve_all"] == "function"
    assert found["cap"] == "keyword"
    assert "20" not in found


def test_modifiers_of_ours_are_told_to_clients_that_lose_nothing_by_them() -> None:
    listed = frozenset({"readonly"})
    assert announced(Client(token_modifiers=listed)).token_modifiers == ["readonly"]
    augmenting = announced(Client(token_modifiers=listed, augments_tokens=True))
    assert set(augmenting.token_modifiers) == {"readonly", "hidden", "random"}


def test_a_real_editor_is_told_what_it_lists() -> None:
    for capabilities in (CLIENTS["neovim"](), vs_code()):
        client = read(capabilities)
        legend = announced(client)
        assert legend.token_types
        assert set(legend.token_types) <= client.token_types
        assert set(legend.token_modifiers) <= client.token_modifiers | {"hidden", "random"}


def whole(results: TokenResults, text: str) -> list[Shown]:
    data = results.whole(view_of(text).analysis).data
    return decoded(data, announced(POOREST))


def range_of(*place: int) -> types.Range:
    line, column, end_line, end_column = place
    return types.Range(types.Position(line, column), types.Position(end_line, end_column))


@pytest.mark.parametrize(
    "place",
    [(0, 0, 0, 0), (0, 0, 1, 0), (1, 4, 1, 6), (0, 0, 10**6, 0), (3, 5, 8, 9), (500, 0, 600, 0)],
)
def test_a_range_is_a_part_of_the_whole(place: tuple[int, int, int, int]) -> None:
    results = TokenResults(POOREST)
    everything = whole(results, PROGRAM)
    part = results.part(view_of(PROGRAM).analysis, range_of(*place))
    start, end = place[:2], place[2:]
    assert decoded(part.data, announced(POOREST)) == [
        each
        for each in everything
        if (each.line, each.column) < end and (each.line, each.column + each.length) > start
    ]


def test_the_first_token_of_a_text_is_in_its_range() -> None:
    part = TokenResults(POOREST).part(view_of("let x = 1;").analysis, range_of(0, 0, 1, 0))
    assert list(part.data[:3]) == [0, 0, 3]


def test_nothing_changed_is_no_edit_and_the_same_result() -> None:
    results, analysis = TokenResults(POOREST), view_of(PROGRAM).analysis
    first = results.whole(analysis)
    assert first.result_id is not None
    again = results.delta(analysis, first.result_id)
    assert again == types.SemanticTokensDelta(edits=[], result_id=first.result_id)


def test_a_result_that_is_not_known_is_answered_with_all() -> None:
    results, analysis = TokenResults(POOREST), view_of(PROGRAM).analysis
    answer = results.delta(analysis, "17")
    assert isinstance(answer, types.SemanticTokens)
    assert answer.data == results.whole(analysis).data


def test_results_of_two_openings_are_never_taken_for_each_other() -> None:
    analysis = view_of(PROGRAM).analysis
    ids = {TokenResults(POOREST).whole(analysis).result_id for _ in range(3)}
    assert len(ids) == 3
