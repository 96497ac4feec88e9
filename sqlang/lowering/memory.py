"""What was lowered before an edit and still means the same, to be taken over as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.ir import program as ir
from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.constants import Constants
from sqlang.semantics.meanings import Changes, KnownNodes, Meanings
from sqlang.semantics.memory import Memory
from sqlang.semantics.names import Names
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


Piece = dict[int, tree.Node]
"""The origins of what one statement or item became."""

LoweredItem = tuple[tuple[ir.Pool | ir.Stage, ...], Piece]


class Lowered:
    """What a statement became; of one with blocks also these, numbered from `start`.

    `pieces` are the origins of all that is in it, `statements` the tree nodes in the places of the
    IR statements.
    """

    __slots__ = ("blocks", "pieces", "start", "statement", "statements")

    def __init__(
        self,
        statement: ir.Statement | None,
        pieces: Sequence[Piece],
        start: int,
        blocks: Sequence[tuple[ir.Statement, ...]],
        statements: Sequence[tuple[tree.Statement, ...]],
    ) -> None:
        self.statement: Final = statement
        self.pieces: Final = pieces
        self.start: Final = start
        self.blocks: Final = blocks
        self.statements: Final = statements


class LoweredSegment:
    """What a segment became: the statements of its block, and the rest as of one statement."""

    __slots__ = ("blocks", "members", "nodes", "pieces", "start", "statements")

    def __init__(
        self,
        members: Sequence[ir.Statement],
        nodes: Sequence[tree.Statement],
        pieces: Sequence[Piece],
        start: int,
        blocks: Sequence[tuple[ir.Statement, ...]],
        statements: Sequence[tuple[tree.Statement, ...]],
    ) -> None:
        self.members: Final = members
        self.nodes: Final = nodes
        self.pieces: Final = pieces
        self.start: Final = start
        self.blocks: Final = blocks
        self.statements: Final = statements


class LoweringMemory:
    """The IR of the last program without errors, by the tree nodes it was made from.

    `items` are the members of pools and stages. What is here goes by what names are lowered to.
    """

    __slots__ = ("changes", "items", "known", "segments", "statements")

    def __init__(self, known: Memory) -> None:
        self.known: Final = known
        self.changes: Final = Changes()
        words = known.facts.words_of
        self.statements: Final = KnownNodes[Lowered](self.changes, words)
        self.segments: Final = KnownNodes[LoweredSegment](self.changes, words)
        self.items: Final = KnownNodes[LoweredItem](self.changes, words)

    def keep_only(self, program: tree.Program, blocks: Iterable[tree.Block]) -> None:
        """Forget what is no longer in the program."""
        live = self.known.keep_only(program, blocks)
        self.statements.keep_only(live)
        self.segments.keep_only(live)
        self.items.keep_only(live)

    def approve(self, statement: tree.Statement) -> None:
        """Note that a statement is valid by itself, after those nested in it."""
        self.known.valid.put(statement, True)
        blocks = nested_blocks(statement)
        parts = self.known.segments.parts
        if all(self.known.is_right(part) for block in blocks for part in parts(block)):
            self.known.right.put(statement, True)


def lowered_meanings(names: Names, constants: Constants) -> Meanings:
    """What each name is lowered to."""
    found: dict[str, tuple[object, ...]] = {}
    for name, value in constants.lets.items():
        found[name] = ("constant", repr(value))
    for pool in names.pools.values():
        size = repr(constants.block_size(pool))
        found[pool.name] = (found.get(pool.name), "pool", pool.base, pool.size, size)
    for stage in names.stages.values():
        found[stage.name] = (found.get(stage.name), "stage", stage.base, stage.size)
    return Meanings(found, slots=(names.attributes, names.observations))
