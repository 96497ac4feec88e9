"""Long blocks in pieces, so that an edit in one of a thousand statements concerns a few of them."""

from __future__ import annotations

from collections.abc import Sequence, Set

from sqlang.syntax import tree
from sqlang.syntax.runs import Run, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_LONG: Final = 32
"""A shorter block is not cut."""

_LENGTH: Final = 32
_LONGEST: Final = 128
_VARIANTS: Final = 4
"""So many blocks with the same end are remembered: as written, with serving forms rewritten."""


class Segment(tree.Node):
    """Some neighbors among the statements of a block; `run` is what a parse may take over."""

    __slots__ = ("_run", "statements")

    def __init__(self, statements: tuple[tree.Statement, ...]) -> None:
        super().__init__(statements[0].first, statements[-1].last)
        self.statements: Final = statements
        self._run: Run | None = None

    @property
    def run(self) -> Run | None:
        """What a parse may take over at once, if all of it is undamaged."""
        if self._run is None:
            self._run = run_of(self.statements)
        return self._run


Part = tree.Statement | Segment


class Segments:
    """The parts of blocks; the same segment wherever the same statements stand again.

    Where a segment ends depends on the statement there, not on its place, so that a block with one
    statement more or less has the other segments still.
    """

    __slots__ = ("_known", "_latest", "_parts")

    def __init__(self) -> None:
        self._known: dict[tuple[tree.Statement, ...], Segment] = {}
        self._parts: dict[tree.Block, Sequence[Part]] = {}
        self._latest: dict[tree.Node, list[Sequence[Segment]]] = {}

    def parts(self, block: tree.Block) -> Sequence[Part]:
        """The statements of a block, or segments that hold them all."""
        if len(block.statements) < _LONG:
            return block.statements
        parts = self._parts.get(block)
        if parts is None:
            parts = self._parts[block] = self._cut(block.statements)
        return parts

    def _cut(self, statements: tuple[tree.Statement, ...]) -> Sequence[Segment]:
        """A block in segments; those of one that begins or ends in the same way are kept."""
        ends = statements[0], statements[-1]
        known = [each for end in ends for each in self._latest.get(end, ())]
        before: Sequence[Segment] = ()
        behind: Sequence[Segment] = ()
        for earlier in known:
            first = _common(earlier, statements)
            last = _common(earlier[len(first) :], statements[_length(first) :], from_end=True)
            if len(first) + len(last) > len(before) + len(behind):
                before, behind = first, last
        # Pieces grow small beside an edit, so what is next to it is cut again.
        before, behind = before[:-1], behind[1:]
        middle = statements[_length(before) : len(statements) - _length(behind)]
        segments = [*before, *self._pieces(middle), *behind]
        for end in ends:
            self._latest[end] = [segments, *self._latest.get(end, [])[: _VARIANTS - 1]]
        return segments

    def keep_only(self, blocks: Set[tree.Node]) -> set[tree.Node]:
        """Forget what is in no such block; gives the segments that are left."""
        self._parts = {block: parts for block, parts in self._parts.items() if block in blocks}
        left = [
            part for parts in self._parts.values() for part in parts if isinstance(part, Segment)
        ]
        self._known = {segment.statements: segment for segment in left}
        self._latest = {end: parts for end, parts in self._latest.items() if end in blocks}
        return set(left)

    def _pieces(self, statements: tuple[tree.Statement, ...]) -> list[Segment]:
        pieces: list[Segment] = []
        start = 0
        for end, statement in enumerate(statements, 1):
            is_end = (id(statement) >> 4) * 2654435761 >> 8 & _LENGTH - 1 == 0
            if is_end or end - start == _LONGEST or end == len(statements):
                piece = statements[start:end]
                segment = self._known.get(piece)
                if segment is None:
                    segment = self._known[piece] = Segment(piece)
                pieces.append(segment)
                start = end
        return pieces


def _length(segments: Sequence[Segment]) -> int:
    return sum(len(segment.statements) for segment in segments)


def _common(
    segments: Sequence[Segment], statements: tuple[tree.Statement, ...], *, from_end: bool = False
) -> Sequence[Segment]:
    """The segments at one end of a block that stand at that end of other statements."""
    count = at = 0
    for segment in reversed(segments) if from_end else segments:
        size = len(segment.statements)
        start = len(statements) - at - size if from_end else at
        if start < 0 or statements[start : start + size] != segment.statements:
            break
        at += size
        count += 1
    return segments[len(segments) - count :] if from_end else segments[:count]
