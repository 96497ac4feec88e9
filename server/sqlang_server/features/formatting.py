"""`textDocument/formatting` and `rangeFormatting`: the one layout, as edits of whole lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from lsprotocol import types

from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang.formatting.formatter import format_edits
from sqlang.source import Source
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.workspace import Workspace
from sqlang_server.positions import Positions

SHORT: Final = 2000
"""A text of so many characters is laid out in some milliseconds, while everybody waits; a longer
one beside the message loop."""

Lines = tuple[int, int]
"""The first and the last of some lines, as LEX-1 counts them."""


class Layout(NamedTuple):
    """The edits that lead to the layout, or what refuses it: then there are none."""

    edits: Sequence[Edit]
    refused: Sequence[Diagnostic] = ()


def layout_of(source: Source, ranges: Sequence[Lines] | None, workspace: Workspace) -> Layout:
    """The layout of a text, or of all that touches some lines of it.

    It reads the text itself and touches nothing that an edit could change meanwhile, so that it
    may be asked in a thread.
    """
    return _layout(parse_surface(source), ranges, workspace)


def _layout(surface: SurfaceTree, ranges: Sequence[Lines] | None, workspace: Workspace) -> Layout:
    found: dict[tuple[int, int], Edit] = {}
    for lines in ranges if ranges is not None else (None,):
        formatted = format_edits(surface, lines, workspace)
        if formatted.diagnostics:
            return Layout((), formatted.diagnostics)
        found.update((edit.span.offsets, edit) for edit in formatted.edits)
    return Layout([found[place] for place in sorted(found)])


def lines_of(source: Source, positions: Positions, places: Iterable[types.Range]) -> list[Lines]:
    """The lines of ranges; one that ends before the first character of a line is not on it."""
    found = []
    for place in places:
        start, end = sorted((positions.offset(place.start), positions.offset(place.end)))
        first, last = source.lines.position(start), source.lines.position(end)
        ends_before = last.column == 0 and last.line > first.line
        found.append((first.line, last.line - ends_before))
    return found


def text_edits(positions: Positions, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Edits as the protocol has them, where no place is between CR and LF."""
    found = []
    for edit in edits:
        start, end = edit.span.offsets
        text, new = edit.span.source.text, edit.text
        if text[max(end - 1, 0) : end + 1] == "\r\n":
            if new.endswith("\r"):
                end, new = end - 1, new[:-1]
            else:
                end, new = end + 1, new + "\n"
        found.append(types.TextEdit(positions.range(start, end), new))
    return found


def why_not(refused: Sequence[Diagnostic]) -> str:
    """Why a text stays as it is, in a sentence for the log."""
    first = refused[0]
    line = first.span.source.lines.position(first.span.start).line + 1
    return f"not formatted: line {line}: {first.message} ({first.code})"
