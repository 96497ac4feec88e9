"""What a worker has been sent, so that of the next program it gets what is new to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sqlang.ir.pieces import ProgramPieces

_GROWTH: Final = 2
_LEAST: Final = 1 << 20
"""A worker forgets pieces once it has so many times the characters of a program, and these."""


class SentPieces:
    """The pieces that one worker has, by number: as many of a text as a program had of it."""

    def __init__(self) -> None:
        self._numbers: dict[str, list[int]] = {}
        self._next = 0
        self._characters = 0

    def __contains__(self, text: str) -> bool:
        return text in self._numbers

    def request(self, program: ProgramPieces) -> dict[str, Any]:
        """What to send for a program to be known there: `pieces` and `program` of a run."""
        lists = ((program.frame,), program.pools, program.stages, *program.blocks)
        new: list[tuple[int, str]] = []
        used: dict[str, int] = {}
        (frame,), pools, stages, *blocks = (self._numbered(texts, used, new) for texts in lists)
        return {
            "pieces": {"new": new, "gone": self._gone(used)},
            "program": {"frame": frame, "pools": pools, "stages": stages, "blocks": blocks},
        }

    def _numbered(
        self, texts: Iterable[str], used: dict[str, int], new: list[tuple[int, str]]
    ) -> list[int]:
        """The number of each text; of those that stand again and again each has its own."""
        found = []
        for text in texts:
            count = used[text] = used.get(text, 0) + 1
            numbers = self._numbers.setdefault(text, [])
            if len(numbers) < count:
                numbers.append(self._next)
                new.append((self._next, text))
                self._next += 1
                self._characters += len(text)
            found.append(numbers[count - 1])
        return found

    def _gone(self, used: dict[str, int]) -> list[int]:
        """What the worker may forget, now that it has become too much."""
        wanted = sum(len(text) * count for text, count in used.items())
        if self._characters <= _GROWTH * wanted + _LEAST:
            return []
        gone = [n for text, numbers in self._numbers.items() for n in numbers[used.get(text, 0) :]]
        self._numbers = {text: self._numbers[text][:count] for text, count in used.items()}
        self._characters = wanted
        return gone
