"""A reader that closes its pipe changes neither the exit code nor the peace of the terminal."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE, ROOT


def written_to(output: int, *arguments: str, folder: Path) -> tuple[int, str]:
    """Exit code and standard error of `sq` with a descriptor as its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "sqlang", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def closed_output(*arguments: str, folder: Path) -> tuple[int, str]:
    """Exit code and standard error of `sq` whose standard output nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return written_to(writer, *arguments, folder=folder)
    finally:
        os.close(writer)


@pytest.mark.parametrize("words", [["ir"], ["run"], ["run", "--json"], ["trace"]])
def test_a_closed_pipe_is_no_failure(words: list[str], tmp_path: Path) -> None:
    assert closed_output(*words, str(EXAMPLE), folder=tmp_path) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_a_failure(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        code, errors = written_to(full.fileno(), "ir", str(EXAMPLE), folder=tmp_path)
    assert (code, errors) == (2, "sq: No space left on device\n")


def test_errors_keep_their_exit_code_behind_a_closed_pipe(tmp_path: Path) -> None:
    (tmp_path / "bad.sq").write_text("session { set a = bb; }\nrun { horizon 1; }\n")
    assert closed_output("check", "bad.sq", folder=tmp_path) == (1, "1 error in 1 file\n")


ENDLESS = """
stage engine : step { cost 1; }
workload { arrive batch(2); }
session { loop { decode on engine (100); } }
run { horizon 1e15; }
"""


@pytest.mark.skipif(not hasattr(select, "poll"), reason="nothing tells that a pipe is closed")
@pytest.mark.parametrize(
    "words",
    [
        ["trace"],
        ["trace", "--session", "1"],
        ["trace", "--at", "1e14"],
        ["trace", "--html"],
        ["trace", "--svg", "-"],
        ["run", "--iter"],
        ["run", "--iter-limit", "1"],
    ],
)
def test_a_run_that_nobody_waits_for_ends(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "endless.sq").write_text(ENDLESS)
    code, errors = closed_output(*words, "endless.sq", folder=tmp_path)
    assert code == 0
    assert all(line.startswith("ITER ") for line in errors.splitlines())


def test_a_run_of_which_files_are_wanted_goes_on_without_a_reader(tmp_path: Path) -> None:
    (tmp_path / "endless.sq").write_text(ENDLESS)
    bounded = ["endless.sq", "--max-iterations", "20000"]
    words = ["trace", "--html", "page.html", "--svg", "-"]
    code, errors = closed_output(*words, *bounded, folder=tmp_path)
    assert (code, (tmp_path / "page.html").exists()) == (1, True)
    assert errors.startswith("sq: the run was ended by its bound: --max-iterations 20000")
    words = ["run", "--iter-limit", "1", "--dump", "samples"]
    assert closed_output(*words, *bounded, folder=tmp_path)[0] == 1
