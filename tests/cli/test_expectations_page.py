"""docs/expectations.md: its program does what it promises, and every option is described."""

from __future__ import annotations

import re
from pathlib import Path

from sqlang.views.expectations.addresses import STATISTICS
from sqlang.views.expectations.reading import KINDS
from tests.cli.commands import ROOT, sq

TEXT = (ROOT / "docs" / "expectations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
PROGRAM = next(text for language, text in BLOCKS if language == "serq")
SHOWN = [text for language, text in BLOCKS if not language]


def test_the_program_does_what_it_promises(tmp_path: Path) -> None:
    (tmp_path / "program.sq").write_text(PROGRAM, encoding="utf-8")
    done = sq("test", "program.sq", folder=tmp_path)
    assert f"$ sq test program.sq\n{done.output}" == SHOWN[0]


def test_a_failure_looks_as_shown(tmp_path: Path) -> None:
    wrong = PROGRAM.replace("1.0000 0:0:p2 1:0:p2", "1.0000 0:0:p2")
    (tmp_path / "program.sq").write_text(wrong, encoding="utf-8")
    assert sq("test", "program.sq", folder=tmp_path).output in SHOWN


def test_what_is_left_away_is_filled_in(tmp_path: Path) -> None:
    blank = next(text for text in SHOWN if text.startswith("//! ITER\n"))
    program = PROGRAM[: PROGRAM.index("//!")]
    (tmp_path / "program.sq").write_text(program + blank, encoding="utf-8")
    assert sq("test", "--update", "program.sq", folder=tmp_path).code == 0


def test_every_option_is_described() -> None:
    options = set(re.findall(r"--[a-z-]+", sq("test", "--help").output)) - {"--help"}
    assert {"--update", "--junit", "--deadline"} <= options
    assert options - set(re.findall(r"--[a-z-]+", TEXT)) == set()


def test_every_kind_and_statistic_is_described() -> None:
    assert [kind for kind in KINDS if f"| `//! {kind}" not in TEXT] == []
    assert [name for name in STATISTICS if f"`{name}`" not in TEXT] == []
