"""What a run showed, stretch by stretch of the text, and how edits move it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple, overload

from sqlang_server.edits import Edit, Stretch

if TYPE_CHECKING:
    from sqlang.views.annotations import Annotation
    from sqlang_server.runs.traced import LazyAnnotation

_LENGTH: Final = 64
"""So many marks move together."""


class Mark(NamedTuple):
    """An annotation, its label here (empty if it has none), and the text it tells about."""

    stretch: Stretch
    label: str
    annotation: Annotation | LazyAnnotation

    def moved(self, edit: Edit) -> Mark | None:
        """The mark after an edit; `None` if nothing of its text is left."""
        stretch = edit.moved(self.stretch)
        return None if stretch is None else self._replace(stretch=stretch)


class _Chunk:
    """Some marks between two offsets; `_shift` is what they still are to be moved by."""

    __slots__ = ("_marks", "_shift", "end", "start")

    def __init__(self, marks: Sequence[Mark], start: int, end: int, shift: int = 0) -> None:
        self._marks = marks
        self._shift = shift
        self.start: Final = start
        self.end: Final = end

    @staticmethod
    def of(marks: Sequence[Mark]) -> _Chunk:
        start = min([mark.stretch.start for mark in marks])
        return _Chunk(marks, start, max([mark.stretch.end for mark in marks]))

    def __len__(self) -> int:
        return len(self._marks)

    @property
    def marks(self) -> Sequence[Mark]:
        if self._shift:
            by = self._shift
            self._marks = [
                Mark(Stretch(start + by, end + by), label, annotation)
                for (start, end), label, annotation in self._marks
            ]
            self._shift = 0
        return self._marks

    def moved(self, edit: Edit) -> _Chunk | None:
        """The marks after an edit, those that are left; `None` if none is."""
        if self.end < edit.start:
            return self
        if self.start > edit.end:
            by = edit.length - (edit.end - edit.start)
            return _Chunk(self._marks, self.start + by, self.end + by, self._shift + by)
        left = [mark for each in self.marks if (mark := each.moved(edit)) is not None]
        return _Chunk.of(left) if left else None


class Marks(Sequence[Mark]):
    """Marks in the order in which they were found; an edit costs only those around it."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._chunks: Sequence[_Chunk] = [
            _Chunk.of(marks[at : at + _LENGTH]) for at in range(0, len(marks), _LENGTH)
        ]
        self._ends: Sequence[int] | None = None

    def moved(self, edits: Iterable[Edit]) -> Marks:
        """The marks after some edits; those whose text was deleted are gone."""
        chunks: Iterable[_Chunk | None] = self._chunks
        for edit in edits:
            chunks = [chunk and chunk.moved(edit) for chunk in chunks]
        after = Marks(())
        after._chunks = [chunk for chunk in chunks if chunk is not None]
        return after

    def __len__(self) -> int:
        return sum(map(len, self._chunks))

    def __iter__(self) -> Iterator[Mark]:
        for chunk in self._chunks:
            yield from chunk.marks

    @overload
    def __getitem__(self, index: int) -> Mark: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Mark]: ...

    def __getitem__(self, index: int | slice) -> Mark | Sequence[Mark]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if self._ends is None:
            self._ends = list(accumulate(map(len, self._chunks)))
        at = bisect_right(self._ends, index)
        if index < 0 or at == len(self._ends):
            raise IndexError(index)
        chunk = self._chunks[at].marks
        return chunk[index - self._ends[at]]

    def beginning_in(self, first: int, last: int) -> list[tuple[int, Mark]]:
        """The marks that begin from one offset to another, with their numbers, by their places."""
        found: list[tuple[int, Mark]] = []
        number = 0
        for chunk in self._chunks:
            if chunk.start <= last and chunk.end >= first:
                found += [
                    numbered
                    for numbered in enumerate(chunk.marks, number)
                    if first <= numbered[1].stretch.start <= last
                ]
            number += len(chunk)
        found.sort(key=_place)
        return found


def _place(numbered: tuple[int, Mark]) -> Stretch:
    return numbered[1].stretch
