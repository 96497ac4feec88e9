"""How far sessions come in the blocks of a program, and on which stages they run there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.nesting import has_parts, innermost_first
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory


class Reach:
    """How sessions go through a stretch of statements in a block.

    One `stops` if no session comes to its end, because of a statement that is never left. In the
    blocks that are `cut_off`, at any depth, something stands behind such a statement. `stages` are
    those that are run on.
    """

    __slots__ = ("cut_off", "stages", "stops")

    def __init__(
        self, stops: bool, cut_off: tuple[tree.Block, ...], stages: frozenset[str]
    ) -> None:
        self.stops: Final = stops
        self.cut_off: Final = cut_off
        self.stages: Final = stages


_SAYING: Final = frozenset({Segment, tree.Hold, tree.Branch, tree.Loop, tree.End, tree.Run})
"""What is neither of these lets all sessions through, and runs on no stage."""

_THROUGH: Final = Reach(False, (), frozenset())
_END: Final = Reach(True, (), frozenset())


class KnownReach:
    """The reach of parts of blocks in kernel statements, each looked at once while it stays."""

    __slots__ = ("_by_node", "_segments")

    def __init__(self, memory: Memory | None = None) -> None:
        self._by_node: Final[dict[tree.Node, Reach]] = {} if memory is None else memory.reach
        self._segments: Final = Segments() if memory is None else memory.segments

    def of_block(self, block: tree.Block) -> Reach:
        """How sessions go through a block."""
        reached = self._joined(self._segments.parts(block))
        if not reached.stops or self.first_stop(block) + 1 == len(block.statements):
            return reached
        return Reach(True, (block, *reached.cut_off), reached.stages)

    def first_stop(self, block: tree.Block) -> int:
        """The number of the first statement that no session leaves, in a block that `stops`."""
        parts: Sequence[Part] = self._segments.parts(block)
        while True:
            first = next(part for part in parts if self._of(part).stops)
            if not isinstance(first, Segment):
                return block.statements.index(first)
            parts = first.parts

    def _of(self, part: Part) -> Reach:
        if has_parts(part):
            known = self._by_node.get(part)
            if known is None:
                for each in innermost_first(part, self._by_node, self._segments):
                    self._by_node[each] = self._looked_at(each)
                known = self._by_node[part]
            return known
        match part:
            case tree.End():
                return _END
            case tree.Run(stages=stages):
                return Reach(False, (), frozenset([stage.name.name for stage in stages]))
        return _THROUGH

    def _looked_at(self, part: tree.Node) -> Reach:
        """That of a part when those of all in it are known.

        Only `end` ends a `loop`; a `branch` without `else` may do nothing.
        """
        if isinstance(part, Segment):
            return self._joined(part.parts)
        inner = [self.of_block(block) for block in nested_blocks(part)]
        match part:
            case tree.Loop():
                return _together(True, inner)
            case tree.Branch(otherwise=None):
                return _together(False, inner)
        return _together(all(each.stops for each in inner), inner)

    def _joined(self, parts: Sequence[Part]) -> Reach:
        """That of neighbors."""
        reached = [self._of(part) for part in parts if type(part) in _SAYING]
        return _together(any(each.stops for each in reached), reached)


def _together(stops: bool, parts: Iterable[Reach]) -> Reach:
    saying = [each for each in parts if each.cut_off or each.stages]
    if not saying:
        return _END if stops else _THROUGH
    if len(saying) == 1 and saying[0].stops is stops:
        return saying[0]
    cut_off = tuple([block for each in saying for block in each.cut_off])
    return Reach(stops, cut_off, frozenset().union(*[each.stages for each in saying]))
