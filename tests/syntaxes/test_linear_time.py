"""No text takes more than linear time: what the patterns are made of guarantees it.

A rule takes at least one character, so there are no more steps than characters, and regions that
end. Every repetition is possessive, so a step reads no character twice. What a step only looks at
is blanks behind a word, which are read once more at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sqlang_syntaxes.lexer import SerqLexer
from sqlang_syntaxes.structure import GROUPS
from sqlang_syntaxes.structure.model import Include, Region, pattern_of
from sqlang_syntaxes.trace_lexer import SerqTraceLexer

CHARACTER_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
BLANKS = {"[ \\t]": "B"}


def consuming() -> Iterator[str]:
    """The patterns that move on."""
    for rules in GROUPS.values():
        for rule in rules:
            if isinstance(rule, Region):
                yield pattern_of(rule.begin)
            elif not isinstance(rule, Include):
                yield pattern_of(rule.pieces)
    for definitions in SerqTraceLexer.tokens.values():
        yield from (rule[0] for rule in definitions if isinstance(rule, tuple) and rule[0])


def endings() -> Iterator[str]:
    for rules in GROUPS.values():
        yield from (pattern_of((rule.end,)) for rule in rules if isinstance(rule, Region))


def minimum_width(pattern: str) -> int:
    width: int = re._parser.parse(pattern, re.MULTILINE).getwidth()[0]  # type: ignore[attr-defined]
    return width


@pytest.mark.parametrize("pattern", sorted({*consuming()}))
def test_a_rule_takes_a_character(pattern: str) -> None:
    assert minimum_width(pattern) >= 1


def skeleton(pattern: str) -> str:
    """A pattern with `B` for a class of blanks, `C` for any other, and nothing that is escaped."""
    classes = CHARACTER_CLASS.sub(lambda found: BLANKS.get(found[0], "C"), pattern)
    return re.sub(r"\\.", "", classes)


def looked_at(bare: str) -> Iterator[str]:
    """What stands in the parentheses of each place that looks ahead or behind."""
    for found in re.finditer(r"\(\?<?[=!]", bare):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(bare[end], 0)
            end += 1
        yield bare[found.end() : end - 1]


@pytest.mark.parametrize("pattern", sorted({*consuming(), *endings()}))
def test_a_repetition_never_goes_back(pattern: str) -> None:
    bare = skeleton(pattern)
    assert not re.search(r"[*+]", re.sub(r"[*+?]\+", "", bare))
    assert "{" not in bare


@pytest.mark.parametrize("pattern", sorted({*consuming(), *endings()}))
def test_only_blanks_are_looked_through(pattern: str) -> None:
    for ahead in looked_at(skeleton(pattern)):
        assert "+" not in re.sub(r"B[*+]\+", "", ahead)


@pytest.mark.parametrize(
    "piece", ["/*", '"', "(", "{", "}", "[", "~", "@", ".", "1.", "a ", "hold ", "pool{", "used("]
)
def test_ten_times_the_text_is_ten_times_the_steps(piece: str) -> None:
    def steps(repeated: int) -> int:
        return sum(1 for _ in SerqLexer().get_tokens_unprocessed(piece * repeated))

    assert steps(2000) <= 10 * steps(200) + 10
