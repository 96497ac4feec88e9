"""The settings for a file are those nearest upward from the file, wherever `sq` is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.configuration.model import Configuration

OURS = "[tool.sqlang]\nforce-exclude = true\n"


def write(path: Path, text: str = OURS) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def found(path: Path) -> Configuration:
    return ConfigurationFinder().for_file(str(path))


def test_without_any_file_nothing_is_changed(tmp_path: Path) -> None:
    configuration = found(tmp_path / "a.sq")
    assert (configuration.path, configuration.force_exclude) == (None, False)


def test_a_folder_above_is_looked_at(tmp_path: Path) -> None:
    expected = write(tmp_path / "pyproject.toml")
    configuration = found(tmp_path / "deep" / "deeper" / "a.sq")
    assert (configuration.path, configuration.force_exclude) == (expected, True)


def test_the_nearest_file_holds_alone(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml")
    expected = write(tmp_path / "inner" / "sqlang.toml", 'exclude = ["x"]\n')
    configuration = found(tmp_path / "inner" / "a.sq")
    assert (configuration.path, configuration.force_exclude) == (expected, False)


def test_our_own_file_comes_before_the_shared_one(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml")
    expected = write(tmp_path / "sqlang.toml", "")
    assert found(tmp_path / "a.sq").path == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[project.scripts]\nsqlang = "x"\n',
        '[tool.other]\nname = "sqlang"\n',
        '[tool]\nother = "sqlang"\n',
        "this is no TOML = = \n",
    ],
)
def test_a_project_file_that_does_not_speak_of_us_is_passed_over(tmp_path: Path, text: str) -> None:
    expected = write(tmp_path / "pyproject.toml")
    write(tmp_path / "inner" / "pyproject.toml", text)
    finder = ConfigurationFinder()
    assert finder.for_file(str(tmp_path / "inner" / "a.sq")).path == expected
    assert finder.problems == []


@pytest.mark.parametrize(
    "text",
    [
        OURS,
        "[ tool . 'sqlang' ]\nforce-exclude = true\n",
        "tool.sqlang.force-exclude = true\n",
        "[tool]\nsqlang.force-exclude = true\n",
        "[tool]\nsqlang = { force-exclude = true }\n",
        "tool = { sqlang = { force-exclude = true } }\n",
    ],
)
def test_every_way_to_write_our_table_is_understood(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", text)
    assert found(tmp_path / "a.sq").force_exclude


def test_folders_with_the_name_of_a_settings_file_are_none(tmp_path: Path) -> None:
    (tmp_path / "sqlang.toml").mkdir()
    (tmp_path / "pyproject.toml").mkdir()
    finder = ConfigurationFinder()
    assert finder.for_file(str(tmp_path / "a.sq")).path is None
    assert finder.problems == []


def test_a_path_that_no_file_can_have_has_no_settings() -> None:
    assert ConfigurationFinder().for_file("/\0/a.sq").path is None


def test_a_finder_reads_each_file_once_and_a_new_one_sees_changes(tmp_path: Path) -> None:
    finder = ConfigurationFinder()
    assert finder.for_file(str(tmp_path / "a.sq")).path is None
    expected = write(tmp_path / "sqlang.toml", "wrong = 1\n")
    assert finder.for_file(str(tmp_path / "b.sq")).path is None
    again = ConfigurationFinder()
    assert again.for_file(str(tmp_path / "a.sq")).path == expected
    assert again.for_file(str(tmp_path / "deep" / "a.sq")).path == expected
    assert len(again.problems) == 1
