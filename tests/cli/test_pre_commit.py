"""The hook for pre-commit: what it runs is there and finds mistakes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.commands import ROOT, sq_process


def hook() -> dict[str, str]:
    """The fields of the one hook; the file is as simple as this reader."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    lines = [line[2:] for line in text.splitlines() if line and not line.startswith("#")]
    fields = dict(line.split(": ", 1) for line in lines)
    assert text.count("\n- ") == 1
    return fields


def test_the_hook_has_what_pre_commit_asks_for() -> None:
    fields = hook()
    assert fields["id"] == "sq-check"
    assert fields["language"] == "python"
    assert {"name", "entry", "files"} <= fields.keys()


def test_what_the_hook_runs_finds_mistakes(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_text("session { observe a = b; }\nrun { horizon 1; }\n")
    command, *words = shlex.split(hook()["entry"])
    words += re.findall('"(.*?)"', hook()["args"])
    assert command == "sq"
    done = sq_process(*words, folder=tmp_path)
    assert (done.code, "a.sq:1:23: error[SQ401]" in done.output) == (1, True)


def test_the_hook_runs_for_programs_and_settings() -> None:
    pattern = hook()["files"].strip("'")
    changed = ["a.sq", "x/b.sq", "sqlang.toml", "x/pyproject.toml", "a.sql", "mysqlang.toml"]
    assert [path for path in changed if re.search(pattern, path)] == changed[:4]
