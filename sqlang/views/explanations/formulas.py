"""Expressions as text with their constants folded, and without needless parentheses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sqlang.semantics.arithmetic import BINARY, ONE_ARGUMENT, TWO_ARGUMENTS, UNARY
from sqlang.semantics.expressions import walk
from sqlang.semantics.names import ConstantMeaning
from sqlang.syntax import tree
from sqlang.views.numbers import quantity
from sqlang.vocabulary import OPERATORS

if TYPE_CHECKING:
    from sqlang.semantics.checked import Checked

LONGEST_FORMULA: Final = 400
"""In characters; of a longer one only the beginning is shown."""
_MOST_NODES: Final = 4000

_PREFIX: Final = 7
_ATOM: Final = 9
_LOOSEST: Final = 1
_PRECEDENCE: Final[Mapping[str, int]] = {
    word.text: word.precedence for word in OPERATORS if word.associativity != "prefix"
}


class Formulas:
    """Writes the expressions of one program."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked

    def text(self, expression: tree.Argument) -> str:
        """The expression with constants as numbers, cut if it is very long."""
        written = self._written(expression)
        text = written[id(expression)][0]
        return text if len(text) <= LONGEST_FORMULA else text[: LONGEST_FORMULA - 2] + " …"

    def value(self, expression: tree.Argument) -> float | None:
        """What a constant expression is; `None` for one that is not constant, or has no value."""
        return self._written(expression)[id(expression)][2]

    def reference(self, reference: tree.Reference) -> str:
        """A pool or stage, with its index if it has one."""
        if reference.index is None:
            return reference.name.name
        return f"{reference.name.name}[{self.text(reference.index)}]"

    def _written(self, expression: tree.Argument) -> _Written:
        nodes = list(walk(expression))
        writer = _Writer(self._checked)
        if len(nodes) > _MOST_NODES:
            return {id(expression): ("…", _ATOM, None)}
        for node in reversed(nodes):
            writer.write(node)
        return writer.written


_Written = dict[int, tuple[str, int, float | None]]
"""By identity of the node: its text, how tightly it binds, and its value if it is constant."""


class _Writer:
    """Writes the nodes of an expression, each after those it contains: trees may be deep."""

    def __init__(self, checked: Checked) -> None:
        self._names = checked.names
        self._constants = checked.constants
        self.written: Final[_Written] = {}

    def write(self, node: tree.Node) -> None:
        """Write one node."""
        text, binding, value = self._form(node)
        if value is not None and not math.isnan(value):
            shown = quantity(value)
            self.written[id(node)] = shown, _PREFIX if shown.startswith("-") else _ATOM, value
        else:
            self.written[id(node)] = text, binding, None

    def _form(self, node: tree.Node) -> tuple[str, int, float | None]:
        match node:
            case tree.Number(value=number):
                return "", _ATOM, number
            case tree.Name(name=name):
                meaning = self._names.meaning(name)
                return name, _ATOM, meaning.value if type(meaning) is ConstantMeaning else None
            case tree.Parenthesized(inner=inner):
                return self.written[id(inner)]
            case tree.IndexedArgument(name=identifier, index=index):
                return f"{identifier.name}[{self._text(index, _LOOSEST)}]", _ATOM, None
            case tree.Draw(distribution=distribution):
                return f"~{distribution.name}({self._list(node.arguments)})", _ATOM, None
            case tree.Call():
                return self._call(node)
            case _:
                return self._operation(node)

    def _call(self, node: tree.Call) -> tuple[str, int, float | None]:
        name = node.function.name
        if name == "blocksize":
            value = self._names.block_size(node, self._constants)
        else:
            value = _applied(name, [self._value(each) for each in node.arguments])
        return f"{name}({self._list(node.arguments)})", _ATOM, value

    def _operation(self, node: tree.Node) -> tuple[str, int, float | None]:
        match node:
            case tree.Unary(operator=operator, operand=operand):
                only = self._value(operand)
                value = None if only is None else UNARY[operator](only)
                return f"{operator}{self._text(operand, _PREFIX)}", _PREFIX, value
            case tree.Binary():
                return self._binary(node)
            case tree.Conditional():
                return self._conditional(node)
            case _:
                return " ".join(node.span.text.split()), _ATOM, None

    def _binary(self, node: tree.Binary) -> tuple[str, int, float | None]:
        operator, binding = node.operator, _PRECEDENCE[node.operator]
        left, right = binding, binding + 1
        if operator == "^":
            left, right = _ATOM, _PREFIX
        elif _PRECEDENCE["<"] == binding:
            left = binding + 1
        one, other = self._value(node.left), self._value(node.right)
        value = None if one is None or other is None else BINARY[operator](one, other)
        text = f"{self._text(node.left, left)} {operator} {self._text(node.right, right)}"
        return text, binding, value

    def _conditional(self, node: tree.Conditional) -> tuple[str, int, float | None]:
        """Where the condition is constant, only the branch taken is left."""
        condition = self._value(node.condition)
        if condition is not None:
            return self.written[id(node.then if condition != 0.0 else node.otherwise)]
        texts = (
            self._text(node.condition, _LOOSEST + 1),
            self._text(node.then, _LOOSEST),
            self._text(node.otherwise, _LOOSEST),
        )
        return f"{texts[0]} ? {texts[1]} : {texts[2]}", _LOOSEST, None

    def _text(self, node: tree.Node, required: int) -> str:
        text, binding, _ = self.written[id(node)]
        return text if binding >= required else f"({text})"

    def _list(self, arguments: Sequence[tree.Node]) -> str:
        return ", ".join(self._text(each, _LOOSEST) for each in arguments)

    def _value(self, node: tree.Node) -> float | None:
        return self.written[id(node)][2]


def _applied(function: str, arguments: list[float | None]) -> float | None:
    """A function of constants; `None` for any other."""
    known = [each for each in arguments if each is not None]
    if len(known) < len(arguments):
        return None
    if len(known) == 1 and function in ONE_ARGUMENT:
        return ONE_ARGUMENT[function](known[0])
    if len(known) == 2 and function in TWO_ARGUMENTS:
        return TWO_ARGUMENTS[function](known[0], known[1])
    return None
