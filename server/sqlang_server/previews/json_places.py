"""Where the values of a JSON text stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Path = tuple[str | int, ...]

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.S)


def places(text: str, depth: int) -> dict[Path, tuple[int, int]]:
    """The start and end of each value down to a depth, by the keys and indices that lead to it.

    The text must be JSON; one pass, no recursion.
    """
    found: dict[Path, tuple[int, int]] = {}
    path: list[str | int] = []
    starts: list[int] = []
    for word, start, end, is_key in _words(text):
        if is_key:
            path[-1] = word[1:-1]
        elif word in "[{":
            starts.append(start)
            path.append(0 if word == "[" else "")
        elif word in "]}":
            path.pop()
            _note(found, path, starts.pop(), end, depth)
        elif word == "," and isinstance(path[-1], int):
            path[-1] += 1
        elif word not in ",:":
            _note(found, path, start, end, depth)
    return found


def _note(
    found: dict[Path, tuple[int, int]], path: list[str | int], start: int, end: int, depth: int
) -> None:
    if len(path) <= depth:
        found[tuple(path)] = (start, end)


def _words(text: str) -> Iterator[tuple[str, int, int, bool]]:
    """Each word of the text with its place, and whether it is the key of a member."""
    before: re.Match[str] | None = None
    for match in _TOKEN.finditer(text):
        if before is not None:
            yield before[0], before.start(), before.end(), match[0] == ":"
        before = match
    if before is not None:
        yield before[0], before.start(), before.end(), False
