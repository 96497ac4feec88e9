"""Comments by the tokens they stand before, and how they stand there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_AFTER_TEXT: Final = " \t\v\f\r"
"""White space that is no part of a comment up to the end of its line."""

_LINE_END: Final = re.compile(r"(?<!\r)\r*\n")
"""The carriage returns of a file that went through two conversions are no part of what it says."""


class Remark:
    """A comment; `on_own_line` if a line ends before it, `ends_line` if one ends after it.

    `column` counts the characters before it on its line, or is `None` if a tab is among them.
    """

    __slots__ = ("column", "end", "ends_line", "on_own_line", "start", "text")

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        *,
        on_own_line: bool,
        ends_line: bool,
        column: int | None,
    ) -> None:
        self.text: Final = text
        self.start: Final = start
        self.end: Final = end
        self.on_own_line: Final = on_own_line
        self.ends_line: Final = ends_line
        self.column: Final = column

    @property
    def is_rest_of_line(self) -> bool:
        """Whether it begins with `//`, so that nothing can follow it on its line."""
        return self.text.startswith("//")

    @property
    def stands_alone(self) -> bool:
        """Whether nothing else stands on its lines."""
        return self.on_own_line and self.ends_line


def comment_text(comment: str) -> str:
    """What a comment says, whatever white space ends its lines and however they end."""
    if comment.startswith("//"):
        return comment.rstrip(_AFTER_TEXT)
    return _LINE_END.sub("\n", comment)


def remarks_of(
    text: str, comments: Iterable[Span], starts: Sequence[int], ends: Sequence[int]
) -> dict[int, list[Remark]]:
    """The comments of a text, by the index of the token that each stands before.

    `starts` and `ends` are those of the tokens, the end token included.
    """
    found: dict[int, list[Remark]] = {}
    for comment in comments:
        start, end = comment.start, comment.end
        at = min(bisect_left(starts, start), len(starts) - 1)
        earlier = found.setdefault(at, [])
        before = earlier[-1].end if earlier else ends[at - 1] if at else 0
        after = text.find("\n", end)
        line = text.rfind("\n", 0, start) + 1
        leading = text[line:start]
        remark = Remark(
            comment_text(text[start:end]),
            start,
            end,
            on_own_line=(not earlier and at == 0) or text.find("\n", before, start) >= 0,
            ends_line=after < 0 or not text[end:after].strip(),
            column=None if "\t" in leading else len(leading),
        )
        earlier.append(remark)
    return found
