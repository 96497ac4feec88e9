"""What an expression has read when it failed, for who has to find out why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import Reading
from sqlang.engine.expressions.compilation import ExpressionCompiler
from sqlang.engine.expressions.context import Context
from sqlang.engine.source_form import source_form
from sqlang.ir import program as ir
from sqlang.ir.moments import PURE_FUNCTIONS
from sqlang.ir.traversal import walk

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.stages.stage import Stage

_MOST: Final = 8
"""More values than these would hide the error."""


class Readings:
    """Reads again what an expression has read. It draws nothing: a failing run may still go on."""

    def __init__(self, program: ir.Program, pools: list[Pool], stages: list[Stage]) -> None:
        self._program: Final = program
        self._pools: Final = pools
        self._stages: Final = stages

    def of(self, nodes: Iterable[ir.Argument], context: Context) -> tuple[Reading, ...]:
        """The attributes, context variables and observables of nodes, each once, in order."""
        found: dict[str, float] = {}
        for node in nodes:
            for part in walk(node):
                if not isinstance(part, ir.PoolArgument | ir.StageArgument) and self._is_read(part):
                    text = source_form(part, self._program)
                    if text not in found and len(found) < _MOST:
                        found[text] = self._value(part, context)
        return tuple(Reading(text, value) for text, value in found.items())

    def _value(self, part: ir.Expression, context: Context) -> float:
        compiler = ExpressionCompiler(self._pools, self._stages, context)
        return context.evaluate_quietly(compiler.compile(part))

    def _is_read(self, part: ir.Expression) -> bool:
        match part:
            case ir.Attribute() | ir.Context():
                return True
            case ir.Call(function=function):
                return function not in PURE_FUNCTIONS and not self._draws(part)
        return False

    def _draws(self, call: ir.Call) -> bool:
        """Whether reading it draws: by an index, or by the budget that `budget_left` evaluates."""
        if any(isinstance(part, ir.Sample) for part in walk(call)):
            return True
        # What `budget_left` shows takes the evaluation of two further expressions.
        return call.function is ir.Function.BUDGET_LEFT
