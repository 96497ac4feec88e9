"""Installed as a wheel or editable, we bring the commands, and types that strict mypy follows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from sqlang.diagnostics.catalogue import CATALOGUE
from tests.architecture.repository import ROOT, SOURCE_ROOTS

PARTS = ["sqlang", "server", "syntaxes", "pyproject.toml", "setup.py", "README.md", "LICENSE"]
USER = """
import sqlang_server
import sqlang_syntaxes
from sqlang.source import Source

reveal_type(Source("horizon").text)
"""


def command(*words: str | Path, folder: Path, **environment: str) -> str:
    """Runs a command that has to succeed, and gives what it printed."""
    done = subprocess.run(
        [str(word) for word in words],
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copied(folder: Path) -> Path:
    """A copy of what is needed to build, so that building leaves nothing in the work tree."""
    copy = folder / "project"
    copy.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, copy / part)
    return copy


def built(project: Path, kind: str, **environment: str) -> Path:
    """Builds a `wheel`, or the `editable` one that points at the project, and says where it is."""
    out = project.parent / kind
    script = f"from setuptools.build_meta import build_{kind} as build; build({str(out)!r})"
    out.mkdir()
    command(sys.executable, "-c", script, folder=project, **environment)
    (wheel,) = out.glob("serq_lang-*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One of each kind, without machine code, which takes minutes (`make compiled`)."""
    project = copied(tmp_path_factory.mktemp("plain"))
    return {kind: built(project, kind, SQLANG_PLAIN="1") for kind in ("wheel", "editable")}


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """An empty virtual environment of somebody else."""
    command(sys.executable, "-m", "venv", "--without-pip", tmp_path / "user", folder=tmp_path)
    return tmp_path / "user" / "bin" / "python"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_an_installed_package_is_typed(
    wheels: dict[str, Path], user: Path, tmp_path: Path, kind: str
) -> None:
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", user]
    command(*pip, "install", "--no-deps", "--no-index", wheels[kind], folder=tmp_path)
    assert (user.parent / "sq").exists()
    assert (user.parent / "sqlang").exists()

    script = tmp_path / "script.py"
    script.write_text(USER, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=/dev/null"]
    told = command(*mypy, "--python-executable", user, script, folder=tmp_path)
    assert 'Revealed type is "str"' in told


@pytest.mark.slow
def test_a_wheel_carries_the_grammar_the_pages_and_the_marks_of_typing(
    wheels: dict[str, Path],
) -> None:
    with ZipFile(wheels["wheel"]) as wheel:
        names = set(wheel.namelist())
        (entries,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
        assert "serq = sqlang_syntaxes.lexer:SerqLexer" in wheel.read(entries).decode()
    marks = {f"{package}/py.typed" for package in SOURCE_ROOTS}
    data = {
        "sqlang/syntax/grammar.lark",
        "sqlang/syntax/grammar_table.py",
        "sqlang/diagnostics/pages/SQ101.md",
        "sqlang_syntaxes/structure/items.py",
    }
    assert data | marks <= names
    # Those that the server links to: a test of the site holds their text.
    pages = {f"sqlang/diagnostics/whole_pages/{code}.md" for code in CATALOGUE}
    assert {name for name in names if name.startswith("sqlang/diagnostics/whole_pages/")} == pages
    assert not any(name.startswith(("tests/", "build/")) for name in names)


@pytest.mark.slow
def test_without_a_compiler_a_wheel_is_plain_and_for_all_platforms(tmp_path: Path) -> None:
    """Of a module that needs no other, as it would be of all, which take a minute to translate."""
    project = copied(tmp_path)
    setup = (project / "setup.py").read_text(encoding="utf-8")
    one = re.sub(r"(?s)^COMPILED = \(.*?^\)", 'COMPILED = ("alone.py",)', setup, flags=re.M)
    assert one != setup
    (project / "alone.py").write_text("ONE: int = 1\n", encoding="utf-8")
    (project / "setup.py").write_text(one, encoding="utf-8")
    wheel = built(project, "wheel", CC="/bin/false", SQLANG_REQUIRE_COMPILED="")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as files:
        assert not any(name.endswith((".so", ".pyd")) for name in files.namelist())
