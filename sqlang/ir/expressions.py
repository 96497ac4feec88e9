"""Expressions and references (IR-11 to IR-14)."""

from __future__ import annotations

from sqlang.ir.names import (
    BinaryOperator,
    ContextVariable,
    Distribution,
    Function,
    UnaryOperator,
)
from sqlang.ir.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


EXPRESSION_DEPTH = 400
"""The most levels an expression may have (SQ006), so that whoever evaluates one may recurse."""


class Reference(Node):
    """A pool or stage: of `count` members from `base` on, the one at `index` (IR-11)."""

    __slots__ = ("base", "count", "index")

    def __init__(self, base: int, count: int, index: Expression | None) -> None:
        self.base: Final = base
        self.count: Final = count
        self.index: Final = index


class PoolArgument(Node):
    """A pool as the argument of a function."""

    __slots__ = ("pool",)

    def __init__(self, pool: Reference) -> None:
        self.pool: Final = pool


class StageArgument(Node):
    """A stage as the argument of a function."""

    __slots__ = ("stage",)

    def __init__(self, stage: Reference) -> None:
        self.stage: Final = stage


class Number(Node):
    """A constant; `let`, `inf` and `blocksize` become one."""

    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        self.value: Final = value


class Attribute(Node):
    """The value of a session's attribute."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot: Final = slot


class Context(Node):
    """The value of a context variable."""

    __slots__ = ("variable",)

    def __init__(self, variable: ContextVariable) -> None:
        self.variable: Final = variable


class Sample(Node):
    """A draw from a distribution."""

    __slots__ = ("distribution", "arguments")

    def __init__(self, distribution: Distribution, arguments: tuple[Expression, ...]) -> None:
        self.distribution: Final = distribution
        self.arguments: Final = arguments


class Call(Node):
    """A function of values, pools and stages."""

    __slots__ = ("function", "arguments")

    def __init__(self, function: Function, arguments: tuple[Argument, ...]) -> None:
        self.function: Final = function
        self.arguments: Final = arguments


class Unary(Node):
    """`-x` or `!x`."""

    __slots__ = ("operator", "operand")

    def __init__(self, operator: UnaryOperator, operand: Expression) -> None:
        self.operator: Final = operator
        self.operand: Final = operand


class Binary(Node):
    """Two expressions joined by an operator."""

    __slots__ = ("operator", "left", "right")

    def __init__(self, operator: BinaryOperator, left: Expression, right: Expression) -> None:
        self.operator: Final = operator
        self.left: Final = left
        self.right: Final = right


class Conditional(Node):
    """`condition ? then : otherwise`; only the taken side is evaluated."""

    __slots__ = ("condition", "then", "otherwise")

    def __init__(self, condition: Expression, then: Expression, otherwise: Expression) -> None:
        self.condition: Final = condition
        self.then: Final = then
        self.otherwise: Final = otherwise


Expression = Number | Attribute | Context | Sample | Call | Unary | Binary | Conditional
Argument = Expression | PoolArgument | StageArgument
