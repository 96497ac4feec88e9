"""Every program we have keeps its tokens, its comments and its IR, and its layout is stable."""

from __future__ import annotations

from pathlib import Path

import pytest

import sqlang
from sqlang.formatting.formatter import format_source
from sqlang.source import Source
from tests.formatting.formatting import comments, laid_out, tokens

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").rglob("*.sq"))
CONFORMING = [
    path
    for part in ("accept", "run")
    for path in sorted((ROOT / "tests" / "conformance" / part).rglob("*.sq"))
]
REFUSED = sorted((ROOT / "tests" / "conformance" / "reject").rglob("*.sq"))


def read(path: Path) -> str:
    return path.read_bytes().decode()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_written_in_the_layout(path: Path) -> None:
    assert laid_out(read(path)) == read(path)


@pytest.mark.parametrize("path", CONFORMING, ids=lambda path: path.stem)
def test_programs_stay_the_same(path: Path) -> None:
    before = read(path)
    after = laid_out(before)
    assert tokens(after) == tokens(before)
    assert comments(after) == comments(before)
    assert sqlang.analyze(after).program == sqlang.analyze(before).program


def test_refused_programs_are_refused_or_stay_the_same() -> None:
    formatted = 0
    for path in REFUSED:
        before = read(path)
        result = format_source(Source(before))
        assert "SQ994" not in [each.code for each in result.diagnostics]
        if result.diagnostics:
            assert result.text == before
        else:
            formatted += 1
            assert tokens(result.text) == tokens(before)
    assert formatted > 100  # most are wrong in what they mean, not in how they are written


@pytest.mark.parametrize("space", [" ", "\n", "\t\t", "\r\n", "\f"])
def test_white_space_counts_for_nothing(space: str) -> None:
    for path in CONFORMING[::9]:
        given = tokens(read(path))
        expected = laid_out(" ".join(given))
        assert laid_out(space.join(given)).replace("\r\n", "\n") == expected
