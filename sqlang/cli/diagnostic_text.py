"""Diagnostics for people: the message, the line it is about, and carets under what is meant."""

from __future__ import annotations

from typing import Final

from sqlang.cli.console import Stream
from sqlang.diagnostics import Diagnostic, Related
from sqlang.diagnostics.text import location
from sqlang.source import Span
from sqlang.views.display_width import display_width, printable

_WIDEST: Final = 120
_BEFORE: Final = 50


def diagnostic_text(diagnostic: Diagnostic, stream: Stream) -> str:
    """Several lines: place and message, the source line with carets, related places, remedies."""
    severity = diagnostic.severity.value
    place = stream.paint(f"{location(diagnostic.span)}:", "place")
    kind = stream.paint(f"{severity}[{diagnostic.code}]:", severity)
    lines = [f"{place} {kind} {diagnostic.message}"]
    lines.extend(_excerpt(diagnostic.span, severity, stream))
    lines.extend(_related(related, stream) for related in diagnostic.related)
    lines.extend(f"  {stream.paint('help:', 'hint')} {fix.title}" for fix in diagnostic.fixes)
    return "\n".join(lines)


def _related(related: Related, stream: Stream) -> str:
    return f"  {stream.paint('note:', 'place')} {location(related.span)}: {related.message}"


def _excerpt(span: Span, severity: str, stream: Stream) -> list[str]:
    """The first line of the span between a gutter, and the line of carets below it."""
    if not span.source.text:
        return []
    line = span.source.lines.position(span.start).line
    before, marked, after = (stream.encodable(part) for part in _first_line(span, line))
    shown = printable(before + marked + after)
    indent = display_width(printable(before))
    carets = "^" * max(display_width(printable(before + marked)) - indent, 1)
    number = str(line + 1)
    gutter = stream.paint(f" {number} |", "quiet")
    empty = stream.paint(f" {' ' * len(number)} |", "quiet")
    return [
        f"{gutter} {shown}".rstrip(),
        f"{empty} {' ' * indent}{stream.paint(carets, severity)}",
    ]


def _first_line(span: Span, line: int) -> tuple[str, str, str]:
    """What stands before, in and after the span on its first line, cut where the line is long."""
    index = span.source.lines
    first, last = index.line_start(line), index.line_end(line)
    text = span.source.text
    end = min(max(span.end, span.start), last)
    start = min(span.start, last)
    if last - first > _WIDEST:
        first = max(first, start - _BEFORE)
        last = min(last, first + _WIDEST)
        end = min(end, last)
    return text[first:start], text[start:end], text[end:last].rstrip("\r")
