"""Scopes of all examples, as they were seen to be right: `make syntaxes` writes them anew.

`vscode-tmgrammar-snap` keeps a snapshot beside its program; ours lie in a folder of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.architecture.repository import ROOT
from tests.syntaxes.textmate import GRAMMAR, HERE
from tests.syntaxes.texts import EXAMPLES

FOLDER = HERE / "snapshots"
TOOL = "node_modules/vscode-tmgrammar-test/dist/snapshot.js"
SUFFIX = ".snap"


def place(example: Path) -> str:
    """Where the snapshot of an example lies in a folder of snapshots."""
    return example.relative_to(ROOT / "examples").as_posix() + SUFFIX


def copy_programs(folder: Path) -> None:
    """All examples, as they lie to each other."""
    shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)


def options(folder: Path, *others: str) -> list[str]:
    """What the tool is told to look at."""
    pattern = os.path.join(folder, "**", "*.sq")
    return [TOOL, "--scope", "source.serq", "--grammar", str(GRAMMAR), *others, pattern]


def write_snapshots() -> None:
    """Take all snapshots anew."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_programs(folder)
        subprocess.run(["node", *options(folder, "--updateSnapshot")], cwd=HERE, check=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        for example in EXAMPLES:
            (FOLDER / place(example)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / place(example), FOLDER / place(example))


if __name__ == "__main__":
    write_snapshots()
