"""Patterns of `exclude` match as those of a `.gitignore` do."""

from __future__ import annotations

import pytest

from sqlang.configuration.patterns import Pattern


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("generated", "generated"),
        ("generated", "deep/inside/generated"),
        ("*.gen.sq", "deep/a.gen.sq"),
        ("/generated", "generated"),
        ("models/old", "models/old"),
        ("models/*.sq", "models/a.sq"),
        ("models/**", "models/deep/a.sq"),
        ("models/**/a.sq", "models/a.sq"),
        ("models/**/a.sq", "models/x/y/a.sq"),
        ("**/a.sq", "a.sq"),
        ("**/old/a.sq", "x/old/a.sq"),
        ("a?.sq", "ab.sq"),
        ("[ab].sq", "b.sq"),
        ("[a-c].sq", "b.sq"),
        ("[!ab].sq", "c.sq"),
        ("[", "["),
        ("a.b", "a.b"),
        ("模型", "x/模型"),
        ("a*", "a\nb"),
    ],
)
def test_a_pattern_meets_a_path(pattern: str, path: str) -> None:
    assert Pattern(pattern).matches(path, is_folder=False)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("generated", "generated.sq"),
        ("/generated", "deep/generated"),
        ("models/old", "x/models/old"),
        ("models/*.sq", "models/deep/a.sq"),
        ("models/**", "models"),
        ("a?.sq", "a.sq"),
        ("a?b", "a/b"),
        ("[!ab].sq", "a.sq"),
        ("[!a]b", "/b"),
        ("a.b", "axb"),
        ("/*", "a/b"),
    ],
)
def test_a_pattern_does_not_meet_another_path(pattern: str, path: str) -> None:
    assert not Pattern(pattern).matches(path, is_folder=False)


def test_a_slash_at_the_end_means_folders_alone() -> None:
    assert Pattern("old/").matches("x/old", is_folder=True)
    assert not Pattern("old/").matches("x/old", is_folder=False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("!kept.sq", "a pattern cannot be negated"),
        ("", "every part of a pattern is a name"),
        ("/", "every part of a pattern is a name"),
        ("a//b", "every part of a pattern is a name"),
        ("../outside", "every part of a pattern is a name"),
        ("[z-a]", "^bad character range z-a$"),
    ],
)
def test_what_is_no_pattern_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Pattern(text)
