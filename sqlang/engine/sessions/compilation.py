"""From the blocks of the IR to statements that perform themselves."""

from __future__ import annotations

from typing import Final

from sqlang.engine.expressions.compilation import ExpressionCompiler
from sqlang.engine.expressions.references import PoolReference
from sqlang.engine.observer import Statement
from sqlang.engine.sessions.holding import (
    DropStatement,
    GrowStatement,
    HoldStatement,
    LeaseClause,
    LoadStatement,
    ReleaseStatement,
    Take,
)
from sqlang.engine.sessions.statement import Block, ExecutableStatement
from sqlang.engine.sessions.statements import (
    BranchStatement,
    ChooseStatement,
    EndStatement,
    LoopStatement,
    ObserveStatement,
    RunStatement,
    SetStatement,
    TurnStatement,
    WorkloadStatement,
)
from sqlang.ir import program as ir
from sqlang.ir.traversal import statement_blocks


class StatementCompiler:
    """The compiled blocks of one program, in `blocks`, by their places in the program."""

    def __init__(self, program: ir.Program, expressions: ExpressionCompiler) -> None:
        self._program: Final = program
        self._expressions: Final = expressions
        self.blocks: Final = [Block() for _ in program.blocks]
        for index, statements in enumerate(program.blocks):
            for position, statement in enumerate(statements):
                place = Statement(index, position)
                self.blocks[index].append(self._compile(place, statement))
        self._link_branches()

    def _link_branches(self) -> None:
        """Let the ends of branches lead to what follows, outer ones first.

        An IR that a tool made may use a block more than once; what follows that is not always the
        same.
        """
        uses = [0] * len(self.blocks)
        uses[self._program.session] += 1
        for statements in self._program.blocks:
            for statement in statements:
                for index in statement_blocks(statement):
                    uses[index] += 1
        linked = [self._program.session]
        for block in linked:
            for made, statement in zip(
                self.blocks[block].statements, self._program.blocks[block], strict=True
            ):
                for index in statement_blocks(statement):
                    if uses[index] == 1:
                        linked.append(index)
                        if isinstance(statement, ir.Branch):
                            self.blocks[index].go_on_with(made.following)

    def workload_block(self, index: int) -> list[WorkloadStatement]:
        """The statements of an `init` or `turn` block."""
        return [
            statement
            for statement in self.blocks[index].statements
            if isinstance(statement, WorkloadStatement)
        ]

    def _compile(self, place: Statement, statement: ir.Statement) -> ExecutableStatement:
        match statement:
            case ir.Hold():
                return self._hold(place, statement)
            case ir.Run():
                return self._run(place, statement)
            case ir.Branch():
                return self._branch(place, statement)
            case ir.Choose():
                return self._choose(place, statement)
            case ir.Grow() | ir.Drop() | ir.Release() | ir.Load():
                return self._pool_statement(place, statement)
            case ir.Set() | ir.Observe():
                return self._workload_statement(place, statement)
            case ir.Loop() | ir.Turn() | ir.End():
                return self._plain_statement(place, statement)

    def _plain_statement(
        self, place: Statement, statement: ir.Loop | ir.Turn | ir.End
    ) -> ExecutableStatement:
        match statement:
            case ir.Loop():
                return LoopStatement(place, self.blocks[statement.body])
            case ir.Turn():
                return TurnStatement(place)
            case ir.End():
                return EndStatement(place)

    def _workload_statement(
        self, place: Statement, statement: ir.Set | ir.Observe
    ) -> WorkloadStatement:
        value = self._expressions.compile(statement.value)
        if isinstance(statement, ir.Set):
            return SetStatement(place, statement.slot, value)
        return ObserveStatement(place, statement.slot, value)

    def _pool_statement(
        self, place: Statement, statement: ir.Grow | ir.Drop | ir.Release | ir.Load
    ) -> ExecutableStatement:
        pool = self._pool(statement.pool)
        match statement:
            case ir.Grow():
                amount = self._expressions.compile(statement.amount)
                return GrowStatement(place, pool, amount, statement)
            case ir.Load():
                amount = self._expressions.compile(statement.amount)
                return LoadStatement(place, pool, amount, statement)
            case ir.Drop():
                return DropStatement(place, pool)
            case ir.Release():
                return ReleaseStatement(place, pool)

    def _pool(self, reference: ir.Reference) -> PoolReference:
        return self._expressions.pool_of_statement(reference)

    def _hold(self, place: Statement, hold: ir.Hold) -> HoldStatement:
        return HoldStatement(
            place,
            [self._take(take) for take in hold.pools],
            self._expressions.compile_optional(hold.reuse),
            self.blocks[hold.body],
            self._expressions.compile_optional(hold.cache),
            None if hold.lease is None else self._lease(hold.lease),
        )

    def _lease(self, lease: ir.Lease) -> LeaseClause:
        return LeaseClause(self._pool(lease.pool), self._expressions.compile(lease.time))

    def _take(self, take: ir.Take) -> Take:
        return Take(
            self._pool(take.pool),
            self._expressions.compile(take.units),
            self._expressions.compile_optional(take.reserve),
        )

    def _run(self, place: Statement, run: ir.Run) -> RunStatement:
        return RunStatement(
            place,
            self._expressions.stage_of_statement(run.stage),
            run.mode is ir.Mode.PREFILL,
            self._expressions.compile(run.work),
            None if run.growing is None else self._pool(run.growing),
            [self._expressions.stage_of_statement(stage) for stage in run.also],
        )

    def _branch(self, place: Statement, branch: ir.Branch) -> BranchStatement:
        return BranchStatement(
            place,
            self._expressions.compile(branch.guard),
            self.blocks[branch.then],
            self.blocks[branch.otherwise],
            self._program,
            branch.guard,
        )

    def _choose(self, place: Statement, choose: ir.Choose) -> ChooseStatement:
        return ChooseStatement(
            place,
            choose.slot,
            self._expressions.compile(choose.count),
            self._expressions.compile_all(choose.keys),
            choose.count,
        )
