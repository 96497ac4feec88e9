"""Sequences of happenings that are compared by digests."""

from __future__ import annotations

import pytest

from sqlang.views.comparison.schedule import Sequence64


def parted(first: str, second: str, most: int = 100) -> int | None:
    one = Sequence64(most=most)
    for letter in first:
        one.add((letter,))
    other = Sequence64(one, most)
    for letter in second:
        other.add((letter,))
    other.end()
    return other.parted


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        ("", "", None),
        ("abc", "abc", None),
        ("abc", "abd", 2),
        ("abc", "xbc", 0),
        ("abc", "abcd", 3),
        ("abcd", "abc", 3),
        ("", "a", 0),
        ("a", "", 0),
    ],
)
def test_the_first_difference_is_found(first: str, second: str, place: int | None) -> None:
    assert parted(first, second) == place


def test_what_is_beyond_the_bound_is_not_compared() -> None:
    assert parted("abcd", "abcx", most=3) is None
    assert parted("abcd", "abxd", most=3) == 2
    assert parted("abcd", "abc", most=3) is None
    assert parted("abcd", "ab", most=3) == 2
