"""Source text, its line index, and spans: the one place where offsets become positions."""

from __future__ import annotations

from enum import Enum

from sqlang.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Encoding(Enum):
    """How a client counts the columns of a line."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Position(Record):
    """A place in a text: `line` and `column`, both from 0.

    The unit of `column` depends on who made the position: code points for the command line,
    the negotiated encoding for an editor.
    """

    __slots__ = ("line", "column")

    def __init__(self, line: int, column: int) -> None:
        self.line: Final = line
        self.column: Final = column


class Source:
    """One text and the path it was read from; offsets into it count code points.

    `path` is `<stdin>` or `<string>` for a text without a file; `directory` is then `None`, and a
    `use` in it has nowhere to look (USE-4).
    """

    __slots__ = ("text", "path", "directory", "_buffer", "_lines", "_editor_lines")

    def __init__(self, text: str, path: str = "<string>", directory: str | None = None) -> None:
        self.text: Final = text
        self.path: Final = path
        self.directory: Final = directory
        self._buffer: Buffer | None = None
        self._lines: LineIndex | None = None
        self._editor_lines: LineIndex | None = None

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @property
    def buffer(self) -> Buffer:
        """What the tokens of this text are read from."""
        if self._buffer is None:
            self._buffer = Buffer(self)
        return self._buffer

    def forget_buffer(self) -> None:
        """Another text has taken the place of this one, whose tokens nobody reads again."""
        self._buffer = None  # which holds this text, as a ring that only a collection would find

    @property
    def lines(self) -> LineIndex:
        """Lines as LEX-1 counts them: only U+000A ends one."""
        if self._lines is None:
            self._lines = LineIndex(self.text, universal=False)
        return self._lines

    @property
    def editor_lines(self) -> LineIndex:
        """Lines as the Language Server Protocol counts them: LF, CR LF or CR ends one."""
        if self._editor_lines is None:
            self._editor_lines = LineIndex(self.text, universal=True)
        return self._editor_lines


class Buffer:
    """A text or a part of it while it is edited: `source` is the newest, which its tokens are of.

    Where they stand counts from `base`, so that an edit before them moves them all at once.
    """

    __slots__ = ("base", "source")

    def __init__(self, source: Source, base: int = 0) -> None:
        self.source = source
        self.base = base


class Span(Record):
    """A half-open range of code point offsets in one source."""

    __slots__ = ("source", "start", "end")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source: Final = source
        self.start: Final = start
        self.end: Final = end

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def offsets(self) -> tuple[int, int]:
        """Start and end, which put the spans of one source in order."""
        return self.start, self.end

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`, which is in the same source."""
        return Span(self.source, self.start, other.end)


class LineIndex:
    """Finds the line and column of an offset and back, in logarithmic time."""

    __slots__ = ("_starts", "_text", "_universal")

    def __init__(self, text: str, *, universal: bool) -> None:
        self._text = text
        self._universal = universal
        self._starts = _universal_line_starts(text) if universal else _line_starts(text)

    def __len__(self) -> int:
        return len(self._starts)

    def line_start(self, line: int) -> int:
        """The offset of the first character of a line; the end of the text past the last."""
        return self._starts[line] if line < len(self._starts) else len(self._text)

    def line_end(self, line: int) -> int:
        """The offset just after the last character of a line, before its line end."""
        end = self.line_start(line + 1)
        if line + 1 >= len(self._starts):
            return end
        if self._text[end - 1] == "\n":
            end -= 1
            if self._universal and end > self._starts[line] and self._text[end - 1] == "\r":
                end -= 1
            return end
        return end - 1

    def line_text(self, line: int) -> str:
        return self._text[self.line_start(line) : self.line_end(line)]

    def line(self, offset: int) -> int:
        """The line of an offset; one outside the text is moved to its nearest end."""
        from bisect import bisect_right  # as in `position`

        return max(bisect_right(self._starts, min(offset, len(self._text))) - 1, 0)

    def position(self, offset: int, encoding: Encoding = Encoding.UTF32) -> Position:
        """The position of an offset; offsets outside the text are moved to its nearest end."""
        from bisect import bisect_right  # a program without mistakes or hints asks for none

        offset = min(max(offset, 0), len(self._text))
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if encoding is Encoding.UTF32 or self._text.isascii():
            return Position(line, offset - start)  # a line may be as long as its text
        return Position(line, encoded_length(self._text[start:offset], encoding))

    def offset(self, position: Position, encoding: Encoding = Encoding.UTF32) -> int:
        """The offset of a position; one past the end of its line or text is moved back to it."""
        if position.line < 0:
            return 0
        if position.line >= len(self._starts):
            return len(self._text)
        start, units = self._starts[position.line], max(position.column, 0)
        if encoding is Encoding.UTF32 or self._text.isascii():
            return min(start + units, self.line_end(position.line))
        return start + _code_points(
            self._text[start : self.line_end(position.line)], units, encoding
        )


def encoded_length(text: str, encoding: Encoding) -> int:
    """How many units of an encoding a text takes."""
    if encoding is Encoding.UTF32 or text.isascii():
        return len(text)
    if encoding is Encoding.UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


def _code_points(line: str, units: int, encoding: Encoding) -> int:
    """How many code points of `line` lie wholly within its first `units` units."""
    if encoding is Encoding.UTF32 or line.isascii():
        return min(units, len(line))
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if encoded_length(line[:middle], encoding) <= units:
            low = middle
        else:
            high = middle - 1
    return low


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _universal_line_starts(text: str) -> list[int]:
    starts = _line_starts(text)
    at = text.find("\r")
    count = len(starts)
    while at >= 0:
        if not text.startswith("\n", at + 1):
            starts.append(at + 1)
        at = text.find("\r", at + 1)
    if len(starts) > count:
        starts.sort()
    return starts
