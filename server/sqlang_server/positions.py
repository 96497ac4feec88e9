"""The only place where the protocol's positions become offsets and offsets become positions."""

from __future__ import annotations

from lsprotocol import types

from sqlang.source import Encoding, Position, Source, Span


class Positions:
    """Translates between one text and the positions a client has for it.

    What comes in is clamped and never changed; what goes out is always within the text and never
    between the two characters of a line end.
    """

    __slots__ = ("_encoding", "_source")

    def __init__(self, source: Source, encoding: Encoding) -> None:
        self._source = source
        self._encoding = encoding

    def offset(self, position: types.Position) -> int:
        """The offset of a position; one outside the text is moved to its nearest end."""
        lines = self._source.editor_lines
        return lines.offset(Position(position.line, position.character), self._encoding)

    def position(self, offset: int) -> types.Position:
        if offset > 0 and self._source.text[offset - 1 : offset + 1] == "\r\n":
            offset -= 1
        at = self._source.editor_lines.position(offset, self._encoding)
        return types.Position(at.line, at.column)

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(self.position(start), self.position(max(start, end)))

    def of_span(self, span: Span) -> types.Range:
        return self.range(span.start, span.end)

    def line_end(self, offset: int) -> types.Position:
        """The end of the line that holds an offset, where hints stand."""
        return self.position(self.line_end_offset(offset))

    def line_end_offset(self, offset: int) -> int:
        lines = self._source.editor_lines
        return lines.line_end(lines.position(offset).line)

    def line(self, offset: int) -> int:
        return self._source.editor_lines.position(offset).line

    def whole_line(self, line: int) -> types.Range:
        """A line without its end."""
        lines = self._source.editor_lines
        return self.range(lines.line_start(line), lines.line_end(line))

    def whole(self) -> types.Range:
        return self.range(0, len(self._source.text))


def negotiate(capabilities: types.ClientCapabilities) -> Encoding:
    """UTF-8 when the client offers it, as it costs least; else UTF-16, which every client has."""
    offered = (capabilities.general and capabilities.general.position_encodings) or ()
    if types.PositionEncodingKind.Utf8 in offered:
        return Encoding.UTF8
    if types.PositionEncodingKind.Utf16 not in offered and "utf-32" in offered:
        return Encoding.UTF32
    return Encoding.UTF16
