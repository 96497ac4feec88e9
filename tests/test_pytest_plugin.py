"""`pytest --sq`: programs with expectations are tests, without the option nothing is."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE, ROOT

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


def run_pytest(folder: Path, *words: str) -> tuple[int, str]:
    """Run pytest in a folder of its own, with the plugin as its entry point would load it."""
    options = ["-p", "sqlang.pytest_plugin", "-p", "no:cacheprovider", "-c", os.devnull]
    settings = {
        "COLUMNS": "200",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # or an installed one would be loaded once more
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", folder, folder, *words],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.sq").write_text(PROGRAM, encoding="utf-8")
    wrong = PROGRAM.replace("ITER 1.0000 1:0:p4", "ITER 1.0000 1:0:p3")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "wrong.sq").write_text(wrong, encoding="utf-8")
    (tmp_path / "plain.sq").write_text("session { end; }\nrun { horizon 1; }\n", encoding="utf-8")
    return tmp_path


def test_programs_with_expectations_are_tests_and_failures_have_places(folder: Path) -> None:
    code, output = run_pytest(folder, "--sq")
    line = PROGRAM.split("\n").index("//! ITER 1.0000 1:0:p4") + 1
    assert code == 1
    assert "1 failed, 1 passed" in output
    place = os.path.join("inner", f"wrong.sq:{line}:1")
    assert f"\n{place}: error SQ992: the program promises `ITER 1.0000 1:0:p3`" in output
    assert f"- {line} ITER 1.0000 1:0:p3\n+    ITER 1.0000 1:0:p4\n" in output
    assert f"\n`sq test --update {os.path.join('inner', 'wrong.sq')}` writes what" in output
    assert "pytest_plugin.py" not in output


def test_plugins_that_ask_a_test_for_its_fixtures_find_none(folder: Path) -> None:
    """`pytest-lsp` would fail each item that cannot be asked."""
    code, output = run_pytest(folder, "--sq", "-p", "pytest_asyncio", "-p", "pytest_lsp")
    assert (code, "1 failed, 1 passed" in output) == (1, True)
    assert "did not yield" not in output


def test_without_the_option_nothing_is_collected(folder: Path) -> None:
    code, output = run_pytest(folder)
    assert (code, "no tests ran" in output) == (5, True)


def test_a_run_without_end_fails_at_its_deadline(tmp_path: Path) -> None:
    endless = "stage s : delay;\nworkload { arrive batch(1); }\nsession { loop { run s (1); } }\n"
    (tmp_path / "endless.sq").write_text(
        f"{endless}run {{ horizon 1e300; }}\n//! report end 1\n", encoding="utf-8"
    )
    code, output = run_pytest(tmp_path, "--sq", "--sq-deadline", "0.2")
    assert code == 1
    assert "endless.sq: the run was ended by its bound: --sq-deadline 0.2, at time " in output
    assert "; not judged: line 5\n" in output


@pytest.mark.parametrize("value", ["0", "-1", "nan", "soon"])
def test_a_deadline_is_a_length_of_time(folder: Path, value: str) -> None:
    code, output = run_pytest(folder, "--sq", "--sq-deadline", value)
    assert (code, f"argument --sq-deadline: `{value}` is not" in output) == (4, True)


def test_a_program_that_cannot_be_read_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "gone.sq").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "import os\n\n\ndef pytest_collection_finish():\n    os.unlink('gone.sq')\n",
        encoding="utf-8",
    )
    code, output = run_pytest(tmp_path, "--sq")
    assert code == 1
    assert "\ncannot read gone.sq: No such file or directory\n" in output
    assert "Traceback" not in output


def test_pytest_finds_it_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"sqlang": "sqlang.pytest_plugin"}


def test_loading_it_costs_nothing() -> None:
    """Pytest loads it at each start, of any project."""
    script = (
        "import sys, pytest; known = set(sys.modules); import sqlang.pytest_plugin;"
        "print(*sorted(set(sys.modules) - known))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["sqlang", "sqlang.pytest_plugin"]
