"""Long lists in pieces, so that an edit in one of a thousand statements concerns a few of them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import accumulate

from sqlang.syntax import tree
from sqlang.syntax.common_ends import common_ends
from sqlang.syntax.runs import Run, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_LONG: Final = 24
"""Fewer statements or segments are not cut."""

_LENGTH: Final = 8
_LONGEST: Final = 32
_VARIANTS: Final = 4
"""So many blocks with the same end are remembered: as written, with serving forms rewritten."""


class Segment(tree.Node):
    """Neighbors in a block or among the items, or among the segments that these are in.

    `run` is what a parse may take over.
    """

    __slots__ = ("_run", "parts", "statements")

    def __init__(self, parts: tuple[Part, ...]) -> None:
        super().__init__(parts[0].first, parts[-1].last)
        statements: list[tree.Statement] = []
        for part in parts:
            if isinstance(part, Segment):
                statements += part.statements
            else:
                statements.append(part)
        self.parts: Final = parts
        self.statements: Final[tuple[tree.Statement, ...]] = tuple(statements)
        self._run: Run | None = None

    @property
    def run(self) -> Run | None:
        """What a parse may take over at once, if all of it is undamaged."""
        if self._run is None:
            self._run = self._joined() if isinstance(self.parts[0], Segment) else run_of(self.parts)
        return self._run

    def _joined(self) -> Run | None:
        runs = [part.run for part in self.parts if isinstance(part, Segment)]
        known = [run for run in runs if run is not None]
        return Run(known) if len(known) == len(runs) else None


Part = tree.Statement | Segment


class _Layer:
    """Some neighbors and the segments that they were cut into, each with where it ends."""

    __slots__ = ("ends", "parts", "segments")

    def __init__(self, parts: Sequence[Part], segments: Sequence[Segment]) -> None:
        self.parts: Final = parts
        self.segments: Final = segments
        self.ends: Final = list(accumulate([len(each.parts) for each in segments]))

    def before(self, count: int) -> tuple[Sequence[Segment], int]:
        """The segments in so many first parts, and how many they hold.

        Pieces grow small beside an edit, so what is next to it is cut again; so `behind` it.
        """
        from bisect import bisect_right  # only after an edit

        last = bisect_right(self.ends, count) - 1
        return (self.segments[:last], self.ends[last - 1]) if last > 0 else ((), 0)

    def behind(self, count: int) -> tuple[Sequence[Segment], int]:
        """The segments in so many last parts, and how many they hold."""
        from bisect import bisect_left  # only after an edit

        end = len(self.parts)
        first = bisect_left(self.ends, end - count) + 2
        return (
            (self.segments[first:], end - self.ends[first - 1])
            if first < len(self.ends)
            else ((), 0)
        )


_NOTHING: Final = _Layer((), ())


class Segments:
    """The parts of blocks; the same segment wherever the same statements stand again.

    Where a segment ends depends on the statement there, not on its place, so that a block with one
    statement more or less has the other segments still.
    """

    __slots__ = ("_known", "_latest", "_parts")

    def __init__(self) -> None:
        self._known: dict[tuple[Part, ...], Segment] = {}
        self._parts: dict[tree.Block, Sequence[Part]] = {}
        self._latest: dict[tree.Node, list[list[_Layer]]] = {}

    def parts(self, block: tree.Block) -> Sequence[Part]:
        """The statements of a block, or some segments that hold them all."""
        if len(block.statements) < _LONG:
            return block.statements
        parts = self._parts.get(block)
        if parts is None:
            parts = self._parts[block] = self._cut(block.statements)
        return parts

    def items(self, program: tree.Program) -> Sequence[tree.Node]:
        """The items of a program, or some segments that hold them all."""
        if len(program.items) < _LONG:
            return program.items
        return self._cut(program.items)  # type: ignore[arg-type]  # no matter what is cut

    def _cut(self, statements: tuple[tree.Statement, ...]) -> Sequence[Part]:
        """A block in segments; those of one that begins or ends in the same way are kept."""
        parts: Sequence[Part] = statements
        earlier, first, last = self._closest(statements)
        layers: list[_Layer] = []
        while len(parts) >= _LONG:
            known = earlier[len(layers)] if len(layers) < len(earlier) else _NOTHING
            before, first = known.before(first)
            behind, last = known.behind(last)
            middle = self._pieces(parts[first : len(parts) - last])
            layers.append(_Layer(parts, [*before, *middle, *behind]))
            parts = layers[-1].segments
            first, last = len(before), len(behind)
        for end in (statements[0], statements[-1]):
            self._latest[end] = [layers, *self._latest.get(end, [])[: _VARIANTS - 1]]
        return parts

    def _closest(self, statements: tuple[tree.Statement, ...]) -> tuple[Sequence[_Layer], int, int]:
        """The layers of a block that is much the same, and how much is at both ends."""
        closest: tuple[Sequence[_Layer], int, int] = (), 0, 0
        for end in (statements[0], statements[-1]):
            for layers in self._latest.get(end, ()):
                first, last = common_ends(layers[0].parts, statements)
                if first + last > closest[1] + closest[2]:
                    closest = layers, first, last
                    if first + last + _LONGEST > len(statements):
                        return closest
        return closest

    def _pieces(self, parts: Sequence[Part]) -> list[Segment]:
        pieces: list[Segment] = []
        start = 0
        for end, part in enumerate(parts, 1):
            is_end = (id(part) >> 4) * 2654435761 >> 8 & _LENGTH - 1 == 0
            if is_end or end - start == _LONGEST or end == len(parts):
                piece = tuple(parts[start:end])
                segment = self._known.get(piece)
                if segment is None:
                    segment = self._known[piece] = Segment(piece)
                pieces.append(segment)
                start = end
        return pieces

    def keep_only(self, live: Set[tree.Node]) -> None:
        """Forget all blocks and segments but these."""
        self._parts = {block: parts for block, parts in self._parts.items() if block in live}
        self._known = {parts: each for parts, each in self._known.items() if each in live}
        self._latest = {end: cuts for end, cuts in self._latest.items() if end in live}
