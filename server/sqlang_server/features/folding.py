"""`textDocument/foldingRange`: blocks, comments, regions, and the libraries at the top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from lsprotocol import types

from sqlang_server.view import View

_PIECES: Final = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|"[^"\n]*"|[{}]', re.DOTALL)
_WITHOUT_COMMENTS: Final = re.compile(r'//[^\n]*|"[^"\n]*"|[{}]')
_REGION: Final = re.compile(r"//\s*#?(?P<end>end)?region\b")
_USE: Final = re.compile(r"[ \t]*use\b")

_COMMENT: Final = types.FoldingRangeKind.Comment
_IMPORTS: Final = types.FoldingRangeKind.Imports


class Fold(NamedTuple):
    """A stretch that can be hidden, by offsets; `depth` says in how many others it is.

    One that `is_closed` has an end that stays in sight where whole lines are hidden.
    """

    start: int
    end: int
    depth: int
    kind: types.FoldingRangeKind | None = None
    is_closed: bool = False


class _Opener(NamedTuple):
    start: int
    is_region: bool


def folding_ranges(view: View) -> list[types.FoldingRange]:
    """What can be hidden, in the order of the text.

    Read from the text itself, so that a mistake somewhere unfolds nothing. Of more than a client
    wants the outermost stay.
    """
    text = view.source.text
    folds = [*_nested(text), *_groups(view)]
    ranges = [(fold.depth, found) for fold in folds if (found := _range(view, fold)) is not None]
    limit = view.client.folding_limit
    if limit and len(ranges) > limit:
        ranges = sorted(ranges, key=lambda each: (each[0], each[1].start_line))[:limit]
    kept = sorted((each for _, each in ranges), key=_order)
    return _apart(kept) if view.client.folds_lines_only else kept


def _nested(text: str) -> Iterator[Fold]:
    """Blocks, regions and long comments; a region that crosses a block is none."""
    opened: list[_Opener] = []
    for piece in _pieces(text):
        found = piece[0]
        if found == "{":
            opened.append(_Opener(piece.end(), False))
        elif found == "}":
            while opened and opened[-1].is_region:
                opened.pop()
            if opened:
                yield Fold(opened.pop().start, piece.start(), len(opened), None, True)
        elif found.startswith("/*"):
            yield Fold(piece.start(), piece.end(), len(opened), _COMMENT)
        elif (marker := _REGION.match(found)) is not None:
            if marker["end"] is None:
                opened.append(_Opener(piece.start(), True))
            elif opened and opened[-1].is_region:
                start = opened.pop().start
                yield Fold(start, piece.end(), len(opened), types.FoldingRangeKind.Region)


def _pieces(text: str) -> Iterator[re.Match[str]]:
    """Braces and comments; a comment that is never closed hides nothing, as one is being typed."""
    for piece in _PIECES.finditer(text):
        if piece[0].startswith("/*") and not piece[0].endswith("*/", 2):
            yield from _WITHOUT_COMMENTS.finditer(text, piece.start() + 2)
            return
        yield piece


def _groups(view: View) -> Iterator[Fold]:
    """Neighboring lines that are comments alone, or that use libraries."""
    lines = view.source.editor_lines
    sorts = [(at, _sort(lines.line_text(at))) for at in _marked_lines(view)]
    start = 0
    for place in range(1, len(sorts) + 1):
        before, sort = sorts[place - 1]
        if place < len(sorts) and sorts[place] == (before + 1, sort):
            continue
        if sort is not None and place - start > 1:
            first = sorts[start][0]
            yield Fold(lines.line_start(first), lines.line_end(before), 0, sort)
        start = place


def _marked_lines(view: View) -> list[int]:
    """The lines in which a comment or a library may stand."""
    text, position = view.source.text, view.source.editor_lines.position
    places = re.finditer(r"^[ \t]*(?://|use\b)", text, re.MULTILINE)
    return [position(place.end()).line for place in places]


def _sort(line: str) -> types.FoldingRangeKind | None:
    text = line.lstrip()
    if text.startswith("//"):
        return None if _REGION.match(text) else _COMMENT
    return _IMPORTS if _USE.match(text) else None


def _range(view: View, fold: Fold) -> types.FoldingRange | None:
    first, last = view.positions.line(fold.start), view.positions.line(fold.end)
    if view.client.folds_lines_only:
        last -= fold.is_closed
        return types.FoldingRange(first, last, kind=fold.kind) if last > first else None
    if last <= first:
        return None
    start, end = view.positions.position(fold.start), view.positions.position(fold.end)
    return types.FoldingRange(start.line, end.line, start.character, end.character, fold.kind)


def _order(found: types.FoldingRange) -> tuple[int, int, int]:
    return found.start_line, found.start_character or 0, -found.end_line


def _apart(ranges: Iterable[types.FoldingRange]) -> list[types.FoldingRange]:
    """One for each first line, and none that begins in another and ends behind it."""
    kept: list[types.FoldingRange] = []
    around: list[types.FoldingRange] = []
    for each in ranges:
        while around and around[-1].end_line < each.start_line:
            around.pop()
        if around and (
            around[-1].start_line == each.start_line or around[-1].end_line < each.end_line
        ):
            continue
        kept.append(each)
        around.append(each)
    return kept
