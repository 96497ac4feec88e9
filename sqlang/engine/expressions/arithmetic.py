"""Operators and the functions of numbers (EXPR-2 to EXPR-5)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import (
    ceiling,
    divide,
    exponential,
    floor,
    maximum,
    minimum,
    natural_logarithm,
    power,
    square_root,
)


class OneOperand(Expression):
    """An operator or function of one number."""

    def __init__(self, operand: Expression) -> None:
        self.operand: Final = operand


class Negate(OneOperand):
    """Unary minus: flips the sign, also of 0."""

    def evaluate(self, context: Context) -> float:
        return -self.operand.evaluate(context)


class Not(OneOperand):
    """1 of 0, else 0; NaN is not 0."""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.operand.evaluate(context) == 0.0 else 0.0


class Absolute(OneOperand):
    """`abs`"""

    def evaluate(self, context: Context) -> float:
        return abs(self.operand.evaluate(context))


class Floor(OneOperand):
    """`floor`"""

    def evaluate(self, context: Context) -> float:
        return floor(self.operand.evaluate(context))


class Ceiling(OneOperand):
    """`ceil`"""

    def evaluate(self, context: Context) -> float:
        return ceiling(self.operand.evaluate(context))


class SquareRoot(OneOperand):
    """`sqrt`"""

    def evaluate(self, context: Context) -> float:
        return square_root(self.operand.evaluate(context))


class Exponential(OneOperand):
    """`exp`, the function (the distribution is a draw)."""

    def evaluate(self, context: Context) -> float:
        return exponential(self.operand.evaluate(context))


class Logarithm(OneOperand):
    """`ln`"""

    def evaluate(self, context: Context) -> float:
        return natural_logarithm(self.operand.evaluate(context))


class TwoOperands(Expression):
    """An operator or function of two numbers."""

    def __init__(self, left: Expression, right: Expression) -> None:
        self.left: Final = left
        self.right: Final = right


class Add(TwoOperands):
    """`+`"""

    def evaluate(self, context: Context) -> float:
        return self.left.evaluate(context) + self.right.evaluate(context)


class Subtract(TwoOperands):
    """Binary `-`"""

    def evaluate(self, context: Context) -> float:
        return self.left.evaluate(context) - self.right.evaluate(context)


class Multiply(TwoOperands):
    """`*`"""

    def evaluate(self, context: Context) -> float:
        return self.left.evaluate(context) * self.right.evaluate(context)


class Divide(TwoOperands):
    """`/`"""

    def evaluate(self, context: Context) -> float:
        return divide(self.left.evaluate(context), self.right.evaluate(context))


class Power(TwoOperands):
    """`^` and `pow`"""

    def evaluate(self, context: Context) -> float:
        return power(self.left.evaluate(context), self.right.evaluate(context))


class Minimum(TwoOperands):
    """`min`"""

    def evaluate(self, context: Context) -> float:
        return minimum(self.left.evaluate(context), self.right.evaluate(context))


class Maximum(TwoOperands):
    """`max`"""

    def evaluate(self, context: Context) -> float:
        return maximum(self.left.evaluate(context), self.right.evaluate(context))


class Less(TwoOperands):
    """`<`"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) < self.right.evaluate(context) else 0.0


class LessOrEqual(TwoOperands):
    """`<=`"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) <= self.right.evaluate(context) else 0.0


class Greater(TwoOperands):
    """`>`"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) > self.right.evaluate(context) else 0.0


class GreaterOrEqual(TwoOperands):
    """`>=`"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) >= self.right.evaluate(context) else 0.0


class Equal(TwoOperands):
    """`==`, exact"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) == self.right.evaluate(context) else 0.0


class NotEqual(TwoOperands):
    """`!=`, 1 with NaN"""

    def evaluate(self, context: Context) -> float:
        return 1.0 if self.left.evaluate(context) != self.right.evaluate(context) else 0.0


class And(TwoOperands):
    """`&&`: the right side only if the left is not 0."""

    def evaluate(self, context: Context) -> float:
        if self.left.evaluate(context) == 0.0:
            return 0.0
        return 1.0 if self.right.evaluate(context) != 0.0 else 0.0


class Or(TwoOperands):
    """`||`: the right side only if the left is 0."""

    def evaluate(self, context: Context) -> float:
        if self.left.evaluate(context) != 0.0:
            return 1.0
        return 1.0 if self.right.evaluate(context) != 0.0 else 0.0


class Conditional(Expression):
    """`c ? x : y`: one side is evaluated; anything but 0, NaN included, takes x."""

    def __init__(self, condition: Expression, then: Expression, otherwise: Expression) -> None:
        self.condition: Final = condition
        self.then: Final = then
        self.otherwise: Final = otherwise

    def evaluate(self, context: Context) -> float:
        if self.condition.evaluate(context) != 0.0:
            return self.then.evaluate(context)
        return self.otherwise.evaluate(context)
