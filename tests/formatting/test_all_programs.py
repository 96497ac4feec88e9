"""Every program, its layout spoiled in every way: the layout, the IR and the comments stay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from sqlang.analysis import analyze
from sqlang.formatting.formatter import format_source
from sqlang.formatting.wrapping import WIDTH
from sqlang.ir.writing import to_json
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from tests.formatting.programs import edits_of, respaced, said, sources, with_comments
from tests.properties import sample

LEAST_PROGRAMS = 440

COMMENTS: dict[str, Callable[[int], str]] = {
    "behind": lambda number: f" // k{number}\n",
    "above": lambda number: f"\n  // k{number}\n",
    "between": lambda number: f"/* k{number} */",
    "in front": lambda number: f"\n/* k{number} */ ",
    "of two lines": lambda number: f"\n   /* k{number}\n      k */\n",
    "several": lambda number: f"/* a */ /* k{number} */// b\n\n\n\n// c\n",
}


SWITCHES = ("\n// sq: off\n", "\n// sq: on\n", " // sq: off\n", " // sq: on\n")


@cache
def programs() -> list[Source]:
    return sources()


def same_place(source: Source, text: str) -> Source:
    return Source(text, source.path, source.directory)


def layout_of(source: Source, text: str) -> str:
    """The layout of a text in the place of a program's, which it must have."""
    result = format_source(same_place(source, text))
    assert result.diagnostics == (), (source.path, result.diagnostics)
    return result.text


def test_there_are_programs_to_format() -> None:
    assert len(programs()) >= LEAST_PROGRAMS


def test_the_layout_is_the_same_program() -> None:
    for source in programs():
        before = analyze(source)
        after = analyze(same_place(source, layout_of(source, source.text)))
        assert [each.code for each in after.diagnostics] == [d.code for d in before.diagnostics]
        if before.program is not None and after.program is not None:
            assert to_json(after.program) == to_json(before.program), source.path


def test_the_layout_is_stable_and_keeps_tokens_and_comments() -> None:
    for source in programs():
        text = layout_of(source, source.text)
        assert layout_of(source, text) == text
        assert said(text) == said(source.text)
        assert text == "" or (text.endswith("\n") and not text.startswith("\n"))


def test_no_line_is_too_long_that_could_be_broken() -> None:
    for source in programs():
        for line in layout_of(source, source.text).splitlines():
            assert len(line) <= WIDTH or "//" in line or '"' in line, (source.path, line)


@pytest.mark.parametrize(
    "gap",
    [
        lambda _: " ",
        lambda _: "\n",
        lambda _: " \t\r\n  ",
        lambda number: "\f" if number % 3 else "\v \u2028\u0085",
    ],
    ids=["one line", "a line for each token", "CR LF and tabs", "odd white space"],
)
def test_white_space_counts_for_nothing(gap: Callable[[int], str]) -> None:
    for source in programs():
        lexed = tokenize(source)
        if lexed.comments or any("\n" in token.text for token in lexed.tokens):
            continue
        expected = layout_of(source, respaced(source.text, lambda _: " "))
        spoiled = layout_of(source, respaced(source.text, gap))
        assert spoiled.replace("\r\n", "\n") == expected, source.path


@pytest.mark.sampled
@pytest.mark.parametrize("kind", COMMENTS)
def test_comments_between_all_tokens_survive_in_their_places(kind: str) -> None:
    """In every run each program has one of the six kinds."""
    for source in sample(programs(), 6, [*COMMENTS].index(kind)):
        text = with_comments(source.text, COMMENTS[kind])
        layout = layout_of(source, text)
        assert said(layout) == said(text), source.path
        assert layout_of(source, layout) == layout, source.path


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(3))
def test_comments_anywhere_survive_whole_and_in_ranges(seed: int) -> None:
    """In every run each program has one of the three seeds."""
    random = Random(seed)
    kinds: list[Callable[[int], str]] = [
        *COMMENTS.values(),
        lambda number: SWITCHES[number % len(SWITCHES)],
    ]
    for source in sample(programs(), 3, seed):
        share = random.choice((0.03, 0.3))

        def anything(number: int, share: float = share) -> str:
            return random.choice(kinds)(number) if random.random() < share else ""

        text = with_comments(source.text, anything)
        if random.random() < 0.5:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        layout = layout_of(source, text)
        assert said(layout) == said(text), source.path
        assert layout_of(source, layout) == layout, source.path
        lines = text.count("\n") + 1
        first = random.randrange(lines)
        last = min(first + random.randrange(4), lines - 1)
        if source.directory is None or "use" not in source.text:
            partly = edits_of(text, (first, last)).text
            assert said(partly) == said(text), source.path


def test_edits_lead_to_the_layout_line_by_line() -> None:
    for source in programs():
        if "use" in source.text:
            continue
        result = edits_of(source.text)
        assert result.text == layout_of(source, source.text), source.path
        for edit in result.edits:
            assert edit.span.text != edit.text
        at = [edit.span.offsets for edit in result.edits]
        assert all(end < start for (_, end), (start, _) in pairwise(at))


@pytest.mark.parametrize("seed", range(2))
def test_switched_off_lines_are_kept_byte_for_byte(seed: int) -> None:
    random = Random(seed)
    for source in programs():
        lines = source.text.split("\n")
        if "/*" in source.text or any("\n" in t.text for t in tokenize(source).tokens):
            continue
        first = random.randrange(len(lines))
        last = random.randrange(first, len(lines))
        kept = "\n".join(lines[first : last + 1])
        text = "\n".join([*lines[:first], "// sq: off", kept, "// sq: on", *lines[last + 1 :]])
        layout = layout_of(source, text)
        start = layout.index("// sq: off\n") + len("// sq: off\n")
        assert layout[start:].startswith(f"{kept}\n"), source.path
        assert layout[start + len(kept) + 1 :].lstrip(" ").startswith("// sq: on\n"), source.path
