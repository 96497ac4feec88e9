"""How far two spellings are apart."""

from __future__ import annotations

from typing import Final

_SHORT: Final = 3
_LONG: Final = 32


def is_near(word: str, other: str) -> bool:
    """Whether one word could be the other misspelt: one edit in a short word, else two."""
    if max(len(word), len(other)) > _LONG:
        return False
    bound = 1 if min(len(word), len(other)) <= _SHORT else 2
    return edit_distance(word, other, bound) <= bound


def edit_distance(word: str, other: str, bound: int) -> int:
    """Insertions, deletions, exchanges and swaps of neighbors from one word to the other.

    A distance above `bound` may come out as any number above it.
    """
    if abs(len(word) - len(other)) > bound:
        return bound + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        two_before, before, row = before, row, [i]
        for j, other_letter in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other_letter))
            is_swap = i > 1 and j > 1 and word[i - 2] == other_letter and letter == other[j - 2]
            row.append(min(cost, two_before[j - 2] + 1) if is_swap else cost)
    return row[-1]
