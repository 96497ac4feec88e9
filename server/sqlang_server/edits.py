"""Changes of a text: how they are applied, and where they leave the places one remembers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lsprotocol import types

from sqlang.source import Encoding, Source
from sqlang_server.positions import Positions


class Stretch(NamedTuple):
    """The offsets from `start` to `end` of a text, `end` exclusive."""

    start: int
    end: int


class Edit(NamedTuple):
    """The characters from `start` to `end` became `length` others."""

    start: int
    end: int
    length: int

    def moved(self, stretch: Stretch) -> Stretch | None:
        """Where a stretch of the old text is in the new one; `None` if nothing of it is left.

        What is typed exactly before or after a stretch does not belong to it.
        """
        if self.start < self.end and self.start <= stretch.start and stretch.end <= self.end:
            return None
        start = self._start(stretch.start)
        return Stretch(start, max(start, self._end(stretch.end)))

    def _start(self, start: int) -> int:
        if start >= self.end:
            return start + self.length - (self.end - self.start)
        return start if start <= self.start else self.start + self.length

    def _end(self, end: int) -> int:
        if end <= self.start:
            return end
        return end + self.length - (self.end - self.start) if end >= self.end else self.start


def moved(stretch: Stretch, edits: Iterable[Edit]) -> Stretch | None:
    """Where a stretch is after a row of edits; `None` if they removed it."""
    at: Stretch | None = stretch
    for edit in edits:
        if at is None:
            return None
        at = edit.moved(at)
    return at


def apply(
    source: Source,
    changes: Sequence[types.TextDocumentContentChangeEvent],
    encoding: Encoding,
) -> tuple[Source, tuple[Edit, ...]]:
    """The text after the changes, each of which is told in positions of the text before it."""
    edits: list[Edit] = []
    for change in changes:
        edit, text = _applied(source, change, encoding)
        source = Source(text, source.path, source.directory)
        edits.append(edit)
    return source, tuple(edits)


def _applied(
    source: Source, change: types.TextDocumentContentChangeEvent, encoding: Encoding
) -> tuple[Edit, str]:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return _difference(source.text, change.text), change.text
    positions = Positions(source, encoding)
    start, end = sorted((positions.offset(change.range.start), positions.offset(change.range.end)))
    text = source.text[:start] + change.text + source.text[end:]
    return Edit(start, end, len(change.text)), text


def _difference(old: str, new: str) -> Edit:
    """A whole new text as the one edit that makes it, so that what is remembered survives."""
    start = _common(old, new, min(len(old), len(new)))
    end = _common(old[start:][::-1], new[start:][::-1], min(len(old), len(new)) - start)
    return Edit(start, len(old) - end, len(new) - end - start)


def _common(old: str, new: str, limit: int) -> int:
    """How many characters two texts have in common at their start, found by halving."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if old[:middle] == new[:middle] else (low, middle - 1)
    return low
