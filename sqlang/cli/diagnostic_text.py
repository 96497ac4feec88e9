"""Diagnostics for people: the message, the line it is about, and carets under what is meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlang.cli.console import Stream
from sqlang.diagnostics import Diagnostic, Edit, Fix, Related
from sqlang.diagnostics.text import location
from sqlang.source import Span
from sqlang.views.display_width import display_width, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_WIDEST: Final = 120
_BEFORE: Final = 50
_LEFT: Final = " (--fix leaves this to you)"
_BROKEN: Final = "SQ992"
_UPDATES: Final = " (--update does)"

Piece = tuple[str, str]
"""A part of a line, and the sign that marks it in the line below."""


def diagnostic_text(diagnostic: Diagnostic, stream: Stream, unsafe: str = _LEFT) -> str:
    """Several lines: place and message, the source line with carets, related places, remedies.

    `unsafe` is said of a remedy that may not be what was meant.
    """
    severity = diagnostic.severity.value
    place = stream.paint(f"{printable(location(diagnostic.span))}:", "place")
    kind = stream.paint(f"{severity}[{diagnostic.code}]:", severity)
    lines = [f"{place} {kind} {printable(diagnostic.message)}"]
    lines.extend(_excerpt(diagnostic.span, "^", severity, stream))
    for related in diagnostic.related:
        lines.extend(_related(related, diagnostic.span, stream))
    for fix in diagnostic.fixes:
        lines.extend(_remedy(fix, stream, "" if fix.safe else unsafe))
    return "\n".join(lines)


def told_by_test(diagnostic: Diagnostic, stream: Stream, *, updates: bool = False) -> str:
    """The same as `sq test` tells it, which mends nothing but what it `updates`."""
    is_said = diagnostic.code == _BROKEN and not updates
    return diagnostic_text(diagnostic, stream, unsafe=_UPDATES if is_said else "")


def _related(related: Related, shown: Span, stream: Stream) -> Iterator[str]:
    """A related place with its line, unless that is what is `shown` already.

    One without extent stands for its text as a whole.
    """
    said = printable(f"{location(related.span)}: {related.message}")
    yield f"{stream.paint('note:', 'place')} {said}"
    if related.span != shown and related.span.start < related.span.end:
        yield from _excerpt(related.span, "-", "hint", stream)


def _remedy(fix: Fix, stream: Stream, caution: str) -> Iterator[str]:
    """What a fix does, and the line as it is afterwards, if it changes no more than that."""
    yield f"{stream.paint('help:', 'hint')} {printable(fix.title)}{caution}"
    line = _only_line(fix.edits)
    if line is not None:
        source = fix.edits[0].span.source
        start = source.lines.line_start(line)
        pieces = []
        for edit in sorted(fix.edits, key=lambda edit: edit.span.offsets):
            pieces += [(source.text[start : edit.span.start], " "), (edit.text, "+")]
            start = edit.span.end
        rest = source.text[start : source.lines.line_end(line)]
        yield from _marked(line, [*pieces, (rest.rstrip("\r"), " ")], "hint", stream)


def _only_line(edits: Sequence[Edit]) -> int | None:
    """The one line in which all edits put something, if there is one."""
    lines = {
        edit.span.source.lines.position(offset).line
        for edit in edits
        for offset in edit.span.offsets
    }
    inserting = all(edit.text and "\n" not in edit.text for edit in edits)
    return lines.pop() if inserting and len(lines) == 1 else None


def _excerpt(span: Span, sign: str, style: str, stream: Stream) -> list[str]:
    """The first line of a span, marked from where the span starts to where it or the line ends."""
    if not span.source.text:
        return []
    index, text = span.source.lines, span.source.text
    line = index.position(span.start).line
    last = index.line_end(line)
    start = min(span.start, last)
    end = min(max(span.end, start), last)
    before, after = text[index.line_start(line) : start], text[end:last].rstrip("\r")
    return _marked(line, [(before, " "), (text[start:end], sign), (after, " ")], style, stream)


def _marked(line: int, pieces: Sequence[Piece], style: str, stream: Stream) -> list[str]:
    """A line of a text beside its number, and below it the signs of its pieces."""
    shown = signs = ""
    for piece, sign in _cut(pieces):
        before = display_width(printable(shown))
        shown += stream.encodable(piece)
        columns = display_width(printable(shown)) - before
        signs += sign * (columns if sign == " " else max(columns, 1))
    number = str(line + 1)
    gutter = stream.paint(f" {number} |", "quiet")
    empty = stream.paint(f" {' ' * len(number)} |", "quiet")
    signs = signs.rstrip()
    indent = len(signs) - len(signs.lstrip())
    marks = " " * indent + stream.paint(signs[indent:], style)
    return [f"{gutter} {printable(shown)}".rstrip(), f"{empty} {marks}"]


def _cut(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a line, of a long one only those around the first that is marked."""
    if sum(len(text) for text, _ in pieces) <= _WIDEST:
        return list(pieces)
    kept = [(pieces[0][0][-_BEFORE:], pieces[0][1])]
    room = _WIDEST - len(kept[0][0])
    for text, sign in pieces[1:]:
        kept.append((text[:room], sign))
        room -= len(kept[-1][0])
    return kept
