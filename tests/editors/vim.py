"""Vim, or Neovim without our plugin in Lua, which does what a script says and ends."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

RUNTIME = Path(__file__).parents[2] / "editors" / "neovim"
NEOVIM = str(Path(sys.executable).parent / "nvim")
SETTINGS = (
    "set nocompatible encoding=utf-8 nomodeline noswapfile hidden",
    f"set runtimepath^={RUNTIME}",
    "filetype plugin indent on",
    "syntax on",
)


def find(name: str) -> str:
    """The program of an editor; skips, or on CI fails, where it is not installed."""
    program = NEOVIM if name == "nvim" else shutil.which(name)
    if program is None or "+eval" not in _told(program):
        if os.environ.get("CI") == "true":
            pytest.fail(f"no {name} is installed")
        pytest.skip(f"no {name} is installed (on Debian: apt-get install vim-nox)")
    return program


def _told(program: str) -> str:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return told.stdout if "NVIM" not in told.stdout else "+eval"


def run(program: str, script: Path, files: Sequence[Path], folder: Path) -> Any:  # noqa: ANN401
    """What a script answers about some files, in the form it has."""
    answer, settings = folder / "answer.json", folder / "vimrc"
    settings.write_text("\n".join(SETTINGS), encoding="utf-8")
    quiet = ["--headless", "-i", "NONE"] if program == NEOVIM else ["-es", "-i", "NONE"]
    environment = {
        "SERQ_FILES": json.dumps([str(file) for file in files]),
        "SERQ_ANSWER": str(answer),
        "HOME": str(folder),
    }
    done = subprocess.run(
        [program, *quiet, "--noplugin", "-u", str(settings), "-S", str(script)],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert answer.exists(), done.stderr.decode(errors="replace")
    return json.loads(answer.read_text(encoding="utf-8"))
