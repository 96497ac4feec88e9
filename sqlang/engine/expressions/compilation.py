"""From expressions of the IR to nodes bound to the pools and stages of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeGuard

from sqlang.engine.errors import UNDEFINED, RunError
from sqlang.engine.expressions import arithmetic, draws, estimates, observables
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import (
    AttributeValue,
    Constant,
    Expression,
)
from sqlang.engine.expressions.references import FamilyIndex, PoolReference, StageReference
from sqlang.engine.expressions.variables import VARIABLES
from sqlang.ir import program as ir
from sqlang.ir.traversal import walk

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.stages.stage import Stage

_BINARY: Final[Mapping[ir.BinaryOperator, type[arithmetic.TwoOperands]]] = {
    ir.BinaryOperator.ADD: arithmetic.Add,
    ir.BinaryOperator.SUB: arithmetic.Subtract,
    ir.BinaryOperator.MUL: arithmetic.Multiply,
    ir.BinaryOperator.DIV: arithmetic.Divide,
    ir.BinaryOperator.POW: arithmetic.Power,
    ir.BinaryOperator.LT: arithmetic.Less,
    ir.BinaryOperator.LE: arithmetic.LessOrEqual,
    ir.BinaryOperator.GT: arithmetic.Greater,
    ir.BinaryOperator.GE: arithmetic.GreaterOrEqual,
    ir.BinaryOperator.EQ: arithmetic.Equal,
    ir.BinaryOperator.NE: arithmetic.NotEqual,
    ir.BinaryOperator.AND: arithmetic.And,
    ir.BinaryOperator.OR: arithmetic.Or,
}

_UNARY: Final[Mapping[ir.UnaryOperator, type[arithmetic.OneOperand]]] = {
    ir.UnaryOperator.NEG: arithmetic.Negate,
    ir.UnaryOperator.NOT: arithmetic.Not,
}

_OF_ONE_NUMBER: Final[Mapping[ir.Function, type[arithmetic.OneOperand]]] = {
    ir.Function.ABS: arithmetic.Absolute,
    ir.Function.FLOOR: arithmetic.Floor,
    ir.Function.CEIL: arithmetic.Ceiling,
    ir.Function.SQRT: arithmetic.SquareRoot,
    ir.Function.EXP: arithmetic.Exponential,
    ir.Function.LN: arithmetic.Logarithm,
}

_OF_TWO_NUMBERS: Final[Mapping[ir.Function, type[arithmetic.TwoOperands]]] = {
    ir.Function.MIN: arithmetic.Minimum,
    ir.Function.MAX: arithmetic.Maximum,
    ir.Function.POW: arithmetic.Power,
}

_OF_A_POOL: Final[Mapping[ir.Function, type[observables.PoolObservable]]] = {
    ir.Function.USED: observables.Used,
    ir.Function.FREE: observables.Free,
    ir.Function.CACHED_IN: observables.CachedIn,
    ir.Function.HOLDERS: observables.Holders,
    ir.Function.QUEUED: observables.Queued,
}

_OF_A_STAGE: Final[Mapping[ir.Function, type[observables.StageObservable]]] = {
    ir.Function.QUEUE: observables.QueueLength,
    ir.Function.BUSY: observables.Busy,
    ir.Function.WORK: observables.WorkLeft,
    ir.Function.BUDGET_LEFT: observables.BudgetLeft,
    ir.Function.EST_LAMBDA: estimates.EstimatedRate,
    ir.Function.EST_RHO: estimates.EstimatedUtilization,
    ir.Function.EST_WAIT: estimates.EstimatedWait,
}


_OF_ESTIMATORS: Final = frozenset(
    {
        ir.Function.EST_LAMBDA,
        ir.Function.EST_RHO,
        ir.Function.EST_WAIT,
        ir.Function.PRICE,
    }
)

_TWO_ARGUMENTS: Final = frozenset(
    {ir.Distribution.UNIFORM, ir.Distribution.ERLANG, ir.Distribution.H2}
)


class ExpressionCompiler:
    """Compiles the expressions of one program for one run."""

    def __init__(self, pools: list[Pool], stages: list[Stage], blank: Context) -> None:
        self._pools: Final = pools
        self._stages: Final = stages
        self._blank: Final = blank
        """Constants are folded with it; it is never read."""
        self.estimates = False
        """Whether an expression compiled so far reads the estimators of a stage."""
        self._done: dict[int, Expression] = {}
        """By identity of the IR node: the parts compiled so far of the present expression."""

    def compile(self, node: ir.Expression) -> Expression:
        """The node that evaluates `node`; operations on constants alone are done here (EXPR-1).

        Parts are compiled before what contains them, without recursion: trees may be deep.
        """
        self._done = {}
        for part in reversed(list(walk(node))):
            if not isinstance(part, ir.PoolArgument | ir.StageArgument):
                self._done[id(part)] = self._compile(part)
        return self._done[id(node)]

    def compile_optional(self, node: ir.Expression | None) -> Expression | None:
        """The same for an expression that may be absent."""
        return None if node is None else self.compile(node)

    def compile_all(self, nodes: tuple[ir.Expression, ...]) -> list[Expression]:
        """The same for a list of keys."""
        return [self.compile(node) for node in nodes]

    def pool_of_statement(self, reference: ir.Reference) -> PoolReference:
        """A pool as a statement names it."""
        index = self.compile_optional(reference.index)
        return self._pool(reference, FamilyIndex(index, reference, "pool index"))

    def stage_of_statement(self, reference: ir.Reference) -> StageReference:
        """A stage as a statement names it."""
        index = self.compile_optional(reference.index)
        return self._stage(reference, FamilyIndex(index, reference, "stage index"))

    def _pool(self, reference: ir.Reference, index: FamilyIndex) -> PoolReference:
        return PoolReference(self._pools[reference.base : reference.base + reference.count], index)

    def _stage(self, reference: ir.Reference, index: FamilyIndex) -> StageReference:
        members = self._stages[reference.base : reference.base + reference.count]
        return StageReference(members, index)

    def _inner_index(self, reference: ir.Reference) -> FamilyIndex:
        """The index of a reference within an expression."""
        index = None if reference.index is None else self._part(reference.index)
        return FamilyIndex(index, reference, "index")

    def _part(self, node: ir.Expression) -> Expression:
        return self._done[id(node)]

    def _compile(self, node: ir.Expression) -> Expression:
        match node:
            case ir.Number(value=value):
                return Constant(value)
            case ir.Attribute(slot=slot):
                return AttributeValue(slot)
            case ir.Context(variable=variable):
                return VARIABLES[variable]()
            case ir.Binary():
                return self._two_operands(_BINARY[node.operator], node.left, node.right)
            case ir.Unary():
                return self._one_operand(_UNARY[node.operator], node.operand)
            case ir.Conditional():
                return arithmetic.Conditional(
                    self._part(node.condition), self._part(node.then), self._part(node.otherwise)
                )
            case ir.Sample():
                return self._draw(node)
            case ir.Call():
                return self._call(node)

    def _two_operands(
        self, kind: type[arithmetic.TwoOperands], left: ir.Expression, right: ir.Expression
    ) -> Expression:
        operation = kind(self._part(left), self._part(right))
        if isinstance(operation.left, Constant) and isinstance(operation.right, Constant):
            return Constant(operation.evaluate(self._blank))
        return operation

    def _one_operand(self, kind: type[arithmetic.OneOperand], operand: ir.Expression) -> Expression:
        operation = kind(self._part(operand))
        if isinstance(operation.operand, Constant):
            return Constant(operation.evaluate(self._blank))
        return operation

    def _draw(self, node: ir.Sample) -> Expression:
        arguments = [self._part(argument) for argument in node.arguments]
        if len(arguments) != (2 if node.distribution in _TWO_ARGUMENTS else 1):
            raise _malformed(f"a draw with {len(arguments)} arguments")
        match node.distribution:
            case ir.Distribution.DET:
                return arguments[0]
            case ir.Distribution.EXP:
                return draws.exponential(arguments[0])
            case ir.Distribution.BERNOULLI:
                return draws.bernoulli(arguments[0])
            case ir.Distribution.UNIFORM:
                return draws.uniform(arguments[0], arguments[1])
            case ir.Distribution.ERLANG:
                return draws.erlang(arguments[0], arguments[1], node)
            case ir.Distribution.H2:
                return draws.hyperexponential(arguments[0], arguments[1])

    def _call(self, node: ir.Call) -> Expression:
        function = node.function
        self.estimates = self.estimates or function in _OF_ESTIMATORS
        match node.arguments:
            case (ir.PoolArgument(pool=pool),) if function in _OF_A_POOL:
                return _OF_A_POOL[function](self._pool(pool, self._inner_index(pool)))
            case (ir.StageArgument(stage=stage),) if function in _OF_A_STAGE:
                return _OF_A_STAGE[function](self._stage(stage, self._inner_index(stage)))
            case (argument,) if function in _OF_ONE_NUMBER and _is_number(argument):
                return self._one_operand(_OF_ONE_NUMBER[function], argument)
            case (left, right) if (
                function in _OF_TWO_NUMBERS and _is_number(left) and _is_number(right)
            ):
                return self._two_operands(_OF_TWO_NUMBERS[function], left, right)
            case (ir.StageArgument(stage=stage), known, added) if (
                function is ir.Function.PRICE and _is_number(known) and _is_number(added)
            ):
                reference = self._stage(stage, self._inner_index(stage))
                return estimates.Price(reference, self._part(known), self._part(added))
        raise _malformed(f"this use of `{function.value}`")


def _is_number(argument: ir.Argument) -> TypeGuard[ir.Expression]:
    return not isinstance(argument, ir.PoolArgument | ir.StageArgument)


def _malformed(feature: str) -> RunError:
    """What no program text gives, only IR made by a tool (IR-55)."""
    return RunError(UNDEFINED, f"{feature} means nothing", None, None, 0.0)
