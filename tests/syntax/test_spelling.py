"""Which words are taken for others misspelt."""

from __future__ import annotations

import pytest

from sqlang.syntax.spelling import edit_distance, is_near


@pytest.mark.parametrize(
    ("word", "other", "distance"),
    [
        ("hold", "hold", 0),
        ("hold", "hodl", 1),
        ("hold", "old", 1),
        ("hold", "holds", 1),
        ("hold", "bold", 1),
        ("hold", "bolt", 2),
        ("ca", "abc", 3),
        ("", "abc", 3),
    ],
)
def test_distance(word: str, other: str, distance: int) -> None:
    assert edit_distance(word, other, 9) == distance
    assert edit_distance(other, word, 9) == distance


def test_short_words_allow_one_edit_and_long_ones_two() -> None:
    assert (is_near("sat", "set"), is_near("sot", "seat")) == (True, False)
    assert (is_near("sesion", "session"), is_near("seson", "session")) == (True, True)
    assert not is_near("x" * 100, "x" * 99)
