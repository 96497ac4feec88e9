"""Each example says what it teaches, promises something, and runs as the reference runs it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.views.expectations.reading import read_expectations
from tests.cli.commands import ROOT, sq
from tests.differential.outcome import Ending, difference
from tests.differential.own_runs import own_run
from tests.differential.reference_runs import RunningReference

FOLDER = ROOT / "examples"
EXAMPLES = sorted(FOLDER.glob("*.sq"))
LIBRARIES = sorted((FOLDER / "library").glob("*.sq"))
FEWEST = 20
WIDTH = 96

each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
each_file = pytest.mark.parametrize("path", EXAMPLES + LIBRARIES, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def reference() -> Iterator[RunningReference]:
    with RunningReference() as process:
        yield process


def source_of(path: Path) -> Source:
    return Source(path.read_bytes().decode(), str(path), str(path.parent))


def introduction(path: Path) -> str:
    """What the comment at the beginning of a program says, as one line."""
    lines = source_of(path).text.split("\n")
    end = next(at for at, line in enumerate(lines) if not line.startswith("// "))
    return " ".join(line.removeprefix("// ") for line in lines[:end])


def experiments() -> Iterator[tuple[str, str]]:
    """The example and the command line of each `Try:`."""
    for path in EXAMPLES:
        for found in re.finditer(r"// Try: (.*)", source_of(path).text):
            yield path.stem, found[1]


def test_there_are_enough_of_them() -> None:
    assert len(EXAMPLES) >= FEWEST


@each_example
def test_it_has_neither_errors_nor_hints(path: Path) -> None:
    analysis = analyze(source_of(path))
    assert (*analysis.diagnostics, *analysis.hints) == ()


@each_file
def test_it_begins_with_a_sentence_that_says_what_it_teaches(path: Path) -> None:
    assert re.match(r"[A-Z`][^.]{40,}[.:] ?", introduction(path))


@each_file
def test_its_lines_fit_beside_what_is_shown_of_a_run(path: Path) -> None:
    assert [line for line in source_of(path).text.split("\n") if len(line) > WIDTH] == []


@each_example
def test_it_promises_something(path: Path) -> None:
    source = source_of(path)
    expectations = read_expectations(source, tokenize(source).comments)
    assert expectations.mistakes == ()
    assert expectations.count > 0


@each_example
def test_it_runs_as_the_reference_runs_it(path: Path, reference: RunningReference) -> None:
    ours = own_run(path).outcome
    assert ours.ending is Ending.REPORT
    assert difference(ours, reference.run(path)) == ""


def test_the_page_lists_each_once() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\w+)\]\((\w+)\.sq\) \| \S", page, re.MULTILINE)
    assert all(name == file for name, file in rows)
    assert sorted(name for name, _ in rows) == [path.stem for path in EXAMPLES]


@pytest.mark.parametrize(("name", "command"), list(experiments()))
def test_an_experiment_can_be_made_as_it_is_written(name: str, command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "sq"
    assert f"examples/{name}.sq" in words
    assert sq(*words).code == 0
