"""Outlines of documents, and the names of a workspace."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.source import Source
from sqlang_server.client import Client
from sqlang_server.features.document_symbols import document_symbols
from sqlang_server.features.outline import MOST_STATEMENTS
from sqlang_server.features.scanned_symbols import scan
from sqlang_server.features.workspace_symbols import MOST, best, matches
from tests.server.editor import editing, neovim
from tests.server.snapshots import view_of
from tests.server.workspaces import LIBRARY, PROGRAM, workspace, write

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("**/*.sq"))
TEXT = """def log(a, b) { observe a1 = a; set b1 = b; }
let rate = 2 *
  3;
pool kv { cap 20; evict by (1, 2); }
stage engine[2] : step { budget rate; }
workload {
  arrive poisson(rate);
  trace "t.csv";
  init { set prompt = 1; }
  hidden out;
}
session {
  set t0 = now;
  set t0 = 1;
  hold kv (1), slots (2) {
    branch (1) { observe ttft = now; } else { hold other (1) { } }
  }
}
run { horizon 20; seed 1; }
"""

Tree = list[tuple[str, str | None, "Tree"]]


def tree(symbols: list[types.DocumentSymbol]) -> Tree:
    return [(each.name, each.detail, tree(list(each.children or ()))) for each in symbols]


def nested(text: str) -> list[types.DocumentSymbol]:
    found = document_symbols(view_of(text, Client(nested_symbols=True)))
    symbols = [each for each in found if isinstance(each, types.DocumentSymbol)]
    assert len(symbols) == len(found)
    return symbols


def test_items_have_their_parts() -> None:
    assert tree(nested(TEXT)) == [
        (
            "log",
            "(a, b)",
            [("a", None, []), ("b", None, []), ("a1", "a", []), ("b1", None, [])],
        ),
        ("rate", "2 * 3", []),
        ("kv", "pool", [("cap", "20", []), ("evict", "by (1, 2)", [])]),
        ("engine", "step[2]", [("budget", "rate", [])]),
        (
            "workload",
            None,
            [
                ("arrive", "poisson (rate)", []),
                ("trace", "t.csv", []),
                ("init", None, [("prompt", None, [])]),
                ("hidden", "out", []),
            ],
        ),
        (
            "session",
            None,
            [
                ("t0", None, []),
                (
                    "hold kv, slots",
                    None,
                    [("ttft", "now", []), ("hold other", None, [])],
                ),
            ],
        ),
        ("run", None, [("horizon", "20", []), ("seed", "1", [])]),
    ]


def test_a_client_without_trees_is_told_what_they_are_in() -> None:
    found = document_symbols(view_of(TEXT))
    named = {
        each.name: each.container_name
        for each in found
        if isinstance(each, types.SymbolInformation)
    }
    assert named["session"] is None
    assert named["ttft"] == "hold kv, slots"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_client_that_lists_no_kinds_is_told_those_of_the_first_edition(path: Path) -> None:
    found = document_symbols(view_of(path.read_text(encoding="utf-8")))
    assert max(each.kind for each in found) <= types.SymbolKind.Array


def test_long_sessions_have_an_end() -> None:
    sets = "".join(f"set a{at} = 1; " for at in range(MOST_STATEMENTS + 50))
    session, run = nested("session { " + sets + "} run { horizon 1; }")
    assert len(session.children or ()) == MOST_STATEMENTS
    assert [each.name for each in run.children or ()] == ["horizon"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_ranges_hold_each_other_also_in_broken_texts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for cut in range(0, len(text), max(len(text) // 12, 1)):
        _check(nested(text[:cut] + text[cut + 7 :]), None)


def _check(symbols: list[types.DocumentSymbol], outer: types.Range | None) -> None:
    for each in symbols:
        assert each.name
        assert each.range.start <= each.selection_range.start
        assert each.selection_range.end <= each.range.end
        if outer is not None:
            assert outer.start <= each.range.start
            assert each.range.end <= outer.end
        _check(list(each.children or ()), each.range)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_scan_finds_what_a_parse_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    symbols = view_of(text).analysis.symbols.symbols
    parsed = {
        (each.name, each.declarations[0].start)
        for each in symbols
        if each.declarations
        and each.kind.value not in ("parameter", "binding")
        and each.declarations[0].source.path == "/work/program.sq"
    }
    scanned = list(scan(text))
    # Of an attribute or observation the scan gives the first place in the text.
    assert {(each.name, each.start) for each in scanned} == parsed
    items = {"pool", "stage", "constant", "definition"}
    assert {each.name for each in scanned if each.container is None} == {
        each.name
        for each in symbols
        if each.kind.value in items and (each.name, each.declarations[0].start) in parsed
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("// pool a { }\n/* let b = 1; */ let c = 1;", ["c"]),
        ('use "pool d { }"; pool e { }', ["e"]),
        (
            "pool pool { } session { set end = 1; run stage decode (2); hold pool (1) { } }",
            ["pool", "end"],
        ),
        ("session { hold kv (1) {\npool f { cap 1; }\nstage g : delay;", ["f", "g"]),
        ("pool", []),
        ("/* pool h { }", []),
    ],
)
def test_a_scan_of_odd_texts(text: str, names: list[str]) -> None:
    assert [each.name for each in scan(text)] == names


def test_hostile_texts_take_no_time() -> None:
    before = time.process_time()
    for piece in ("/*", "{", '"', "pool ", "pool\n", "//", "}"):
        assert list(scan(piece * 100_000)) is not None
    assert time.process_time() - before < 5


def test_the_likeliest_come_first() -> None:
    text = "".join(f"let {name} = 1;" for name in ("xrate", "rate2", "r_a_t_e", "rate", "other"))
    assert [each.symbol.name for each in best(matches(Source(text), "RATE"))] == [
        "rate",
        "rate2",
        "xrate",
        "r_a_t_e",
    ]
    many = "".join(f"let x{at} = 1;" for at in range(MOST + 10))
    assert len(best(matches(Source(many), ""))) == MOST


async def test_names_are_found_in_all_folders_and_open_documents(tmp_path: Path) -> None:
    files = write(tmp_path / "one", a=PROGRAM, parts=LIBRARY) | write(
        tmp_path / "two", b="let kvs = 1;"
    )
    (tmp_path / "two" / "bad.sq").write_bytes(b"\xff pool kv { }")
    async with editing(
        neovim(), folders=workspace(tmp_path / "one", tmp_path / "two", tmp_path / "none")
    ) as editor:

        async def found(query: str) -> list[tuple[str, str, int]]:
            symbols = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))
            informed = [each for each in symbols or () if isinstance(each, types.SymbolInformation)]
            assert len(informed) == len(symbols or ())
            return [
                (each.name, each.location.uri, each.location.range.start.line) for each in informed
            ]

        assert await found("kv") == [("kv", files["a"], 1), ("kvs", files["b"], 0)]
        assert await found("vst") == [("visit", files["parts"], 0)]
        assert await found("nothing_like_it") == []
        editor.open("// 𝒳\nlet kvx = 1;", files["b"])
        assert await found("kv") == [("kv", files["a"], 1), ("kvx", files["b"], 1)]
        # A file that came unseen is found, nobody has to tell.
        files |= write(tmp_path / "two", c="pool kv { }")
        editor.open("let kva = 1;", "untitled:Untitled-1")
        assert await found("kv") == [
            ("kv", files["a"], 1),
            ("kv", files["c"], 0),
            ("kva", "untitled:Untitled-1", 0),
            ("kvx", files["b"], 1),
        ]
