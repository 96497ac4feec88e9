"""Whoever changes an expectation of an example turns it red."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.analysis import analyze
from sqlang.engine import RunError, run
from sqlang.ir.program import Program
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from sqlang.views.expectations.judging import judge
from sqlang.views.expectations.measuring import (
    MOST_LINES,
    LineKeeper,
    RunFacts,
    failed_with,
    refused_by,
    reported,
)
from sqlang.views.expectations.names import named
from sqlang.views.expectations.reading import read_expectations

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.sq"))
OTHERS = ("//! …", "//! ...")
TOLERANCE = re.compile(r"(\S+)(\s*(?:±|\+-|\+/-)\s*)(\S+)$")


class Example:
    """An example that was run once, so that many texts of its expectations can be judged."""

    def __init__(self, path: Path) -> None:
        text = path.read_bytes().decode()
        self.lines = [line.strip() for line in text.split("\n") if line.startswith("//!")]
        analysis = analyze(Source(text, str(path), str(path.parent)))
        self.program = analysis.program
        if self.program is None:
            self.facts = refused_by([each.code for each in analysis.diagnostics])
        else:
            self.facts = facts_of(self.program, str(path.parent))
        self.actual = {line.partition(" |")[0] for line in self.facts.lines.kept}

    def is_green(self, lines: list[str]) -> bool:
        source = Source("\n".join(lines))
        expectations = read_expectations(source, tokenize(source).comments)
        if self.program is not None:
            expectations = named(expectations, self.program)
        verdict = judge(expectations, self.facts)
        found = (*expectations.mistakes, *verdict.broken, *verdict.unjudged)
        return not (found or verdict.unexpected)


def facts_of(program: Program, directory: str) -> RunFacts:
    keeper = LineKeeper(program, MOST_LINES)
    try:
        report = run(program, directory=directory, observer=keeper, sample_places=False)
    except RunError as error:
        return failed_with(keeper.lines(ended=True), error.code)
    return reported(keeper.lines(ended=True), report)


def mutants(tested: Example) -> Iterator[list[str]]:
    """Texts with one mutation: of a character, a name, a line, or a pair of lines."""
    lines = tested.lines
    for at, line in enumerate(lines):
        if line in OTHERS:
            continue
        for changed in changed_lines(line):
            if not (is_floating(lines, at) and changed.removeprefix("//! ") in tested.actual):
                yield [*lines[:at], changed, *lines[at + 1 :]]
        after = lines[at + 1] if at + 1 < len(lines) else ""
        if not is_iteration(line):
            continue
        if is_iteration(after) and after != line:
            yield [*lines[:at], after, line, *lines[at + 2 :]]
        others = [*lines[:at], *lines[at + 1 :]]
        is_enclosed = after not in OTHERS and (at == 0 or lines[at - 1] not in OTHERS)
        if is_enclosed and any(map(is_iteration, others)):
            yield others


def is_iteration(line: str) -> bool:
    return line.startswith("//! ITER ")


def is_floating(lines: list[str], at: int) -> bool:
    """Whether a line stands between two `…`, where another line of the run may stand as well."""
    return any(line in OTHERS for line in lines[:at]) and any(
        line in OTHERS for line in lines[at + 1 :]
    )


def changed_lines(line: str) -> Iterator[str]:
    tolerance = TOLERANCE.search(line)
    body = line[: tolerance.start()] if tolerance else line
    rest = line[len(body) :]
    if tolerance:
        value, sign, amount = tolerance.groups()
        far = float(value.replace("_", "")) * 1.5 + 3 * float(amount.rstrip("%")) + 1
        yield f"{body}{far}{sign}{amount}"
    start = len("//! ")
    for index in range(start, len(body)):
        character = body[index]
        if character.isdigit():
            yield f"{body[:index]}{(int(character) + 1) % 10}{body[index + 1 :]}{rest}"
    for match in re.finditer(r"(?<=:)[pd](?=\d)", body):
        letter = "d" if match[0] == "p" else "p"
        yield f"{body[: match.start()]}{letter}{body[match.end() :]}{rest}"
    for match in re.finditer(r"[A-Za-z_]{2,}", body[start:]):
        end = start + match.end()
        yield f"{body[:end]}x{body[end:]}{rest}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_keeps_what_it_promises_and_no_mutant_does(path: Path) -> None:
    tested = Example(path)
    assert tested.is_green(tested.lines)
    changed = list(mutants(tested))
    assert len(changed) > len(tested.lines)
    assert [mutant for mutant in changed if tested.is_green(mutant)] == []


def test_there_are_enough_mutants() -> None:
    """Of the first example: 10 for each of four lines, and as many for the figures."""
    tested = Example(FOLDER / "separate_phases.sq")
    assert len(list(mutants(tested))) > 50
