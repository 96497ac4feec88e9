"""Which words are taken for others misspelt."""

from __future__ import annotations

import pytest

from sqlang.syntax.spelling import edit_distance, is_near, nearest


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


@pytest.mark.parametrize(
    ("word", "edits"),
    [("a", 1), ("abc", 1), ("abcde", 1), ("abcdef", 2), ("abcdefgh", 2), ("abcdefghi", 3)],
)
def test_one_edit_is_allowed_for_each_three_letters(word: str, edits: int) -> None:
    assert is_near(word, word + "x" * edits)
    assert not is_near(word, word + "x" * (edits + 1))


def test_words_that_are_taken_for_others() -> None:
    assert (is_near("sat", "set"), is_near("sot", "seat")) == (True, False)
    assert (is_near("hodl", "hold"), is_near("zork", "more")) == (True, False)
    assert (is_near("sesion", "session"), is_near("seson", "session")) == (True, False)
    assert not is_near("x" * 100, "x" * 99)


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("totl", ["total", "tool", "other"], "tool"),
        ("totall", ["total", "tool"], "total"),
        ("Horizon", ["horizon", "horizons"], "horizon"),
        ("HOLD", ["bold", "hold"], "hold"),
        ("Ab", ["AB", "Aa", "aB"], "AB"),
        ("KV", ["KVS", "kv"], "kv"),
        ("zork", ["more", "fork"], "fork"),
        ("zork", ["more"], None),
        ("rdiuse", ["reuse"], "reuse"),
        ("exlcusive", ["exclusive"], "exclusive"),
        ("ecxlusvie", ["exclusive"], "exclusive"),
        ("workl", ["workload"], None),
        ("wrklod", ["workload"], "workload"),
        ("budgett_lfte", ["budget_left"], "budget_left"),
        ("a", ["b", "c"], None),
        ("kv", ["vk", "vx"], "vk"),
        ("hold", ["hold"], None),
        ("something", ["else"], None),
        ("x" * 40, ["x" * 39], None),
    ],
)
def test_the_nearest_word(word: str, candidates: list[str], meant: str | None) -> None:
    assert nearest(word, candidates) == meant
    assert nearest(word, reversed(candidates)) == meant


def test_a_distance_above_the_bound_is_not_taken_for_less() -> None:
    words = ["", "a", "ab", "ba", "abc", "bca", "hold", "hodl", "bolt", "session", "seson"]
    for word in words:
        for other in words:
            exact = edit_distance(word, other, 9)
            for bound in (1, 2, 3):
                near = edit_distance(word, other, bound)
                assert near == exact if exact <= bound else near > bound
