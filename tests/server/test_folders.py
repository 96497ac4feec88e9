"""The workspace folders and the programs in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang_server import folders, uris
from sqlang_server.folders import Folders


def initialization(**members: object) -> types.InitializeParams:
    given: dict[str, object] = {"root_uri": None, **members}
    return types.InitializeParams(capabilities=types.ClientCapabilities(), **given)  # type: ignore[arg-type]


def folder(path: str) -> types.WorkspaceFolder:
    return types.WorkspaceFolder(uris.uri_of(path), os.path.basename(path))


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("", encoding="utf-8")


def test_several_folders_come_before_an_older_root() -> None:
    params = initialization(
        workspace_folders=[folder("/a b"), folder("/ä#c")], root_uri="file:///d"
    )
    assert folders.read(params).paths == ("/a b", "/ä#c")


def test_an_older_client_has_one_root() -> None:
    assert folders.read(initialization(root_uri="file:///d%20e")).paths == ("/d e",)
    assert folders.read(initialization(root_path="/f")).paths == ("/f",)


@pytest.mark.parametrize("members", [{}, {"workspace_folders": []}, {"root_uri": "untitled:x"}])
def test_there_may_be_none(members: dict[str, object]) -> None:
    none = folders.read(initialization(**members))
    assert none.paths == ()
    assert none.files() == []
    assert not none.hold("/a.sq")


def test_folders_come_and_go() -> None:
    several = Folders(["/a", "/b"])
    several.change(types.WorkspaceFoldersChangeEvent([folder("/c")], [folder("/a"), folder("/x")]))
    assert several.paths == ("/b", "/c")


def test_a_folder_holds_what_is_below_it() -> None:
    one = Folders(["/work/a"])
    assert one.hold("/work/a/b/c.sq")
    assert not one.hold("/work/ab.sq")


def test_a_folder_holds_what_a_link_in_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path, "there/a.sq")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    assert Folders([str(tmp_path / "there")]).hold(str(tmp_path / "link" / "a.sq"))
    assert Folders([str(tmp_path / "link")]).hold(str(tmp_path / "there" / "a.sq"))


def test_programs_are_found_once_and_what_is_left_out_is_not(tmp_path: Path) -> None:
    write(tmp_path, "b.sq", "a/c.sq", ".hidden/d.sq", "old/e.sq", "a/f.txt", "a/g.sq/h.sq")
    (tmp_path / "sqlang.toml").write_text('exclude = ["old"]\n', encoding="utf-8")
    (tmp_path / "again").symlink_to(tmp_path / "a")
    several = Folders([str(tmp_path), str(tmp_path / "a"), str(tmp_path / "none")])
    found = [os.path.relpath(path, tmp_path) for path in several.files()]
    assert found == ["b.sq", "a/c.sq", "a/g.sq/h.sq"]


async def test_listing_pauses_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, *(f"{at}/{at}.sq" for at in range(20)))
    monkeypatch.setattr(folders, "MOST_FILES", 7)
    assert len(await Folders([str(tmp_path)]).listed()) == 7
    assert None in tuple(Folders([str(tmp_path)]).steps())
    monkeypatch.setattr(folders, "MOST_FOLDERS", 3)
    assert len(await Folders([str(tmp_path)]).listed()) == 2
