"""The hooks for pre-commit: what they run is there and does its work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.commands import ROOT, sq_process


def hooks() -> dict[str, dict[str, str]]:
    """The fields of each hook by its id; the file is as simple as this reader."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    blocks = "\n".join(line[2:] for line in lines).split("\nid: ")
    fields = [
        dict(line.split(": ", 1) for line in f"id: {block.removeprefix('id: ')}".splitlines())
        for block in blocks
    ]
    assert len(fields) == sum(line.startswith("- ") for line in lines)
    return {each["id"]: each for each in fields}


def test_the_hooks_have_what_pre_commit_asks_for() -> None:
    assert list(hooks()) == ["sq-check", "sq-fmt"]
    for fields in hooks().values():
        assert fields["language"] == "python"
        assert {"name", "entry", "files"} <= fields.keys()


def test_what_the_check_runs_finds_mistakes(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_text("session { observe a = b; }\nrun { horizon 1; }\n")
    command, *words = shlex.split(hooks()["sq-check"]["entry"])
    words += re.findall('"(.*?)"', hooks()["sq-check"]["args"])
    assert command == "sq"
    done = sq_process(*words, folder=tmp_path)
    assert (done.code, "a.sq:1:23: error[SQ401]" in done.output) == (1, True)


def test_what_the_layout_runs_lays_out_the_files_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_text("run {horizon 1;}\n")
    (tmp_path / "b.sq").write_text("run {horizon 1;}\n")
    command, *words = shlex.split(hooks()["sq-fmt"]["entry"])
    assert command == "sq"
    sq_process(*words, "a.sq", folder=tmp_path)
    assert (tmp_path / "a.sq").read_text() == "run { horizon 1; }\n"
    assert (tmp_path / "b.sq").read_text() == "run {horizon 1;}\n"


def test_the_hooks_run_for_programs_and_the_check_for_settings() -> None:
    changed = ["a.sq", "x/b.sq", "sqlang.toml", "x/pyproject.toml", "a.sql", "mysqlang.toml"]

    def concerned(name: str) -> list[str]:
        pattern = hooks()[name]["files"].strip("'")
        return [path for path in changed if re.search(pattern, path)]

    assert concerned("sq-check") == changed[:4]
    assert concerned("sq-fmt") == changed[:2]
