"""Indentation in Vim, held against the layout of `sq fmt`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import sqlang
from tests.editors import vim
from tests.properties import sample

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("indented.vim")
EXAMPLES = sorted((ROOT / "examples").rglob("*.sq"))
CONFORMING = sorted((ROOT / "tests" / "conformance" / "accept").glob("*.sq"))


def formatted(programs: Sequence[Path], folder: Path) -> list[Path]:
    """Copies of some programs as `sq fmt` writes them."""
    copies = []
    for path in programs:
        copy = folder / f"{path.parent.name}_{path.name}"
        copy.write_text(sqlang.format(path.read_text(encoding="utf-8")), encoding="utf-8")
        copies.append(copy)
    return copies


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("editor", "programs"), [("nvim", [*EXAMPLES, *sample(CONFORMING, 3)]), ("vim", EXAMPLES)]
)
def test_what_is_formatted_stays_as_it_is(
    editor: str, programs: list[Path], tmp_path: Path
) -> None:
    copies = formatted(programs, tmp_path)
    indented = vim.run(vim.find(editor), SCRIPT, copies, tmp_path)
    texts = [copy.read_text(encoding="utf-8").split("\n")[:-1] for copy in copies]
    moved = [
        (copy.name, at + 1, line)
        for copy, text, lines in zip(copies, texts, indented, strict=True)
        for at, line in enumerate(text)
        if lines[at] != line
    ]
    assert moved == []
    assert sum(map(len, texts)) > 1000


LAYOUT = """\
/* A comment
   of two lines; { */
let a = "{"; // (
pool p[2] { cap 1; evict by (
  last
);
  block 2;
}
stage e : step {
  budget 4;
  cost 1
      + 2;
}
workload {
  arrive batch(2);
  init {
    set x = max(
      1,
      2
    );
  }
}
session {
  hold p[0] (1), p[1] (2)
       reserve (3) {
    branch (x) {
      loop { end; }
    }
    else {
      // what follows
      prefill on e x
          growing p[0];
    }
  } cache (x)
  set y = 1;
}
run { horizon 20; }
"""


@pytest.mark.parametrize("editor", ["nvim", "vim"])
def test_lines_without_blanks_get_theirs(editor: str, tmp_path: Path) -> None:
    lines = LAYOUT.splitlines()
    flat = tmp_path / "flat.sq"
    bare = [line if "of two lines" in line else line.strip() for line in lines]
    flat.write_text("\n".join(bare), encoding="utf-8")
    assert vim.run(vim.find(editor), SCRIPT, [flat], tmp_path) == [lines]
