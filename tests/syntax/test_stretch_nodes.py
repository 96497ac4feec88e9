"""Nodes of a stretch of text: those that a walk of the whole tree finds there, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.stretch_nodes import nodes_within

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = (tree.Let, tree.Call, tree.Serving, tree.ExpressionOption, tree.Pool, tree.Binary)


def everything_below(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in node.children():
        yield from everything_below(child)


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.sq")), ids=lambda path: path.name)
def test_a_stretch_has_what_a_whole_walk_finds_there(path: Path) -> None:
    text = path.read_text()
    program = analyze(Source(text, str(path))).surface.program
    whole = [each for each in everything_below(program) if isinstance(each, KINDS)]
    random = Random(path.name)
    for length in (0, 1, 10, 100, 1_000, len(text)):
        start = random.randrange(len(text) + 1)
        end = start + length
        expected = [each for each in whole if each.first.start <= end and each.last.end >= start]
        assert nodes_within(program, start, end, KINDS) == expected


def test_what_is_not_asked_for_is_looked_into() -> None:
    text = "let a = 1 + max(2, 3 * 4);\nsession { think 1; end; }\n"
    program = analyze(Source(text)).surface.program
    found = nodes_within(program, 0, len(text), (tree.Call, tree.Binary))
    assert [each.span.text for each in found] == ["1 + max(2, 3 * 4)", "max(2, 3 * 4)", "3 * 4"]
