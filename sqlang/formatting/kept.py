"""What is kept as it is written: the lines after `// sq: off`, and items that have no outline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_OFF: Final = re.compile(r"//[ \t]*sq:[ \t]*off[ \t\r\f\v]*")
_ON: Final = re.compile(r"//[ \t]*sq:[ \t]*on[ \t\r\f\v]*")

Stretch = tuple[int, int]
"""Where something starts and ends in a text."""


def switched_off(text: str, comments: Iterable[Span]) -> list[Stretch]:
    """The lines between `// sq: off` and the next `// sq: on`, or the end of the text.

    The lines of the two comments are not among them, unless something stands before the `on`: then
    its line is kept too.
    """
    if "sq:" not in text:
        return []
    found = []
    begun: int | None = None
    for comment in comments:
        said = text[comment.start : comment.end]
        if begun is None:
            if _OFF.fullmatch(said):
                begun = _next_line(text, comment.end)
        elif _ON.fullmatch(said):
            line = text.rfind("\n", 0, comment.start) + 1
            alone = not text[line : comment.start].strip()
            found.append((begun, line if alone else _next_line(text, comment.end)))
            begun = None
    if begun is not None:
        found.append((begun, len(text)))
    return [(start, end) for start, end in found if start < end]


def united(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same stretches in order, those that overlap as one."""
    result: list[Stretch] = []
    for start, end in sorted(stretches):
        if result and start < result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


def touched(items: Sequence[Stretch], places: Iterable[Stretch]) -> list[int]:
    """Which items touch one of the places, by their indices."""
    wanted = list(places)
    return [
        at
        for at, (start, end) in enumerate(items)
        if any(begin <= end and start <= stop for begin, stop in wanted)
    ]


def _next_line(text: str, offset: int) -> int:
    at = text.find("\n", offset)
    return len(text) if at < 0 else at + 1
