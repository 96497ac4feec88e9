"""Lists of what stands in an edited text: an edit moves some hundred anchors, not each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, Generic, TypeVar, overload

from sqlang.source import Buffer, Source, Span
from sqlang.syntax.tokens import Placed

_SIZE: Final = 96
"""So many places share an anchor at first, and up to twice as many later."""

_Place = TypeVar("_Place", bound=Placed)


class Anchored(Generic[_Place]):
    """Places in the order of a text, neighbors anchored to one buffer each.

    `places` is one list for as long as the text is edited.
    """

    __slots__ = ("_buffers", "_sizes", "places")

    def __init__(self, places: list[_Place], source: Source) -> None:
        self.places: Final = places
        self._buffers: Final[list[Buffer]] = []
        self._sizes: Final[list[int]] = []
        for start in range(0, len(places), _SIZE):
            self._anchor(len(self._buffers), places[start : start + _SIZE], Buffer(source))
        if not places:
            self._anchor(0, [], Buffer(source))

    def replace(
        self, start: int, end: int, new: Sequence[_Place], growth: int, source: Source
    ) -> None:
        """Put new places, which stand where they are in `source`, there for `[start, end)`.

        Those behind move by so many characters.
        """
        first, last = self._holding(start), self._holding(max(end - 1, start))
        ends = list(accumulate(self._sizes))
        before = self.places[ends[first] - self._sizes[first] : start]
        behind = self.places[end : ends[last]]
        for place in behind:
            place.move(growth)
        for number, buffer in enumerate(self._buffers):
            buffer.source = source
            if number > last:
                buffer.base += growth
        self.places[start:end] = new
        anchor = self._buffers[first]
        del self._buffers[first : last + 1], self._sizes[first : last + 1]
        together = [*before, *new, *behind]
        if len(together) <= 2 * _SIZE:
            self._anchor(first, together, anchor)
            return
        for piece in range(0, len(together), _SIZE):
            self._anchor(first, together[piece : piece + _SIZE], Buffer(source, anchor.base))
            first += 1

    def _holding(self, index: int) -> int:
        """The number of the anchor of a place, of the last for one past the end."""
        end = 0
        for number, size in enumerate(self._sizes):
            end += size
            if index < end:
                return number
        return len(self._sizes) - 1

    def _anchor(self, at: int, places: Sequence[_Place], buffer: Buffer) -> None:
        """Anchor some neighbors to one buffer, as number `at`; none if there is another."""
        if not places and self._buffers:
            return
        for place in places:
            if place.buffer is not buffer:
                place.settle(buffer)
        self._buffers.insert(at, buffer)
        self._sizes.insert(at, len(places))


class Spans(Sequence[Span]):
    """The spans of places, as they are now; made when one is asked for."""

    __slots__ = ("_places",)

    def __init__(self, places: Sequence[Placed]) -> None:
        self._places: Final = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Span: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Span]: ...

    def __getitem__(self, index: int | slice) -> Span | Sequence[Span]:
        if isinstance(index, slice):
            return [place.span for place in self._places[index]]
        return self._places[index].span

    def __iter__(self) -> Iterator[Span]:
        return (place.span for place in self._places)
