"""Runs `sq` as a shell would: in this process, or in one of its own where that matters."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from sqlang.cli.main import main

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "separate_phases.sq"


class Finished(NamedTuple):
    """What a command wrote and its exit code."""

    code: int
    output: str
    errors: str


def sq(
    *arguments: str | Path,
    standard_input: bytes = b"",
    folder: Path = ROOT,
    encoding: str = "utf-8",
) -> Finished:
    """Run `sq` in this process, in a folder, with streams of an encoding."""
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(standard_input), encoding)
    with chdir(folder), redirect_stdout(output), redirect_stderr(errors):
        code = _code_of([str(argument) for argument in arguments], given)
    return Finished(code, _written(output), _written(errors))


def sq_process(*arguments: str | Path, folder: Path = ROOT, **environment: str) -> Finished:
    """Run `sq` in a process of its own, its streams in UTF-8 unless the environment says else."""
    settings = {"PYTHONIOENCODING": "utf-8", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'server'}"}
    done = subprocess.run(
        [sys.executable, "-m", "sqlang", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **settings, **environment},
        encoding="utf-8",
        errors="replace",
        timeout=60,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def _code_of(words: list[str], given: io.TextIOWrapper) -> int:
    with patch("sys.stdin", given):
        try:
            return main(words)
        except SystemExit as leaving:
            return leaving.code if isinstance(leaving.code, int) else 1


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(stream.encoding)
