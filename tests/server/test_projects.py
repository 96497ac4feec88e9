"""The settings of a project, as they are on the disk whenever they are needed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sqlang_server.projects import Projects
from tests.server.wire import Wire, wired

NO_RUNS = {"trace": {"enabled": False}}
UNUSED = "let spare = 1;\nsession { end; }\nrun { horizon 9; }\n"


class Told(list[str]):
    """What is told of settings files."""

    def __init__(self) -> None:
        super().__init__()
        self.projects = Projects(self.extend)

    def ignored(self, folder: Path) -> frozenset[str]:
        hints = self.projects.hints(str(folder))
        assert hints is not None
        return hints.ignore


def test_a_file_created_changed_and_deleted_is_noticed_on_the_next_use(tmp_path: Path) -> None:
    """Pitfall 32: nobody tells of it."""
    told, settings = Told(), tmp_path / "sqlang.toml"
    assert told.ignored(tmp_path) == frozenset()
    settings.write_text('ignore = ["SQ801"]\n', encoding="utf-8")
    assert told.ignored(tmp_path) == {"SQ801"}
    settings.write_text('ignore = ["SQ801", "SQ802"]\n', encoding="utf-8")
    assert told.ignored(tmp_path) == {"SQ801", "SQ802"}
    settings.unlink()
    assert told.ignored(tmp_path) == frozenset()
    assert told == []


def test_the_nearest_file_upward_holds(tmp_path: Path) -> None:
    """Pitfall 32: one that is created nearer later comes before that found first."""
    told, inner = Told(), tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.sqlang]\nignore = ["SQ801"]\n', "utf-8")
    assert told.ignored(inner) == {"SQ801"}
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\n", "utf-8")
    assert told.ignored(inner) == {"SQ801"}
    (tmp_path / "a" / "sqlang.toml").write_text('ignore = ["SQ802"]\n', "utf-8")
    assert told.ignored(inner) == {"SQ802"}


def test_what_is_wrong_with_a_file_is_told_once_for_each_state_of_it(tmp_path: Path) -> None:
    """Pitfall 31: unknown keys are told, and the rest holds."""
    told, settings = Told(), tmp_path / "sqlang.toml"
    settings.write_text('ignores = ["SQ801"]\n', encoding="utf-8")
    told.projects.hints(str(tmp_path))
    told.projects.hints(str(tmp_path))
    assert len(told) == 1
    assert told[0].startswith(f"{settings}:1: there is no setting `ignores`")
    settings.write_text('ignore = ["SQ801"]\nselects = []\n', encoding="utf-8")
    assert told.ignored(tmp_path) == {"SQ801"}
    assert len(told) == 2


@pytest.mark.parametrize("nowhere", [None])
def test_a_text_without_a_folder_shows_all_hints(nowhere: None) -> None:
    assert Told().projects.hints(nowhere) is None


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    async with wired() as started:
        yield started


def shown(wire: Wire, uri: str) -> list[str] | None:
    published = wire.published(uri)
    return [each["code"] for each in published[-1]["diagnostics"]] if published else None


async def test_a_project_says_which_hints_are_shown(wire: Wire, tmp_path: Path) -> None:
    """Pitfall 32: for a file outside all folders too; and pitfall 33: an exclude hides nothing."""
    uri = (tmp_path / "program.sq").as_uri()
    await wire.initialize(workspaceFolders=[], initializationOptions=NO_RUNS)
    wire.open(UNUSED, uri)
    await wire.until(lambda: shown(wire, uri) == ["SQ801"])
    settings = tmp_path / "sqlang.toml"
    settings.write_text('ignore = ["SQ801"]\nexclude = ["*.sq"]\n', encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": []})
    await wire.until(lambda: shown(wire, uri) == [])
    settings.unlink()
    wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await wire.until(lambda: shown(wire, uri) == ["SQ801"])
    settings.write_text('exclude = ["*.sq"]\n', encoding="utf-8")
    wire.open("let x = ;\nrun { horizon 9; }\n", uri)
    await wire.until(lambda: shown(wire, uri) == ["SQ105"])
