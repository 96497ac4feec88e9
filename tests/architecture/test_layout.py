"""Everything lies where ARCHITECTURE.md says it does."""

from __future__ import annotations

from tests.architecture.repository import MADE, ROOT

FOLDERS = {"docs", "editors", "examples", "server", "sqlang", "syntaxes", "tests"}
FILES = {
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "mkdocs.yml",
    "README.md",
    "pyproject.toml",
    "setup.py",
}
LANGUAGE = {
    "__init__",
    "__main__",
    "advice",
    "analysis",
    "api",
    "cli",
    "configuration",
    "diagnostics",
    "engine",
    "formatting",
    "refactoring",
    "incremental",
    "ir",
    "library_files",
    "lowering",
    "native",
    "py",
    "pytest_plugin",
    "records",
    "semantics",
    "source",
    "sweeps",
    "syntax",
    "views",
    "vocabulary",
    "worker",
}


def visible(folder: str) -> set[str]:
    """The names in a folder, without what tools hide or make."""
    names = {path.name for path in (ROOT / folder).iterdir()}
    return {n for n in names - MADE if not n.startswith(".") and not n.endswith(".egg-info")}


def test_the_top_holds_the_folders_and_files_of_the_design() -> None:
    assert visible(".") == FOLDERS | FILES


def test_the_language_has_the_parts_of_the_design() -> None:
    assert {name.split(".")[0] for name in visible("sqlang")} == LANGUAGE


def test_source_roots_hold_one_package_each() -> None:
    assert visible("server") == {"sqlang_server"}
    assert "sqlang_syntaxes" in visible("syntaxes")


def test_no_module_is_named_after_nothing() -> None:
    vague = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"}
    named = {path.stem for root in FOLDERS for path in (ROOT / root).rglob("*.py")}
    assert not named & vague
