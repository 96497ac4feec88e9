"""A plain `sq check` loads nothing that only options, mistakes or settings files need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE, ROOT, sq_process

NOT_NEEDED = {
    "argparse",
    "bisect",
    "dataclasses",
    "difflib",
    "gettext",
    "importlib",
    "inspect",
    "json",
    "lark",
    "pathlib",
    "pygls",
    "rich",
    "tempfile",
    "textwrap",
    "tomllib",
    "typing",
    "unicodedata",
    "urllib",
    "warnings",
    "zlib",
    "sqlang.cli.diagnostic_json",
    "sqlang.cli.diagnostic_text",
    "sqlang.cli.fixing",
    "sqlang.cli.parsing",
    "sqlang.configuration.patterns",
    "sqlang.configuration.reading",
    "sqlang.configuration.selection",
    "sqlang.diagnostics.code",
    "sqlang.lowering.memory",
    "sqlang.lowering.validation",
    "sqlang.semantics.memory",
    "sqlang.syntax.braces",
    "sqlang.syntax.definition_reader",
    "sqlang.syntax.mending",
    "sqlang.syntax.recovery",
    "sqlang.syntax.uses",
}


def loaded(*words: str | Path) -> set[str]:
    """The modules that are loaded when `sq check` ends."""
    script = "import sys; from sqlang.cli.main import main; main(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


def test_a_clean_program_costs_no_more_than_it_must() -> None:
    modules = loaded(EXAMPLE)
    assert "sqlang.analysis" in modules
    assert modules & NOT_NEEDED == set()


def test_only_a_text_with_expectations_reads_them(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    without = tmp_path / "without.sq"
    without.write_text(text.replace("//!", "//"), encoding="utf-8")
    reading = "sqlang.views.expectations.reading"
    assert [reading in loaded(path) for path in (EXAMPLE, without)] == [True, False]


def test_options_are_what_loads_their_parser() -> None:
    assert "argparse" in loaded("--format", "text", EXAMPLE)


@pytest.mark.parametrize(("program", "code"), [("session { end; }", 1), (None, 2)])
def test_leaving_at_once_loses_neither_output_nor_exit_code(
    tmp_path: Path, program: str | None, code: int
) -> None:
    if program is not None:
        (tmp_path / "a.sq").write_text(program * 200)
    done = sq_process("check", "a.sq", folder=tmp_path)
    assert done.code == code
    assert done.errors.endswith("\n")
    assert ("SQ" in done.output) is (code == 1)
