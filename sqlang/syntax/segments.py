"""Long lists in pieces, so that an edit in one of a thousand statements concerns a few of them."""

from __future__ import annotations

from collections.abc import Sequence
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

    `nodes` are its parts, `whole` those that are no segments, in the order of the text; of a block
    they are `parts` and `statements`. `run` is what a parse may take over.
    """

    __slots__ = ("_run", "nodes", "whole")

    def __init__(self, nodes: tuple[tree.Node, ...]) -> None:
        super().__init__(nodes[0].first, nodes[-1].last)
        whole: list[tree.Node] = []
        for node in nodes:
            if isinstance(node, Segment):
                whole += node.whole
            else:
                whole.append(node)
        self.nodes: Final = nodes
        self.whole: Final[tuple[tree.Node, ...]] = tuple(whole)
        self._run: Run | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.nodes  # type: ignore[return-value]  # asked of segments of blocks alone

    @property
    def statements(self) -> tuple[tree.Statement, ...]:
        return self.whole  # type: ignore[return-value]  # asked of segments of blocks alone

    @property
    def run(self) -> Run | None:
        """What a parse may take over at once, if all of it is undamaged."""
        if self._run is None:
            self._run = self._joined() if isinstance(self.nodes[0], Segment) else run_of(self.nodes)
        return self._run

    def _joined(self) -> Run | None:
        runs = [node.run for node in self.nodes if isinstance(node, Segment)]
        known = [run for run in runs if run is not None]
        return Run(known) if len(known) == len(runs) else None


Part = tree.Statement | Segment


class _Layer:
    """Some neighbors and the segments that they were cut into, each with where it ends."""

    __slots__ = ("ends", "nodes", "segments")

    def __init__(self, nodes: Sequence[tree.Node], segments: Sequence[Segment]) -> None:
        self.nodes: Final = nodes
        self.segments: Final = segments
        self.ends: Final = list(accumulate([len(each.nodes) for each in segments]))

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

        end = len(self.nodes)
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
        self._known: dict[tuple[tree.Node, ...], Segment] = {}
        self._parts: dict[tree.Block, Sequence[Part]] = {}
        self._latest: dict[tree.Node, list[list[_Layer]]] = {}

    def parts(self, block: tree.Block) -> Sequence[Part]:
        """The statements of a block, or some segments that hold them all."""
        if len(block.statements) < _LONG:
            return block.statements
        known = self._parts.get(block)
        if known is not None:
            return known
        parts: Sequence[Part] = self._cut(block.statements)  # type: ignore[assignment]  # of statements
        self._parts[block] = parts
        return parts

    def items(self, program: tree.Program) -> Sequence[tree.Node]:
        """The items of a program, or some segments that hold them all."""
        return program.items if len(program.items) < _LONG else self._cut(program.items)

    def _cut(self, whole: Sequence[tree.Node]) -> Sequence[tree.Node]:
        """A list in segments; those of one that begins or ends in the same way are kept."""
        nodes = whole
        earlier, first, last = self._closest(whole)
        layers: list[_Layer] = []
        while len(nodes) >= _LONG:
            known = earlier[len(layers)] if len(layers) < len(earlier) else _NOTHING
            before, first = known.before(first)
            behind, last = known.behind(last)
            middle = self._pieces(nodes[first : len(nodes) - last])
            layers.append(_Layer(nodes, [*before, *middle, *behind]))
            nodes = layers[-1].segments
            first, last = len(before), len(behind)
        for end in (whole[0], whole[-1]):
            self._latest[end] = [layers, *self._latest.get(end, [])[: _VARIANTS - 1]]
        return nodes

    def _closest(self, whole: Sequence[tree.Node]) -> tuple[Sequence[_Layer], int, int]:
        """The layers of a list that is much the same, and how much is at both ends."""
        closest: tuple[Sequence[_Layer], int, int] = (), 0, 0
        for end in (whole[0], whole[-1]):
            for layers in self._latest.get(end, ()):
                first, last = common_ends(layers[0].nodes, whole)
                if first + last > closest[1] + closest[2]:
                    closest = layers, first, last
                    if first + last + _LONGEST > len(whole):
                        return closest
        return closest

    def _pieces(self, nodes: Sequence[tree.Node]) -> list[Segment]:
        pieces: list[Segment] = []
        start = 0
        for end, node in enumerate(nodes, 1):
            is_end = (id(node) >> 4) * 2654435761 >> 8 & _LENGTH - 1 == 0
            if is_end or end - start == _LONGEST or end == len(nodes):
                piece = tuple(nodes[start:end])
                segment = self._known.get(piece)
                if segment is None:
                    segment = self._known[piece] = Segment(piece)
                pieces.append(segment)
                start = end
        return pieces

    def keep_only(self, live: set[tree.Node]) -> None:
        """Forget all blocks and segments but these, and how lists of other nodes were cut.

        A list that an unfinished text had may end with any statement that is there again.
        """
        self._parts = {block: parts for block, parts in self._parts.items() if block in live}
        self._known = {nodes: each for nodes, each in self._known.items() if each in live}
        latest: dict[tree.Node, list[list[_Layer]]] = {}
        for end, cuts in self._latest.items():
            if end in live:
                kept = [layers for layers in cuts if live.issuperset(layers[0].nodes)]
                if kept:
                    latest[end] = kept
        self._latest = latest
