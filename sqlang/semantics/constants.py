"""Evaluates the constants of a program: `let`s and constant positions (CST-1 to CST-8)."""

from __future__ import annotations

import math

from sqlang.semantics.arithmetic import BINARY, ONE_ARGUMENT, TWO_ARGUMENTS, UNARY
from sqlang.semantics.declarations import PoolDeclaration
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree
from sqlang.vocabulary import NAMED_NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Constants:
    """The values of the `let`s so far and of each constant position, each evaluated once.

    A constant that was refused or is damaged has no value: what reads it is not evaluated either,
    in silence.
    """

    __slots__ = ("_refusals", "lets", "values")

    def __init__(self, refusals: Refusals) -> None:
        self._refusals: Final = refusals
        self.lets: Final[dict[str, float | None]] = {}
        self.values: Final[dict[tree.Expression, float]] = {}

    def declare(self, name: str, expression: tree.Expression) -> None:
        """Give a `let` its value, which those after it see (CST-2)."""
        self.lets[name] = self.evaluate(expression)

    def evaluate(self, expression: tree.Expression) -> float | None:
        """The value of a constant position; `None` if it is refused."""
        value = self._value(expression)
        damage = self._refusals.damage
        if value is None or (not damage.whole and damage.touches(expression.span)):
            return None
        if math.isnan(value):
            self._refusals.refuse("SQ425", expression)
            return None
        self.values[expression] = value
        return value

    def block_size(self, pool: PoolDeclaration) -> float | None:
        """What `blocksize` of a pool is (CST-8): the value of its `block`, if it has one."""
        return None if pool.block is None else self.values.get(pool.block)

    def _value(self, node: tree.Argument) -> float | None:
        match node:
            case tree.Number(value=value):
                return value
            case tree.Name(name=name):
                return self._named(name, node)
            case tree.IndexedArgument(name=name):
                return self._named(name.name, name)
            case tree.Parenthesized(inner=inner):
                return self._value(inner)
            case tree.Call():
                return self._call(node)
            case tree.Draw():
                self._refusals.refuse("SQ422", node.distribution)
                return None
            case _:
                return self._operation(node)

    def _operation(self, node: tree.Argument) -> float | None:
        """Both sides of an operator are evaluated, of `&&` and `||` too; of `?:` one (CST-3)."""
        match node:
            case tree.Unary():
                only = self._value(node.operand)
                return None if only is None else UNARY[node.operator](only)
            case tree.Binary():
                left, right = self._value(node.left), self._value(node.right)
                return None if left is None or right is None else BINARY[node.operator](left, right)
            case tree.Conditional():
                condition = self._value(node.condition)
                if condition is None:
                    return None
                return self._value(node.then if condition != 0.0 else node.otherwise)
            case _:
                return None

    def _named(self, name: str, at: tree.Name | tree.Identifier) -> float | None:
        if name in NAMED_NUMBERS:
            return NAMED_NUMBERS[name].value
        if name in self.lets:
            return self.lets[name]
        if not self._refusals.damage.hides(name, "let"):
            self._refusals.refuse("SQ421", at, again="named here too", name=name)
        return None

    def _call(self, node: tree.Call) -> float | None:
        """Arguments are looked at before the function, but `blocksize` is refused first (CST-4)."""
        name = node.function.name
        if name == "blocksize":
            self._refusals.refuse("SQ424", node.function)
            return None
        arguments = [self._value(each) for each in node.arguments]
        known = [value for value in arguments if value is not None]
        if len(known) < len(arguments):
            return None
        if len(known) == 1 and name in ONE_ARGUMENT:
            return ONE_ARGUMENT[name](known[0])
        if len(known) == 2 and name in TWO_ARGUMENTS:
            return TWO_ARGUMENTS[name](known[0], known[1])
        if not self._refusals.damage.hides(name, "def"):
            self._refusals.refuse("SQ423", node.function, name=name)
        return None


def whole(value: float) -> int:
    """A count: cut toward zero and clamped to 64 bits without sign (CST-7)."""
    return int(max(value, 0.0)) if value < 2.0**64 else 2**64 - 1
