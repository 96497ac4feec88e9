"""How far two spellings are apart."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_SHORT: Final = 3
_LONG: Final = 32
_LETTERS_AN_EDIT: Final = 3


def is_near(word: str, other: str) -> bool:
    """Whether a word could be the other misspelt: by one edit for each three of its letters."""
    bound = _bound(word, other)
    return edit_distance(word, other, bound) <= bound


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` may be the misspelling of, the nearest and then the first of them.

    One that differs in capitals alone comes before all others. Another letter in the place of the
    only one is no misspelling.
    """
    folded = word.lower()
    best, least = None, _LONG
    for other in sorted(_likely(word, candidates)):
        if other.lower() == folded:
            return other
        bound = min(_bound(word, other), len(word) - 1, len(other) - 1, least - 1)
        distance = edit_distance(word, other, bound) if bound > 0 else _LONG
        if distance <= bound:
            best, least = other, distance
    return best


def _likely(word: str, candidates: Iterable[str]) -> list[str]:
    """Those that may be near: an edit takes one letter out and puts one in at most."""
    letters, length, most, folded = frozenset(word), len(word), most_edits(word), word.lower()
    return [
        other
        for other in candidates
        if -most <= len(other) - length <= most
        and other != word
        and (len(letters.symmetric_difference(other)) <= 2 * most or other.lower() == folded)
    ]


def edit_distance(word: str, other: str, bound: int) -> int:
    """Insertions, deletions, exchanges and swaps of neighbors from one word to the other.

    A distance above `bound` may come out as any number above it.
    """
    if abs(len(word) - len(other)) > bound:
        return bound + 1
    word, other = _where_they_differ(word, other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        two_before, before, row = before, row, [i]
        for j, other_letter in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other_letter))
            is_swap = i > 1 and j > 1 and word[i - 2] == other_letter and letter == other[j - 2]
            row.append(min(cost, two_before[j - 2] + 1) if is_swap else cost)
        if min(row) > bound and min(before, default=0) >= bound:
            return bound + 1
    return row[-1]


def _where_they_differ(word: str, other: str) -> tuple[str, str]:
    """Two words without the letters that they share at their ends, which cost nothing."""
    start, shorter = 0, min(len(word), len(other))
    while start < shorter and word[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and word[~end] == other[~end]:
        end += 1
    return word[start : len(word) - end], other[start : len(other) - end]


def _bound(word: str, other: str) -> int:
    return 0 if max(len(word), len(other)) > _LONG else most_edits(word)


def most_edits(word: str) -> int:
    """How many edits may be between a word and what it is the misspelling of; as in rustc."""
    return max(len(word), _SHORT) // _LETTERS_AN_EDIT
