"""What the lines of a run are to braces that are open around it, kept by the text of the run."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlang.syntax.entries import Entry
from sqlang.syntax.layout import closed_above, indentation
from sqlang.syntax.runs import Run
from sqlang.syntax.tokens import Token

_GROWTH: Final = 2
"""All runs are forgotten once those known are so many times as long as the text."""


class RunLines(NamedTuple):
    """How the lines are indented that start in a run, which says when `{` would be closed by them.

    `margin` is the least indentation that a `{` around the run may have for none of these lines to
    close it: `None` if any may; `last` is the indentation of the last line. In a run that is not
    `even` a line closes a `{` of the run itself.
    """

    margin: int | None
    last: int
    even: bool

    def closes(self, outside: int | None) -> bool:
        """Whether a `}` has to be put in before one of the lines.

        The innermost `{` that is open around them stands on a line with the indentation `outside`.
        """
        is_closed = outside is not None and self.margin is not None and outside > self.margin
        return is_closed or not self.even


class KnownLines:
    """The lines of runs in the texts of one file; those of a long run come from the runs in it."""

    __slots__ = ("_characters", "_known")

    def __init__(self) -> None:
        self._known: Final[dict[tuple[str, int], RunLines]] = {}
        self._characters = 0

    def of(self, run: Run, tokens: Sequence[Token], before: int) -> RunLines:
        """The lines of a run among these tokens that begins on a line indented so far."""
        if not any(isinstance(entry, Run) for entry in run.entries):
            return self._of_entry(run, tokens, before)
        margin: int | None = None
        current = before
        for entry in run.entries:
            indent = indentation(entry.first)
            if indent is not None:
                current = indent
                margin = _least(margin, closed_above(entry.first, indent))
            if isinstance(entry, Run):
                lines = self.of(entry, tokens, current)
            else:
                lines = self._of_entry(entry, tokens, current)
            if not lines.even:
                return lines
            margin = _least(margin, lines.margin)
            current = lines.last
        return RunLines(margin, current, even=True)

    def _of_entry(self, entry: Entry, tokens: Sequence[Token], before: int) -> RunLines:
        whole = entry.first.source.text
        key = whole[entry.first.end : entry.last.end], before
        lines = self._known.get(key)
        if lines is None:
            if self._characters > _GROWTH * len(whole):
                self._known.clear()
                self._characters = 0
            self._characters += len(key[0])
            start = bisect_left(tokens, entry.first.start, key=_start)
            lines = self._known[key] = _lines(tokens[start + 1 : start + entry.count], before)
        return lines


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _lines(tokens: Sequence[Token], current: int) -> RunLines:
    margin: int | None = None
    open_braces: list[int] = []
    for token in tokens:
        indent = indentation(token)
        if indent is not None:
            current = indent
            above = closed_above(token, indent)
            if open_braces and open_braces[-1] > above:
                return RunLines(None, current, even=False)
            if not open_braces:
                margin = _least(margin, above)
        if token.text == "{":
            open_braces.append(current)
        elif token.text == "}" and open_braces:
            open_braces.pop()
    return RunLines(margin, current, even=True)


def _start(token: Token) -> int:
    return token.start
