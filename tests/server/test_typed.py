"""What the letters of a word may mean."""

from __future__ import annotations

import pytest

from sqlang_server.features.completion.typed import Typed


@pytest.mark.parametrize(
    ("typed", "label", "expected"),
    [
        ("", "kv", True),
        ("k", "kv", True),
        ("KV", "kv", True),
        ("tft", "time_to_first_token", True),
        ("vk", "kv", False),
        ("kvv", "kv", False),
        ("aa", "aba", True),
        ("a.", "ab", False),
        ("GRÖ", "größe", True),
    ],
)
def test_letters_mean_what_has_them_in_their_order(typed: str, label: str, expected: bool) -> None:
    assert Typed(typed).may_mean(label) is expected


def test_letters_that_repeat_are_looked_for_once() -> None:
    """Whoever tried all ways to find them would try 10^11 here."""
    assert not Typed("a" * 20 + "b").may_mean("a" * 40)
