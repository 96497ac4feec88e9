"""Long blocks in pieces, so that an edit in one of a thousand statements concerns a few of them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from sqlang.syntax import tree
from sqlang.syntax.runs import Run, run_of

_LONG: Final = 32
"""A shorter block is not cut."""

_LENGTH: Final = 16
_LONGEST: Final = 64


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

    __slots__ = ("_known", "_parts")

    def __init__(self) -> None:
        self._known: dict[tuple[tree.Statement, ...], Segment] = {}
        self._parts: dict[tree.Block, Sequence[Part]] = {}

    def parts(self, block: tree.Block) -> Sequence[Part]:
        """The statements of a block, or segments that hold them all."""
        if len(block.statements) < _LONG:
            return block.statements
        parts = self._parts.get(block)
        if parts is None:
            parts = self._parts[block] = self._cut(block.statements)
        return parts

    def keep_only(self, blocks: Set[tree.Node]) -> set[tree.Node]:
        """Forget what is in no such block; gives the segments that are left."""
        self._parts = {block: parts for block, parts in self._parts.items() if block in blocks}
        left = [
            part for parts in self._parts.values() for part in parts if isinstance(part, Segment)
        ]
        self._known = {segment.statements: segment for segment in left}
        return set(left)

    def _cut(self, statements: tuple[tree.Statement, ...]) -> list[Part]:
        parts: list[Part] = []
        start = 0
        for end, statement in enumerate(statements, 1):
            is_end = (id(statement) >> 4) * 2654435761 >> 8 & _LENGTH - 1 == 0
            if is_end or end - start == _LONGEST or end == len(statements):
                piece = statements[start:end]
                segment = self._known.get(piece)
                if segment is None:
                    segment = self._known[piece] = Segment(piece)
                parts.append(segment)
                start = end
        return parts
