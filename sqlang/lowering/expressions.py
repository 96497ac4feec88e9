"""Lowers expressions: names become slots and numbers, parentheses vanish (IR-30)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.ir import program as ir
from sqlang.semantics.constants import Constants
from sqlang.semantics.expressions import parts
from sqlang.semantics.names import AttributeMeaning, ConstantMeaning, ContextMeaning, Meaning, Names
from sqlang.syntax import tree
from sqlang.vocabulary import DISTRIBUTIONS, FUNCTIONS
from sqlang.vocabulary.operators import OPERATORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_BINARY: Final[Mapping[str, ir.BinaryOperator]] = {
    word.text: word.operator for word in OPERATORS if isinstance(word.operator, ir.BinaryOperator)
}
_UNARY: Final[Mapping[str, ir.UnaryOperator]] = {
    word.text: word.operator for word in OPERATORS if isinstance(word.operator, ir.UnaryOperator)
}


class ExpressionLowering:
    """Makes IR expressions and notes for each node what it comes from.

    What was refused lowers to the number 0 without an origin, so that the rest can be validated.
    """

    __slots__ = ("_constants", "_names", "origins")

    def __init__(self, names: Names, constants: Constants, origins: dict[int, tree.Node]) -> None:
        self._names: Final = names
        self._constants: Final = constants
        self.origins = origins

    def expressions(self, nodes: tuple[tree.Expression, ...]) -> tuple[ir.Expression, ...]:
        return tuple([self.expression(node) for node in nodes])

    def optional(self, node: tree.Expression | None) -> ir.Expression | None:
        return None if node is None else self.expression(node)

    def expression(self, node: tree.Argument) -> ir.Expression:
        while isinstance(node, tree.Parenthesized):
            node = node.inner
        lowered: ir.Expression
        if isinstance(node, tree.Name):
            lowered = self._named(node.name)
        elif isinstance(node, tree.Number):
            lowered = ir.Number(node.value)
        elif isinstance(node, tree.Binary):
            left, right = self.expression(node.left), self.expression(node.right)
            lowered = ir.Binary(_BINARY[node.operator], left, right)
        elif isinstance(node, tree.Call):
            lowered = self._call(node)
        elif isinstance(node, tree.Unary):
            lowered = ir.Unary(_UNARY[node.operator], self.expression(node.operand))
        elif isinstance(node, tree.Conditional):
            lowered = ir.Conditional(
                self.expression(node.condition),
                self.expression(node.then),
                self.expression(node.otherwise),
            )
        elif isinstance(node, tree.Draw):
            lowered = self._draw(node)
        elif isinstance(node, tree.IndexedArgument):
            lowered = self._named(node.name.name)
        else:
            return ir.Number(0.0)
        self.origins[id(lowered)] = node
        return lowered

    def pool(self, reference: tree.Reference) -> ir.Reference:
        """A pool as a statement names it (IR-11)."""
        return self._reference(reference.name.name, reference.index, True, reference)

    def stage(self, reference: tree.Reference) -> ir.Reference:
        """A stage as a statement names it (IR-11)."""
        return self._reference(reference.name.name, reference.index, False, reference)

    def _named(self, name: str) -> ir.Expression:
        return lowered_meaning(self._names.meaning(name))

    def _draw(self, node: tree.Draw) -> ir.Expression:
        word = DISTRIBUTIONS.get(node.distribution.name)
        if word is None:
            return ir.Number(0.0)
        return ir.Sample(word.distribution, self.expressions(node.arguments))

    def _call(self, node: tree.Call) -> ir.Expression:
        word = FUNCTIONS.get(node.function.name)
        if word is None or len(word.arguments) != len(node.arguments):
            return ir.Number(0.0)
        if word.function is None:
            return ir.Number(self._names.block_size(node, self._constants) or 0.0)
        if word.pure:
            arguments = tuple([self.expression(each) for each in node.arguments])
            return ir.Call(word.function, arguments)
        pairs = zip(word.arguments, node.arguments, strict=True)
        return ir.Call(word.function, tuple([self._argument(kind, each) for kind, each in pairs]))

    def _argument(self, kind: str, node: tree.Argument) -> ir.Argument:
        if kind == "e" or not isinstance(node, (tree.Name, tree.IndexedArgument)):
            return self.expression(node)
        name, index = parts(node)
        reference = self._reference(name.name, index, kind == "p", node)
        argument: ir.Argument
        argument = ir.PoolArgument(reference) if kind == "p" else ir.StageArgument(reference)
        self.origins[id(argument)] = node
        return argument

    def _reference(
        self, name: str, index: tree.Expression | None, is_pool: bool, node: tree.Node
    ) -> ir.Reference:
        family = self._names.pools.get(name) if is_pool else self._names.stages.get(name)
        base, count = (0, 1) if family is None else (family.base, family.size)
        reference = ir.Reference(base, count, self.optional(index))
        self.origins[id(reference)] = node
        return reference


def lowered_meaning(meaning: Meaning | None) -> ir.Expression:
    """What a name becomes: an attribute's slot, a context variable, or a constant's value."""
    match meaning:
        case AttributeMeaning():
            return ir.Attribute(meaning.slot)
        case ContextMeaning():
            return ir.Context(meaning.variable)
        case ConstantMeaning(value=float() as value):
            return ir.Number(value)
        case _:
            return ir.Number(0.0)
