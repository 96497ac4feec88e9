"""Paints as the protocol has them, line by line, so that a line that stays is not encoded again.

Of each token of a line there are five numbers in the protocol; the first, the distance in lines, is
put in when the lines are put together. A line is the same tuple wherever it stands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from sqlang.source import Encoding, Span, encoded_length
from sqlang.syntax.tokens import Token
from sqlang_server.features.semantic_tokens.coloring import Coloring
from sqlang_server.features.semantic_tokens.legend import Code, Legend
from sqlang_server.features.semantic_tokens.paints import FIRST_KNOWN, Paint

Line = tuple[int, ...]
"""The numbers of a line's tokens but for the first: column, length, type, modifiers, then 0 (the
distance to the next one) and so on."""

_EXPECTATION: Final = "//!"


_Piece = tuple[int, int, Code]
"""Where something starts and ends in the text, and how it is shown."""


class Encoder:
    """Encodes lines of one version of a text for one client."""

    def __init__(
        self,
        coloring: Coloring,
        comments: Sequence[Span],
        legend: Legend,
        encoding: Encoding,
        *,
        splits: bool,
    ) -> None:
        self._coloring: Final = coloring
        self._source: Final = coloring.source
        self._index: Final = coloring.source.editor_lines
        self._comments: Final = comments
        self._legend: Final = legend
        self._encoding: Final = encoding
        self._splits: Final = splits

    def lines(self, first: int, last: int) -> list[Line]:
        """The lines from `first` to `last`."""
        index = self._index
        start, end = index.line_start(first), index.line_start(last + 1)
        pieces = self._of_tokens(start, end) + self._of_comments(start, end)
        pieces.sort()
        is_simple = self._encoding is Encoding.UTF32 or self._source.text.isascii()
        lines: list[Line] = []
        numbers: list[int] = []
        before, begin, following = 0, start, index.line_start(first + 1)
        for at, stop, (kind, modifiers) in pieces:
            if not start <= at < end:
                continue
            while at >= following:
                lines.append(tuple(numbers[:-1]))
                numbers.clear()
                before, begin = 0, following
                following = index.line_start(first + len(lines) + 1)
            column, length = at - begin, stop - at
            if not is_simple:
                column, length = self._units(begin, at), self._units(at, stop)
            numbers += (column - before, length, kind, modifiers, 0)
            before = column
        lines.append(tuple(numbers[:-1]))
        lines += [()] * (last - first + 1 - len(lines))
        return lines

    def _units(self, start: int, end: int) -> int:
        return encoded_length(self._source.text[start:end], self._encoding)

    def _of_tokens(self, start: int, end: int) -> list[_Piece]:
        coloring, codes = self._coloring, self._legend.codes
        tokens, paints, names = coloring.tokens, coloring.paints, coloring.names
        hidden = self._legend.hidden
        pieces: list[_Piece] = []
        first = bisect_right(tokens, start, key=_end)
        behind = bisect_left(tokens, end, lo=first, key=_start)
        for token, paint in zip(tokens[first:behind], paints[first:behind], strict=True):
            if paint >= FIRST_KNOWN:
                code = codes[paint]
            elif paint:
                code = codes[names.paint(paint, token.text)]
                if code is not None and names.is_hidden(token.text):
                    code = code[0], code[1] | hidden
            else:
                continue
            if code is not None:
                if paint == Paint.STRING:
                    pieces += self._parts(token.start, token.end, code)
                else:
                    pieces.append((token.start, token.end, code))
        return pieces

    def _of_comments(self, start: int, end: int) -> list[_Piece]:
        comments, text = self._comments, self._source.text
        pieces: list[_Piece] = []
        for at in range(bisect_right(comments, start, key=_end), len(comments)):
            span = comments[at]
            if span.start >= end:
                break
            is_expectation = text.startswith(_EXPECTATION, span.start)
            code = self._legend.codes[Paint.EXPECTATION if is_expectation else Paint.COMMENT]
            if code is not None:
                pieces += self._parts(span.start, span.end, code)
        return pieces

    def _parts(self, start: int, end: int, code: Code) -> Sequence[_Piece]:
        """A string or comment, by lines if it has several and the client wants that.

        The CR before the end of a line is not shown.
        """
        said = self._source.text[start:end]
        if "\n" not in said and "\r" not in said:
            return ((start, end, code),)
        if not self._splits:
            return ((start, start + len(said.rstrip("\r")), code),)
        index = self._index
        parts: list[_Piece] = []
        for line in range(index.position(start).line, index.position(end).line + 1):
            begin, stop = max(start, index.line_start(line)), min(end, index.line_end(line))
            if begin < stop:
                parts.append((begin, stop, code))
        return parts


def _relative(numbers: list[int]) -> Line:
    """Each column as the distance to the one before it."""
    before = 0
    for at in range(0, len(numbers), 5):
        column = numbers[at]
        numbers[at] = column - before
        before = column
    return tuple(numbers[:-1])


def joined(lines: Sequence[Line], first: int = 0) -> list[int]:
    """The numbers of the protocol for some lines, of which the first has this number."""
    numbers: list[int] = []
    distance = first
    for line in lines:
        if line:
            numbers.append(distance)
            numbers += line
            distance = 0
        distance += 1
    return numbers


def size_of(lines: Sequence[Line]) -> int:
    """How many numbers some lines have in the protocol."""
    return sum([len(line) + 1 for line in lines if line])


def within(line: Line, start: int, end: int) -> Line:
    """The tokens of a line that have something in common with a stretch of columns."""
    numbers: list[int] = []
    column = 0
    for at in range(0, len(line), 5):
        column += line[at]
        if column < end and column + line[at + 1] > start:
            numbers += (column, *line[at + 1 : at + 4], 0)
    return _relative(numbers)


def _start(place: Token) -> int:
    return place.start


def _end(place: Token | Span) -> int:
    return place.end
