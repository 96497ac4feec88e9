"""Lowers blocks and statements; blocks are numbered as they are entered (IR-17, IR-23, IR-24)."""

from __future__ import annotations

from typing import Final

from sqlang.ir import program as ir
from sqlang.lowering.expressions import ExpressionLowering
from sqlang.semantics.names import Names
from sqlang.syntax import tree

_MODES: Final = {"prefill": ir.Mode.PREFILL, "decode": ir.Mode.DECODE}


class BlockLowering:
    """Makes the blocks of a program; `blocks` and `statements` have one entry for each number.

    `statements` are the tree nodes in the places of the IR statements.
    """

    __slots__ = ("_expressions", "_names", "blocks", "statements")

    def __init__(self, expressions: ExpressionLowering, names: Names) -> None:
        self._expressions: Final = expressions
        self._names: Final = names
        self.blocks: Final[list[tuple[ir.Statement, ...]]] = []
        self.statements: Final[list[tuple[tree.Node, ...]]] = []

    def enter(self, block: tree.Block | None) -> int:
        """Lower a block and what is nested in it; gives its number. No block is an empty one."""
        number = len(self.blocks)
        self.blocks.append(())
        self.statements.append(())
        lowered: list[ir.Statement] = []
        nodes: list[tree.Node] = []
        for node in () if block is None else block.statements:
            statement = self._statement(node)
            if statement is not None:
                lowered.append(statement)
                nodes.append(node)
                self._expressions.origins[id(statement)] = node
        self.blocks[number] = tuple(lowered)
        self.statements[number] = tuple(nodes)
        return number

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
