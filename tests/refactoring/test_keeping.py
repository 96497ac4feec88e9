"""Whatever is refactored in a right program, it stays right and does the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.engine import Limits, RunError, run
from sqlang.refactoring.offers import refactorings
from sqlang.source import Source
from tests.conformance import vectors
from tests.refactoring.selections import applied, stretches

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.sq"))
ACCEPTED = vectors.names("accept")
_PICKED = 12
_FOLDING = ("Extract to `let", "Inline `")
"""What moves arithmetic from the run to the compilation or back: equal results, another IR."""


def _read(path: Path) -> Source:
    return Source(path.read_text(encoding="utf-8"), str(path), str(path.parent))


def _after(source: Source, text: str) -> Analysis:
    return analyze(Source(text, source.path, source.directory))


def _report(analysis: Analysis, source: Source) -> str:
    assert analysis.program is not None
    limits = Limits(iterations=200, events=2_000)
    try:
        return str(run(analysis.program, directory=source.directory, limits=limits).json())
    except RunError as error:
        return f"{error.code}: {error}"


def _hold(source: Source, seed: int) -> int:
    """How many refactorings of a program were tried, each found to keep what it does."""
    before = analyze(source)
    assert before.program is not None
    places = list(dict.fromkeys(stretches(before.surface.program)))
    Random(seed).shuffle(places)
    tried = 0
    for number, (start, end) in enumerate(places):
        if number >= _PICKED and tried:
            break
        for each in refactorings(before, start, end):
            after = _after(source, applied(before, each))
            shown = f"{each.title} at {start}:{end} of {source.path}"
            assert [found.message for found in after.diagnostics] == [], shown
            if each.title.startswith(_FOLDING):
                assert _report(after, source) == _report(before, source), shown
            else:
                assert after.program == before.program, shown
            tried += 1
    return tried


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_do_the_same(path: Path) -> None:
    assert _hold(_read(path), 1) > 0


@pytest.mark.parametrize("name", ACCEPTED[::10])
def test_accepted_programs_do_the_same(name: str) -> None:
    source = vectors.source("accept", name)
    if analyze(source).program is not None:
        _hold(source, 2)


def _without_a_token(text: str, random: Random) -> str:
    """A text with a mistake, mostly: a word or a sign of it is missing, misspelt or there twice."""
    tokens = [each for each in analyze(text).surface.tokens[:-1] if each.text.strip()]
    token = random.choice(tokens)
    instead = random.choice(["", f"{token.text}x", f"{token.text} {token.text}", "(", ";"])
    return text[: token.start] + instead + text[token.end :]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nothing_gets_worse_in_a_wrong_program(path: Path) -> None:
    whole = _read(path)
    random = Random(path.stem)
    for _ in range(4):
        source = Source(_without_a_token(whole.text, random), whole.path, whole.directory)
        before = analyze(source)
        places = list(dict.fromkeys(stretches(before.surface.program)))
        random.shuffle(places)
        for start, end in places[:_PICKED]:
            for each in refactorings(before, start, end):
                after = _after(source, applied(before, each))
                shown = f"{each.title} at {start}:{end} of\n{source.text}"
                assert len(after.found) <= len(before.found), shown
