"""What is wrong in all files of the workspace, pulled or pushed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.server.wire import Json, Wire, wired

BROKEN = "let x = ;\nrun { horizon 9; }\n"
GOOD = "let x = 1;\nsession { set a = x; observe o = a; }\nrun { horizon 9; }\n"
PULLS: Json = {"textDocument": {"diagnostic": {"relatedDocumentSupport": True}}}
SCOPE: Json = {"diagnostics": {"scope": "workspace"}}


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    async with wired() as started:
        yield started


def write(folder: Path, **programs: str) -> None:
    for name, text in programs.items():
        (folder / f"{name}.sq").write_text(text, encoding="utf-8")


def named(*folders: Path) -> list[Json]:
    return [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]


async def pull(wire: Wire, previous: Json | None = None, **more: object) -> Json:
    ids = [{"uri": uri, "value": value} for uri, value in (previous or {}).items()]
    return await wire.request("workspace/diagnostic", {"previousResultIds": ids, **more})


def codes(items: list[Json]) -> dict[str, list[str]]:
    """The codes in each file, by its name."""
    return {
        item["uri"].rsplit("/", 1)[-1]: [each["code"] for each in item["items"]] for item in items
    }


def last_codes(wire: Wire, path: Path) -> list[str] | None:
    published = wire.published(path.as_uri())
    return [each["code"] for each in published[-1]["diagnostics"]] if published else None


async def test_all_programs_of_all_folders_are_told_of(wire: Wire, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    write(one, bad=BROKEN, good=GOOD)
    write(two, other=BROKEN)
    (one / "undecodable.sq").write_bytes(b"// caf\xe9\n")
    await wire.initialize(PULLS, workspaceFolders=named(one, two), initializationOptions=SCOPE)
    answer = await pull(wire)
    items = answer["result"]["items"]
    assert codes(items) == {
        "bad.sq": ["SQ105"],
        "good.sq": [],
        "other.sq": ["SQ105"],
        "undecodable.sq": ["SQ005"],
    }
    assert {item["version"] for item in items if "version" in item} <= {None}


async def test_a_later_request_waits_until_there_is_something_new(
    wire: Wire, tmp_path: Path
) -> None:
    """And nobody has to tell that a file has changed."""
    write(tmp_path, bad=BROKEN, gone=BROKEN)
    await wire.initialize(PULLS, workspaceFolders=named(tmp_path), initializationOptions=SCOPE)
    items = (await pull(wire))["result"]["items"]
    ids = {item["uri"]: item["resultId"] for item in items}
    write(tmp_path, bad=GOOD.replace("x", "yy"))
    (tmp_path / "gone.sq").unlink()
    seen: dict[str, Json] = {}
    while len(seen) < 2:
        later = (await pull(wire, ids))["result"]["items"]
        seen |= {item["uri"]: item for item in later if item["kind"] == "full"}
        ids |= {item["uri"]: item["resultId"] for item in later}
    assert codes(list(seen.values())) == {"bad.sq": [], "gone.sq": []}


async def test_an_answer_may_come_in_parts(wire: Wire, tmp_path: Path) -> None:
    write(tmp_path, bad=BROKEN, good=GOOD)
    await wire.initialize(PULLS, workspaceFolders=named(tmp_path), initializationOptions=SCOPE)
    answer = await pull(wire, partialResultToken="parts")
    assert answer["result"]["items"] == []
    parts = [each["params"] for each in wire.received if each.get("method") == "$/progress"]
    assert {part["token"] for part in parts} == {"parts"}
    items = [item for part in parts for item in part["value"]["items"]]
    assert codes(items) == {"bad.sq": ["SQ105"], "good.sq": []}


async def test_only_open_documents_are_told_of_unless_the_user_wants_all(
    wire: Wire, tmp_path: Path
) -> None:
    write(tmp_path, bad=BROKEN)
    await wire.initialize(PULLS, workspaceFolders=named(tmp_path))
    wire.open(BROKEN, (tmp_path / "open.sq").as_uri(), version=4)
    (item,) = (await pull(wire))["result"]["items"]
    assert (codes([item]), item["version"]) == ({"open.sq": ["SQ105"]}, 4)


async def test_a_second_request_takes_the_place_of_one_that_waits(wire: Wire) -> None:
    await wire.initialize(PULLS)
    assert (await pull(wire))["result"]["items"] == []
    waiting = wire.ask("workspace/diagnostic", {"previousResultIds": []})
    second = wire.ask("workspace/diagnostic", {"previousResultIds": []})
    error = (await wire.answer(waiting))["error"]
    assert (error["code"], error["data"]) == (-32802, {"retriggerRequest": False})
    wire.notify("$/cancelRequest", {"id": second})
    assert (await wire.answer(second))["error"]["code"] == -32800


async def test_the_scope_takes_effect_on_a_request_that_waits(wire: Wire, tmp_path: Path) -> None:
    """So nothing has to be registered anew when the user changes it."""
    write(tmp_path, bad=BROKEN)
    await wire.initialize(PULLS, workspaceFolders=named(tmp_path))
    assert (await pull(wire))["result"]["items"] == []
    waiting = wire.ask("workspace/diagnostic", {"previousResultIds": []})
    wire.notify("workspace/didChangeConfiguration", {"settings": {"sq": SCOPE}})
    (item,) = (await wire.answer(waiting))["result"]["items"]
    assert codes([item]) == {"bad.sq": ["SQ105"]}
    ids = [{"uri": item["uri"], "value": item["resultId"]}]
    waiting = wire.ask("workspace/diagnostic", {"previousResultIds": ids})
    settings = {"settings": {"sq": {"diagnostics": {"scope": "open"}}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    (item,) = (await wire.answer(waiting))["result"]["items"]
    assert codes([item]) == {"bad.sq": []}


async def test_a_library_that_was_renamed_is_missed_at_once(wire: Wire, tmp_path: Path) -> None:
    write(tmp_path, library="def f(x) = x;\n")
    program, library = tmp_path / "program.sq", tmp_path / "library.sq"
    await wire.initialize(workspaceFolders=named(tmp_path))
    wire.open('use "library.sq";\n' + GOOD.replace("= 1", "= f(1)"), program.as_uri())
    await wire.until(lambda: last_codes(wire, program) == [])
    renamed = library.rename(tmp_path / "other.sq")
    files = [{"oldUri": library.as_uri(), "newUri": renamed.as_uri()}]
    wire.notify("workspace/didRenameFiles", {"files": files})
    await wire.until(lambda: last_codes(wire, program) not in ([], None))


async def test_what_is_wrong_in_closed_files_is_pushed_too(wire: Wire, tmp_path: Path) -> None:
    """Taken back when the file is deleted, when it is mended, and when the user wants no more."""
    bad, gone, program = (tmp_path / f"{name}.sq" for name in ("bad", "gone", "program"))
    write(tmp_path, bad=BROKEN, gone=BROKEN, library="def f(x) = x + missing;\n")
    write(tmp_path, program='use "library.sq";\n' + GOOD.replace("= 1", "= f(1)"))
    await wire.initialize(workspaceFolders=named(tmp_path), initializationOptions=SCOPE)
    await wire.until(lambda: last_codes(wire, gone) == ["SQ105"])
    await wire.until(lambda: last_codes(wire, tmp_path / "library.sq") is not None)
    gone.unlink()
    deleted = {"files": [{"uri": gone.as_uri()}]}
    wire.notify("workspace/didDeleteFiles", deleted)
    await wire.until(lambda: last_codes(wire, gone) == [])
    assert last_codes(wire, program) is not None
    wire.open(GOOD, bad.as_uri())
    await wire.until(lambda: last_codes(wire, bad) == [])
    wire.notify("textDocument/didClose", {"textDocument": {"uri": bad.as_uri()}})
    await wire.until(lambda: last_codes(wire, bad) == ["SQ105"])
    settings = {"settings": {"sq": {"diagnostics": {"scope": "open"}}}}
    wire.notify("workspace/didChangeConfiguration", settings)
    await wire.until(lambda: last_codes(wire, bad) == [])


async def test_a_closed_program_is_checked_with_the_library_as_it_is_typed(
    wire: Wire, tmp_path: Path
) -> None:
    write(tmp_path, library="def f(x) = x;\n")
    write(tmp_path, program='use "library.sq";\n' + GOOD.replace("= 1", "= f(1)"))
    program = tmp_path / "program.sq"
    await wire.initialize(workspaceFolders=named(tmp_path), initializationOptions=SCOPE)
    wire.open("def g(x) = x;\n", (tmp_path / "library.sq").as_uri())
    await wire.until(lambda: last_codes(wire, program) == ["SQ423"])
    changes = [{"text": "def f(x) = x;\n"}]
    identifier = {"uri": (tmp_path / "library.sq").as_uri(), "version": 2}
    wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})
    await wire.until(lambda: last_codes(wire, program) == [])


async def test_folders_come_and_go(wire: Wire, tmp_path: Path) -> None:
    write(tmp_path, bad=BROKEN)
    answer = await wire.initialize(workspaceFolders=[], initializationOptions=SCOPE)
    workspace = answer["result"]["capabilities"]["workspace"]
    assert workspace["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    changed = "workspace/didChangeWorkspaceFolders"
    wire.notify(changed, {"event": {"added": named(tmp_path), "removed": []}})
    await wire.until(lambda: last_codes(wire, tmp_path / "bad.sq") == ["SQ105"])
    wire.notify(changed, {"event": {"added": [], "removed": named(tmp_path)}})
    await wire.until(lambda: last_codes(wire, tmp_path / "bad.sq") == [])
