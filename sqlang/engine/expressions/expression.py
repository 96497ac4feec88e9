"""The base of all expression nodes, and the leaves."""

from __future__ import annotations

from typing import Final

from sqlang.engine.expressions.context import Context


class Expression:
    """Something that has a value whenever it is asked (EXPR-1); a draw has a new one each time."""

    def evaluate(self, context: Context) -> float:
        """The value now. Operands and arguments are evaluated left to right (RNG-7)."""
        raise NotImplementedError


class Constant(Expression):
    """A number."""

    def __init__(self, value: float) -> None:
        self.value: Final = value

    def evaluate(self, _context: Context) -> float:
        return self.value


class AttributeValue(Expression):
    """An attribute of the context's session, NaN without one."""

    def __init__(self, slot: int) -> None:
        self.slot: Final = slot

    def evaluate(self, context: Context) -> float:
        return context.attributes[self.slot]
