"""What the extension for VS Code says of settings, snippets and commands is what the rest says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editors.vscode.scripts import contributions
from sqlang import __version__
from sqlang_server.commands import COMMANDS
from sqlang_server.previews.shown import registration
from sqlang_server.settings import SETTINGS

EXTENSION = contributions.EXTENSION
MANIFEST = json.loads(contributions.MANIFEST.read_text(encoding="utf-8"))
CONTRIBUTED = MANIFEST["contributes"]


@pytest.mark.parametrize("path", contributions.files(), ids=lambda path: path.name)
def test_making_them_again_changes_nothing(path: Path) -> None:
    """If this fails, run `make contributions`."""
    assert path.read_text(encoding="utf-8") == contributions.files()[path]


def test_the_extension_has_the_version_of_the_server_it_carries() -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))
    assert MANIFEST["version"] == lock["version"] == lock["packages"][""]["version"] == __version__


def test_every_setting_of_the_server_can_be_set() -> None:
    properties = CONTRIBUTED["configuration"]["properties"]
    assert {each.name for each in SETTINGS} <= properties.keys()
    for setting in SETTINGS:
        schema = properties[setting.name]
        assert (schema["default"], schema["markdownDescription"]) == (
            setting.default,
            setting.description,
        )
        assert setting.accept(schema["default"]) == setting.default


def test_what_starts_programs_cannot_be_set_by_a_folder() -> None:
    properties = CONTRIBUTED["configuration"]["properties"]
    own = [name for name in properties if name.startswith("sq.server.")]
    assert own
    assert {properties[name]["scope"] for name in own} == {"machine"}


def test_every_command_of_the_server_is_in_the_palette() -> None:
    assert COMMANDS.keys() <= {each["command"] for each in CONTRIBUTED["commands"]}


def test_the_previews_are_those_of_the_server() -> None:
    options = registration().register_options
    assert options is not None
    source = (EXTENSION / "src" / "previews" / "opening.ts").read_text(encoding="utf-8")
    for scheme in options.schemes:
        assert f"'{scheme}':" in source


def test_what_package_json_names_is_there() -> None:
    """But for the bundle and the grammars, which the build puts into `dist`."""
    named = [path for path in _paths(MANIFEST) if not path.startswith("./dist/")]
    assert named
    assert [path for path in named if not (EXTENSION / path).exists()] == []


def _paths(value: object) -> list[str]:
    if isinstance(value, dict):
        return [path for each in value.values() for path in _paths(each)]
    if isinstance(value, list):
        return [path for each in value for path in _paths(each)]
    return [value] if isinstance(value, str) and value.startswith("./") else []
