"""A workspace that is not trusted: nothing runs, nothing outside its folders is read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sqlang.syntax.workspace import Workspace
from tests.server.editor import EXAMPLE
from tests.server.wire import Json, Wire, in_range, wired

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
USING = 'use "../library.sq";\n' + PROGRAM.replace("cost 1;", "cost more(0);")
LIBRARY = "def more(x) = x + 1;\n"


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    async with wired() as started:
        yield started


def shown(wire: Wire, uri: str) -> list[Json]:
    published = wire.published(uri)
    found: list[Json] = published[-1]["diagnostics"] if published else []
    return found


async def test_nothing_is_run_until_trust_is_granted(wire: Wire) -> None:
    await wire.initialize(initializationOptions={"restricted": True})
    wire.open(PROGRAM)
    everything: Json = in_range(0, 0)
    everything["range"]["end"]["line"] = 100
    assert not (await wire.request("textDocument/inlayHint", everything))["result"]
    document = {"textDocument": everything["textDocument"]}
    for method in ("sq/trace", "sq/report"):
        error = (await wire.request(method, document))["error"]
        assert error["message"] == "nothing is run in a workspace that is not trusted"
    command = {"command": "sq.run", "arguments": [document["textDocument"]["uri"]]}
    assert (
        "not trusted"
        in (await wire.request("workspace/executeCommand", command))["error"]["message"]
    )
    assert (await wire.request("sq/ir", document))["result"]["text"]
    settings = {"settings": {"sq": {"restricted": False}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    assert "result" in await wire.request("sq/report", document)


async def test_a_library_outside_the_folders_is_not_read(wire: Wire, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "library.sq").write_text(LIBRARY, encoding="utf-8")
    (inside / "library.sq").write_text(LIBRARY, encoding="utf-8")
    folders = [{"uri": inside.as_uri(), "name": "inside"}]
    await wire.initialize(workspaceFolders=folders, initializationOptions={"restricted": True})
    uri = (inside / "program.sq").as_uri()
    wire.open(USING, uri)
    await wire.until(lambda: bool(shown(wire, uri)))
    assert shown(wire, uri)[0]["code"] == "SQ232"
    assert "workspace that is not trusted" in shown(wire, uri)[0]["message"]
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 7}}
    assert "more(x)" not in str(await wire.request("textDocument/hover", place))
    settings = {"settings": {"sq": {"restricted": False}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    await wire.until(lambda: not shown(wire, uri))


@pytest.mark.parametrize(
    ("name", "is_read"),
    [
        ("inside/a.sq", True),
        ("outside/b.sq", False),
        ("inside/link.sq", False),
        ("inside/../x.sq", False),
    ],
)
def test_links_lead_nobody_out_of_the_folders(tmp_path: Path, name: str, is_read: bool) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder, file in ((inside, "a.sq"), (outside, "b.sq")):
        folder.mkdir()
        (folder / file).write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "x.sq").write_text(LIBRARY, encoding="utf-8")
    (inside / "link.sq").symlink_to(outside / "b.sq")
    workspace = Workspace()
    path = str(tmp_path) + "/" + name
    before = workspace.stamp(path)
    workspace.confine([str(inside)])
    assert (workspace.read(path) is not None) == is_read
    assert workspace.has_changed({path: before}) != is_read
    workspace.confine(None)
    assert workspace.read(path) is not None


def test_what_is_open_may_be_read_wherever_it_is() -> None:
    workspace = Workspace()
    workspace.open_buffer("/elsewhere/a.sq", LIBRARY)
    workspace.confine(["/work"])
    assert workspace.read("/elsewhere/a.sq") is not None


def test_folders_outside_are_not_listed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.sq").write_text(LIBRARY, encoding="utf-8")
    workspace = Workspace()
    workspace.confine([str(inside)])
    assert workspace.listing(str(inside)) == [("a.sq", False)]
    assert workspace.listing(str(outside)) == []
