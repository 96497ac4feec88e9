"""Lowers blocks and statements; blocks are numbered as they are entered (IR-17, IR-23, IR-24)."""

from __future__ import annotations

from sqlang.ir import program as ir
from sqlang.lowering.expressions import ExpressionLowering
from sqlang.semantics.names import Names
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.lowering.memory import LoweringMemory, Piece


_MODES: Final = {"prefill": ir.Mode.PREFILL, "decode": ir.Mode.DECODE}


Place = tuple[int, int]
"""A statement of the IR: the number of its block, and its position there."""


class BlockLowering:
    """Makes the blocks of a program; `blocks` and `statements` have one entry for each number.

    `statements` are the tree nodes in the places of the IR statements, `pieces` their origins. With
    a `memory`, what is in it is taken over and `fresh` are the places that may not be valid; if
    `only_doubtful`, the rest is left out.
    """

    __slots__ = (
        "_expressions",
        "_memory",
        "_names",
        "_only_doubtful",
        "blocks",
        "fresh",
        "pieces",
        "statements",
    )

    def __init__(
        self,
        expressions: ExpressionLowering,
        names: Names,
        memory: LoweringMemory | None = None,
        *,
        only_doubtful: bool = False,
    ) -> None:
        self._expressions: Final = expressions
        self._names: Final = names
        self._memory: Final = memory
        self._only_doubtful: Final = only_doubtful
        self.blocks: Final[list[tuple[ir.Statement, ...]]] = []
        self.statements: Final[list[tuple[tree.Statement, ...]]] = []
        self.pieces: Final[list[Piece]] = []
        self.fresh: Final[list[Place]] = []

    def enter(self, block: tree.Block | None) -> int:
        """Lower a block and what is nested in it; gives its number. No block is an empty one."""
        number = len(self.blocks)
        self.blocks.append(())
        self.statements.append(())
        lowered: list[ir.Statement] = []
        nodes: list[tree.Statement] = []
        memory = self._memory
        if memory is not None:
            for part in () if block is None else memory.known.segments.parts(block):
                self._part(part, number, lowered, nodes, memory)
        else:
            for node in () if block is None else block.statements:
                statement = self._statement(node)
                if statement is not None:
                    self._expressions.origins[id(statement)] = node
                    lowered.append(statement)
                    nodes.append(node)
        self.blocks[number] = tuple(lowered)
        self.statements[number] = tuple(nodes)
        return number

    def _part(
        self,
        part: Part,
        number: int,
        lowered: list[ir.Statement],
        nodes: list[tree.Statement],
        memory: LoweringMemory,
    ) -> None:
        """Lower a part of a block unless that was done before."""
        if self._only_doubtful and memory.known.is_right(part):
            return
        if isinstance(part, Segment):
            self._segment(part, number, lowered, nodes, memory)
            return
        statement = self._remembered(part, memory)
        if statement is not None:
            if part not in memory.known.valid:
                self.fresh.append((number, len(lowered)))
            lowered.append(statement)
            nodes.append(part)

    def _segment(
        self,
        segment: Segment,
        number: int,
        lowered: list[ir.Statement],
        nodes: list[tree.Statement],
        memory: LoweringMemory,
    ) -> None:
        known = memory.segments.get(segment)
        start, first, before = len(self.blocks), len(self.pieces), len(lowered)
        if (
            known is not None
            and not self._only_doubtful
            and memory.known.is_right(segment)
            and (not known.blocks or known.start == start)
        ):
            self.blocks.extend(known.blocks)
            self.statements.extend(known.statements)
            self.pieces.extend(known.pieces)
            lowered.extend(known.members)
            nodes.extend(known.nodes)
            return
        for part in segment.parts:
            self._part(part, number, lowered, nodes, memory)
        if not self._only_doubtful:
            from sqlang.lowering.memory import LoweredSegment  # loaded, if there is a memory

            known = LoweredSegment(
                lowered[before:],
                nodes[before:],
                self.pieces[first:],
                start,
                self.blocks[start:],
                self.statements[start:],
            )
            memory.segments.put(segment, known)

    def _remembered(self, node: tree.Statement, memory: LoweringMemory) -> ir.Statement | None:
        """The statement a node became before, with the blocks in it, or what it becomes now."""
        start = len(self.blocks)
        known = None if self._only_doubtful else memory.statements.get(node)
        if known is not None and (
            not known.blocks or (known.start == start and node in memory.known.right)
        ):
            self.blocks.extend(known.blocks)
            self.statements.extend(known.statements)
            self.pieces.extend(known.pieces)
            return known.statement
        lower, first = self._expressions, len(self.pieces)
        around, lower.origins = lower.origins, {}
        statement = self._statement(node)
        if statement is not None:
            lower.origins[id(statement)] = node
        self.pieces.append(lower.origins)
        lower.origins = around
        if not self._only_doubtful:
            from sqlang.lowering.memory import Lowered  # as above

            known = Lowered(
                statement,
                self.pieces[first:],
                start,
                self.blocks[start:],
                self.statements[start:],
            )
            memory.statements.put(node, known)
        return statement

    def _statement(self, node: tree.Statement) -> ir.Statement | None:
        """The statement a node becomes; `None` for what is damaged or was refused."""
        lower = self._expressions
        made: ir.Statement | None = None
        match node:
            case tree.Set(target=target, value=value):
                made = ir.Set(self._names.attributes[target.name], lower.expression(value))
            case tree.Observe(target=target, value=value):
                made = ir.Observe(self._names.observations[target.name], lower.expression(value))
            case tree.Hold():
                made = self._hold(node)
            case tree.Run():
                made = self._run(node)
            case tree.Branch(guard=guard):
                test = lower.expression(guard)
                made = ir.Branch(test, self.enter(node.then), self.enter(node.otherwise))
            case tree.Loop(body=body):
                made = ir.Loop(self.enter(body))
            case tree.Choose(target=target, count=count, keys=keys):
                slot = self._names.attributes[target.name]
                made = ir.Choose(slot, lower.expression(count), lower.expressions(keys))
            case tree.Grow(pool=pool, amount=amount):
                made = ir.Grow(lower.pool(pool), lower.expression(amount))
            case tree.Load(pool=pool, amount=amount):
                made = ir.Load(lower.pool(pool), lower.expression(amount))
            case tree.Drop(pool=pool):
                made = ir.Drop(lower.pool(pool))
            case tree.Release(pool=pool):
                made = ir.Release(lower.pool(pool))
            case tree.Turn():
                made = ir.Turn()
            case tree.End():
                made = ir.End()
        return made

    def _hold(self, hold: tree.Hold) -> ir.Hold:
        lower = self._expressions
        takes = tuple([self._take(take) for take in hold.takes])
        reuse = lower.optional(hold.reuse)
        body = self.enter(hold.body)
        cache = lower.optional(hold.cache)
        lease = None
        if hold.lease is not None:
            lease = ir.Lease(lower.pool(hold.lease.pool), lower.expression(hold.lease.time))
            lower.origins[id(lease)] = hold.lease
        return ir.Hold(takes, reuse, body, cache, lease)

    def _take(self, take: tree.Take) -> ir.Take:
        lower = self._expressions
        units, reserve = lower.expression(take.units), lower.optional(take.reserve)
        lowered = ir.Take(lower.pool(take.pool), units, reserve)
        lower.origins[id(lowered)] = take
        return lowered

    def _run(self, run: tree.Run) -> ir.Run:
        lower = self._expressions
        stage, *also = [lower.stage(each) for each in run.stages]
        mode = ir.Mode.PLAIN if run.mode is None else _MODES[run.mode.name]
        growing = None if run.growing is None else lower.pool(run.growing)
        return ir.Run(stage, mode, lower.expression(run.work), growing, tuple(also))
