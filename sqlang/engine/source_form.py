"""An expression of the IR as text, the way messages quote it (ERR-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlang.engine.numbers import shortest_digits
from sqlang.ir import program as ir
from sqlang.ir.traversal import walk

_CONDITIONAL: Final = 1
_OR: Final = 2
_AND: Final = 3
_COMPARISON: Final = 4
_SUM: Final = 5
_PRODUCT: Final = 6
_UNARY: Final = 7
_POWER: Final = 8
_ATOM: Final = 9
"""How tightly each form binds (part 1, section 3)."""

_BINARY: Final[Mapping[ir.BinaryOperator, tuple[str, int, int, int]]] = {
    ir.BinaryOperator.OR: ("||", _OR, _OR, _AND),
    ir.BinaryOperator.AND: ("&&", _AND, _AND, _COMPARISON),
    ir.BinaryOperator.LT: ("<", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.LE: ("<=", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.GT: (">", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.GE: (">=", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.EQ: ("==", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.NE: ("!=", _COMPARISON, _COMPARISON, _SUM),
    ir.BinaryOperator.ADD: ("+", _SUM, _SUM, _PRODUCT),
    ir.BinaryOperator.SUB: ("-", _SUM, _SUM, _PRODUCT),
    ir.BinaryOperator.MUL: ("*", _PRODUCT, _PRODUCT, _UNARY),
    ir.BinaryOperator.DIV: ("/", _PRODUCT, _PRODUCT, _UNARY),
    ir.BinaryOperator.POW: ("^", _POWER, _ATOM, _UNARY),
}
"""Each operator's spelling, how tightly it binds, and how tightly its left and right side must."""

_PLAIN_BELOW: Final = 1e15
"""Whole numbers below this in absolute value are written in plain digits."""


def source_form(expression: ir.Expression, program: ir.Program) -> str:
    """The expression with the names of the text and no parentheses but the necessary ones."""
    printer = _Printer(program)
    for part in reversed(list(walk(expression))):
        printer.write(part)
    return printer.text(expression, _CONDITIONAL)


def folded_number(value: float) -> str:
    """A constant: plain digits or exponent form, whichever is shorter."""
    if value == 0.0:
        return "0"
    plain = shortest_digits(value)
    if abs(value) == float("inf") or (abs(value) < _PLAIN_BELOW and value == int(value)):
        return plain
    exponent = _exponent_form(plain)
    return exponent if len(exponent) < len(plain) else plain


def _exponent_form(plain: str) -> str:
    sign = "-" if plain.startswith("-") else ""
    whole, _, fraction = plain.removeprefix("-").partition(".")
    digits = (whole + fraction).lstrip("0")
    exponent = len(whole) - 1 - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    mantissa = digits[0] if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{sign}{mantissa}e{exponent}"


class _Printer:
    """Writes the parts of an expression, each after the parts it contains: trees may be deep."""

    def __init__(self, program: ir.Program) -> None:
        self._program: Final = program
        self._written: Final[dict[int, tuple[str, int]]] = {}
        """By identity of the part: its text, and how tightly it binds."""

    def write(self, part: ir.Argument) -> None:
        """Write one part."""
        if isinstance(part, ir.PoolArgument):
            name = self._program.pools[part.pool.base].name
            self._written[id(part)] = (self._reference(part.pool, name), _ATOM)
        elif isinstance(part, ir.StageArgument):
            name = self._program.stages[part.stage.base].name
            self._written[id(part)] = (self._reference(part.stage, name), _ATOM)
        else:
            self._written[id(part)] = self._form(part)

    def text(self, part: ir.Argument, required: int) -> str:
        """A part already written, in parentheses if it binds less tightly than `required`."""
        text, binding = self._written[id(part)]
        return text if binding >= required else f"({text})"

    def _form(self, node: ir.Expression) -> tuple[str, int]:
        """An expression without outer parentheses, and how tightly it binds."""
        match node:
            case ir.Number(value=value):
                # The reference lets a negative constant bind like a product.
                return folded_number(value), _PRODUCT if value < 0.0 else _ATOM
            case ir.Attribute(slot=slot):
                return self._program.attributes[slot], _ATOM
            case ir.Context(variable=variable):
                return variable.name.lower(), _ATOM
            case ir.Sample():
                return f"~{node.distribution.name.lower()}({self._list(node.arguments)})", _ATOM
            case ir.Call():
                return f"{_function_name(node.function)}({self._list(node.arguments)})", _ATOM
            case ir.Unary():
                sign = "-" if node.operator is ir.UnaryOperator.NEG else "!"
                return sign + self.text(node.operand, _UNARY), _UNARY
            case ir.Binary():
                return self._binary(node)
            case ir.Conditional():
                condition = self.text(node.condition, _OR)
                then = self.text(node.then, _CONDITIONAL)
                otherwise = self.text(node.otherwise, _CONDITIONAL)
                return f"{condition} ? {then} : {otherwise}", _CONDITIONAL

    def _binary(self, node: ir.Binary) -> tuple[str, int]:
        spelling, binding, left, right = _BINARY[node.operator]
        return f"{self.text(node.left, left)} {spelling} {self.text(node.right, right)}", binding

    def _list(self, arguments: tuple[ir.Argument, ...]) -> str:
        return ", ".join(self.text(argument, _CONDITIONAL) for argument in arguments)

    def _reference(self, reference: ir.Reference, name: str) -> str:
        if reference.index is None:
            return name
        return f"{name}[{self.text(reference.index, _CONDITIONAL)}]"


def _function_name(function: ir.Function) -> str:
    """The text's name: the member's, but for one that the text writes as one word."""
    return "cachedin" if function is ir.Function.CACHED_IN else function.name.lower()
