"""Hints are chosen with `--select` and `--ignore`; a refusal cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import sq

# `n` is never read (SQ801), `p` never used (SQ803).
HINTED = "let n = 1;\npool p { cap 1; }\nsession { end; }\nrun { horizon 1; }\n"


def codes(folder: Path, *words: str) -> list[str]:
    """The codes that a check of the hinted program shows; hints never change the exit code."""
    (folder / "a.sq").write_text(HINTED)
    done = sq("check", "--format", "json", *words, "a.sq", folder=folder)
    assert done.code == 0
    return [each["code"] for each in json.loads(done.output)]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ([], ["SQ801", "SQ803"]),
        (["--select", "SQ801"], ["SQ801"]),
        (["--select", "SQ801,SQ803"], ["SQ801", "SQ803"]),
        (["--select", "803", "--select", "sq801"], ["SQ801", "SQ803"]),
        (["--select", ""], []),
        (["--ignore", "SQ801"], ["SQ803"]),
        (["--ignore", "SQ8"], []),
        (["--select", "SQ80", "--ignore", "SQ803"], ["SQ801"]),
    ],
)
def test_hints_are_chosen(tmp_path: Path, words: list[str], shown: list[str]) -> None:
    assert codes(tmp_path, *words) == shown


def test_settings_choose_hints_and_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.sqlang]\nignore = ["SQ801"]\n')
    assert codes(tmp_path) == ["SQ803"]
    assert codes(tmp_path, "--ignore", "SQ803") == []
    assert codes(tmp_path, "--select", "SQ801") == ["SQ801"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--ignore", "SQ401"],
            "`SQ401` is a refusal and cannot be ignored: only hints (SQ8xx) can be selected or",
        ),
        (["--ignore", "SQ801,SQ1"], "`SQ101` is a refusal and cannot be ignored"),
        (["--ignore", "SQ"], "`SQ001` is a refusal and cannot be ignored"),
        (["--select", "SQ503"], "`SQ503` is a refusal and is always shown"),
        (["--ignore", "SQ901"], "`SQ901` is a failure of a run and cannot be ignored"),
        (["--ignore", "SQ899"], "there is no code `SQ899`; `sq explain` lists them"),
        (["--exclude", "!a"], "a pattern cannot be negated"),
        (["--format", "json", "--diff"], "--diff prints a patch, so --format json cannot be had"),
        (["--stdin-filename", "b.sq"], "--stdin-filename needs - among the paths"),
        (["--fix", "-"], "--fix prints the text of -, so no other path goes with it"),
        (["--format", "xml"], "invalid choice: 'xml'"),
    ],
)
def test_a_wrong_choice_exits_with_2_and_a_sentence(
    tmp_path: Path, words: list[str], said: str
) -> None:
    (tmp_path / "a.sq").write_text(HINTED)
    done = sq("check", *words, "a.sq", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert said in done.errors


def test_hints_are_counted_apart(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_text(HINTED)
    done = sq("check", "a.sq", folder=tmp_path)
    assert (done.code, done.errors) == (0, "no errors, 2 hints in 1 file\n")
    assert done.output.startswith("a.sq:1:5: hint[SQ801]: ")
