"""`sq draw` on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.commands import EXAMPLE, ROOT, sq


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("a.svg", "<svg "),
        ("a.MMD", "---\n"),
        ("a.mermaid", "---\n"),
        ("a.dot", "digraph "),
        ("a.gv", "digraph "),
    ],
)
def test_the_ending_says_the_format(tmp_path: Path, name: str, beginning: str) -> None:
    done = sq("draw", EXAMPLE, "--output", tmp_path / name)
    assert (done.code, done.output, done.errors) == (0, "", "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_a_pipe_gets_svg_and_a_format_wins_over_an_ending(tmp_path: Path) -> None:
    assert sq("draw", EXAMPLE).output.startswith("<svg ")
    assert sq("draw", EXAMPLE, "--format", "dot").output.startswith("digraph ")
    assert sq("draw", EXAMPLE, "--format", "dot", "--output", tmp_path / "a").code == 0


def test_an_ir_is_drawn_without_places() -> None:
    ir = sq("ir", EXAMPLE).output
    drawn = sq("draw", "-", "--format", "mermaid", standard_input=ir.encode())
    text = sq("draw", EXAMPLE, "--format", "mermaid").output
    boxes = [line for line in text.splitlines()[3:] if "click" not in line]
    assert drawn.output.splitlines()[3:] == boxes


def test_constants_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "p.sq"
    path.write_text("let c = 1; stage s : fifo(c); session { run s (1); } run { horizon 1; }")
    assert "fifo, 1 server" in sq("draw", path).output
    assert "fifo, 7 servers" in sq("draw", path, "--set", "c=7").output


def test_mistakes() -> None:
    broken = sq("draw", "-", standard_input=b"session { run x (1); } run { horizon 1; }")
    assert (broken.code, broken.output) == (1, "")
    assert "SQ4" in broken.errors
    assert sq("draw", "missing.sq").code == 2
    assert sq("draw", EXAMPLE, "--output", "a.png").code == 2
    nowhere = sq("draw", EXAMPLE, "--output", "no/such/folder/a.svg")
    assert (nowhere.code, nowhere.errors.startswith("sq: cannot write no/such")) == (2, True)


def test_without_the_library_only_svg_is_missing() -> None:
    with patch.dict(sys.modules, {"graphlay": None}):
        done = sq("draw", EXAMPLE)
        assert (done.code, done.output) == (1, "")
        assert "pip install 'serq-lang[draw]'" in done.errors
        assert sq("draw", EXAMPLE, "--format", "dot").code == 0
        assert sq("draw", EXAMPLE, "--format", "mermaid").code == 0


def test_the_picture_of_the_page_is_that_of_the_example() -> None:
    shown = (ROOT / "docs" / "draw.svg").read_text(encoding="utf-8")
    assert sq("draw", "examples/separate_phases.sq", folder=ROOT).output == shown
