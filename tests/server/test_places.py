"""Programs and libraries in odd places, under odd names, with odd bytes, and files that change."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.source import Encoding, LineIndex, Position
from sqlang_server import uris
from sqlang_server.client import Client
from sqlang_server.features.diagnostics import diagnostics
from sqlang_server.projects import NAMES
from sqlang_server.watching import registration
from tests.server.editor import EXAMPLE
from tests.server.snapshots import view_of
from tests.server.wire import Json, Wire, at

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
USING = 'use "library.sq";\n' + PROGRAM.replace("cost 1;", "cost more(0);")
LIBRARY = "def more(x) = x + 1;\n"
BROKEN_LIBRARY = "def more(x) = x + missing;\n"

on_one_server = pytest.mark.asyncio(loop_scope="module")


def shown(server: Wire, uri: str) -> list[str] | None:
    published = server.published(uri)
    return [each["code"] for each in published[-1]["diagnostics"]] if published else None


def told(server: Wire, folder: Path) -> set[str | None]:
    """The paths of which something was told, below a folder."""
    found = {each["params"]["uri"] for each in server.received if "method" in each}
    return {uris.path_of(uri) for uri in found if uri.startswith(folder.as_uri())}


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF32, 23), (Encoding.UTF16, 24), (Encoding.UTF8, 26)]
)
def test_pitfall_3_a_mistake_behind_an_emoji(encoding: Encoding, column: int) -> None:
    text = "let s = 1; /* 😋 */ let ;\nrun { horizon 1; }\n"
    (found,) = diagnostics(view_of(text, Client(encoding=encoding)))
    assert found.range.start == types.Position(0, column)


def test_pitfall_4_command_line_and_editor_agree_on_columns(tmp_path: Path) -> None:
    text = "\tlet 模é = ; // 😋\n/* 😋 */ @\n\tlet y = ;\nrun { horizon 1; }\n"
    path = tmp_path / "program.sq"
    path.write_text(text, encoding="utf-8")
    command = (sys.executable, "-m", "sqlang", "check", "--format", "json", str(path))
    done = subprocess.run(command, capture_output=True, check=False)
    lines = LineIndex(text, universal=True)
    entries = [(each["code"], each["range"]["start"]) for each in json.loads(done.stdout)]
    for encoding in Encoding:
        theirs = {
            (code, lines.position(lines.line_start(at["line"] - 1) + at["column"] - 1, encoding))
            for code, at in entries
        }
        ours = {
            (each.code, Position(each.range.start.line, each.range.start.character))
            for each in diagnostics(view_of(text, Client(encoding=encoding)))
        }
        assert theirs == ours
    assert sorted(code for code, _ in entries) == ["SQ001", "SQ105", "SQ105"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_pitfall_8_lines_end_as_the_editor_has_them(newline: str) -> None:
    text = newline.join(["let x = 1;", "let y = ;", "run { horizon 1; }", ""])
    starts = [(each.code, each.range.start) for each in diagnostics(view_of(text))]
    assert ("SQ105", types.Position(1, 8)) in starts


@on_one_server
async def test_pitfall_9_a_library_that_is_not_utf_8(server: Wire, tmp_path: Path) -> None:
    (tmp_path / "library.sq").write_bytes(b"// caf\xe9\ndef more(x) = x;\n")
    uri = (tmp_path / "program.sq").as_uri()
    server.open(USING, uri)
    library = (tmp_path / "library.sq").as_uri()
    await server.until(lambda: shown(server, library) == ["SQ005"])
    (mistake,) = server.published(library)[-1]["diagnostics"]
    assert mistake["range"]["start"] == {"line": 0, "character": 6}
    assert shown(server, uri) == ["SQ232"]


@on_one_server
async def test_pitfall_9_a_text_with_a_byte_order_mark(server: Wire) -> None:
    server.open("\ufefflet x = ;\nrun { horizon 1; }\n")
    await server.until(lambda: bool(server.published()))
    places = {
        (each["code"], each["range"]["start"]["character"])
        for each in server.published()[-1]["diagnostics"]
        if each["range"]["start"]["line"] == 0
    }
    assert ("SQ105", 9) in places


@on_one_server
async def test_pitfall_11_a_uri_that_cannot_be_decoded(server: Wire) -> None:
    server.open("let x = ;", "file:///tmp/%FF.sq")
    server.open(PROGRAM)
    assert (await server.request("textDocument/hover", at(0, 0)))["result"] is None
    document = {"textDocument": {"uri": "file:///tmp/%FF.sq"}, "position": at(0, 0)["position"]}
    assert (await server.request("textDocument/hover", document))["result"] is None


@pytest.mark.parametrize("folder", ["100% a#b+c", "模型 é", "a?b;c=d&e"])
@on_one_server
async def test_pitfall_13_folders_of_any_name(server: Wire, tmp_path: Path, folder: str) -> None:
    inside = tmp_path / folder
    inside.mkdir()
    (inside / "library.sq").write_text(BROKEN_LIBRARY, encoding="utf-8")
    uri = (inside / "x y.sq").as_uri()
    server.open(USING, uri)
    await server.until(lambda: shown(server, uri) == ["SQ401"])
    paths = {str(inside / "library.sq"), str(inside / "x y.sq")}
    await server.until(lambda: told(server, tmp_path) == paths)


@on_one_server
async def test_pitfall_14_an_untitled_text_looks_nowhere(server: Wire) -> None:
    uri = "untitled:Untitled-1"
    server.open(USING, uri)
    await server.until(lambda: shown(server, uri) == ["SQ231"])


@on_one_server
async def test_pitfall_15_what_is_opened_by_a_link_is_told_by_that_link(
    server: Wire, tmp_path: Path
) -> None:
    """The program's mistakes, and those of a library that is open by a link."""
    real, links = tmp_path / "real", tmp_path / "links"
    real.mkdir()
    links.symlink_to(real)
    for name, text in {"program": USING, "library": BROKEN_LIBRARY}.items():
        (real / f"{name}.sq").write_text(text, encoding="utf-8")
    library = tmp_path / "linked library.sq"
    library.symlink_to(real / "library.sq")
    server.open(BROKEN_LIBRARY, library.as_uri())
    uri = (links / "program.sq").as_uri()
    server.open(USING, uri)
    await server.until(lambda: shown(server, uri) == ["SQ401"])
    await server.until(lambda: shown(server, library.as_uri()) == ["SQ401"])
    assert told(server, tmp_path) == {str(links / "program.sq"), str(library)}


@on_one_server
async def test_pitfall_18_another_language_for_a_document(server: Wire) -> None:
    """It is closed and opened anew: what was said is taken back before anything else is said."""
    uri = "file:///work/changing.sq"
    server.open("let x = ;\nrun { horizon 1; }\n", uri)
    await server.until(lambda: shown(server, uri) == ["SQ105"])
    server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    await server.until(lambda: shown(server, uri) == [])
    assert "version" not in server.published(uri)[-1]


@on_one_server
async def test_pitfall_34_a_library_changed_on_the_disk_is_noticed_on_the_next_check(
    server: Wire, tmp_path: Path
) -> None:
    library, uri = tmp_path / "library.sq", (tmp_path / "program.sq").as_uri()
    library.write_text(LIBRARY, encoding="utf-8")
    server.open(USING, uri)
    await server.until(lambda: shown(server, uri) == [])
    library.write_text(BROKEN_LIBRARY, encoding="utf-8")
    edit(server, uri, 2)
    await server.until(lambda: shown(server, uri) == ["SQ401"])
    library.write_text(LIBRARY, encoding="utf-8")
    server.notify("workspace/didChangeWatchedFiles", {"changes": []})
    await server.until(lambda: shown(server, uri) == [])
    await server.until(lambda: shown(server, library.as_uri()) == [])


def edit(server: Wire, uri: str, version: int) -> None:
    nowhere: Json = {"line": 0, "character": 0}
    change = {"range": {"start": nowhere, "end": nowhere}, "text": " "}
    identifier = {"uri": uri, "version": version}
    server.notify(
        "textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]}
    )


def test_pitfall_34_only_programs_and_settings_are_watched() -> None:
    options = registration().register_options
    assert isinstance(options, types.DidChangeWatchedFilesRegistrationOptions)
    globs = [each.glob_pattern for each in options.watchers]
    assert globs == ["**/*.sq", *(f"**/{name}" for name in NAMES)]
