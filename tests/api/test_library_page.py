"""docs/library.md and docs/run.md: what they show is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from sqlang.api.rows import COLUMNS
from tests.cli.commands import sq

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "docs" / "library.md"
RUN = ROOT / "docs" / "run.md"


def test_the_examples_of_the_library_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(LIBRARY), module_relative=False)
    assert results.attempted > 20
    assert results.failed == 0


def test_the_examples_are_true_of_the_reference_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is not ours alone, and what is raised but for its words."""
    monkeypatch.chdir(ROOT)
    text = LIBRARY.read_text(encoding="utf-8").partition("## What happened")[0]
    text = text.replace("import sqlang", "import pyserq as sqlang")
    test = doctest.DocTestParser().get_doctest(text, {}, "library.md", None, 0)
    test.examples = [each for each in test.examples if "error SQ" not in each.want]
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 14
    assert results.failed == 0


def test_the_events_of_rows_are_described() -> None:
    said = set(re.findall(r"`(\w+)`", LIBRARY.read_text(encoding="utf-8")))
    source = (ROOT / "sqlang" / "api" / "rows.py").read_text(encoding="utf-8")
    words = set(re.findall(r'"(\w+)"', source)) - set(COLUMNS)
    assert {"admit", "unmeasured", "level"} <= words
    assert words - {"serial"} <= said


def test_every_option_of_a_run_is_described() -> None:
    options = set(re.findall(r"--[a-z-]+", sq("run", "--help").output)) - {"--help"}
    text = RUN.read_text(encoding="utf-8")
    assert {"--dump", "--inline-trace", "--trace"} <= options
    assert options - set(re.findall(r"--[a-z-]+", text)) == set()


def test_the_trace_and_the_samples_shown_are_of_the_forms_that_are_used(tmp_path: Path) -> None:
    blocks = re.findall(r"```\n(session,.*?)```", RUN.read_text(encoding="utf-8"), re.DOTALL)
    (trace,) = blocks
    (tmp_path / "file.csv").write_text(trace, encoding="utf-8")
    program = """workload { arrive batch(2); trace "file.csv" ordered; }
    session { turn; observe new = new; observe forced = forced; }
    run { horizon 1; }"""
    (tmp_path / "p.sq").write_text(program, encoding="utf-8")
    done = sq("run", "p.sq", "--dump", ".", folder=tmp_path)
    assert done.code == 0
    assert (tmp_path / "new.csv").read_text() == "time,session,turn,value\n0,0,1,512\n0,1,1,90\n"
    assert (tmp_path / "forced.csv").read_text().endswith("\n0,0,1,0\n0,1,1,1\n")
