"""Puts expressions in the place of names (ADM-4 to ADM-6), within bounds."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.records import Record
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Measure(Record):
    """How large an expression is: its nodes, and how deep they nest."""

    __slots__ = ("nodes", "depth")

    def __init__(self, nodes: int, depth: int) -> None:
        self.nodes: Final = nodes
        self.depth: Final = depth


class Substitution:
    """Replaces names by expressions, all at once; the result is not looked into again (ADM-4).

    What is unchanged is shared with the original, and so is each expression put in, wherever it
    is: nodes keep the tokens they were written with.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, tree.Expression]) -> None:
        self._values: Final = values

    def expression(self, node: tree.Expression) -> tree.Expression:
        """The expression with its names replaced; the same node if none is."""
        if isinstance(node, tree.Name):
            return self._values.get(node.name, node)
        if isinstance(node, (tree.Number, tree.Damaged)):
            return node
        return self._compound(node)

    def optional(self, node: tree.Expression | None) -> tree.Expression | None:
        return None if node is None else self.expression(node)

    def _argument(self, node: tree.Argument) -> tree.Argument:
        """ADM-6: a bound name becomes an expression argument, never a reference."""
        if isinstance(node, tree.Name):
            value = self._values.get(node.name)
            return node if value is None else tree.Parenthesized(node.first, node.last, value)
        if isinstance(node, tree.IndexedArgument):
            index = self.expression(node.index)
            if index is node.index:
                return node
            return tree.IndexedArgument(node.first, node.last, node.name, index)
        return self.expression(node)

    def _compound(self, node: tree.Expression) -> tree.Expression:
        new: tree.Expression = node
        match node:
            case tree.Binary():
                left, right = self.expression(node.left), self.expression(node.right)
                if left is not node.left or right is not node.right:
                    new = tree.Binary(node.first, node.last, node.operator, left, right)
            case tree.Call():
                arguments = tuple(self._argument(each) for each in node.arguments)
                if not _same(arguments, node.arguments):
                    new = tree.Call(node.first, node.last, node.function, arguments)
            case tree.Draw():
                values = tuple(self.expression(each) for each in node.arguments)
                if not _same(values, node.arguments):
                    new = tree.Draw(node.first, node.last, node.distribution, values)
            case tree.Parenthesized():
                inner = self.expression(node.inner)
                if inner is not node.inner:
                    new = tree.Parenthesized(node.first, node.last, inner)
            case tree.Unary():
                operand = self.expression(node.operand)
                if operand is not node.operand:
                    new = tree.Unary(node.first, node.last, node.operator, operand)
            case tree.Conditional():
                old = (node.condition, node.then, node.otherwise)
                condition, then, otherwise = (self.expression(each) for each in old)
                if not _same((condition, then, otherwise), old):
                    new = tree.Conditional(node.first, node.last, condition, then, otherwise)
        return new


def measure(root: tree.Node, bound: Mapping[str, Measure]) -> Measure:
    """The size an expression has once each name in `bound` is replaced by what was measured so."""
    nodes, deepest = 0, 0
    pending: list[tuple[tree.Node, int]] = [(root, 1)]
    while pending:
        node, depth = pending.pop()
        nodes += 1
        if type(node) is tree.Name and node.name in bound:
            inner = bound[node.name]
            nodes += inner.nodes
            depth += inner.depth
        deepest = max(deepest, depth)
        pending.extend((child, depth + 1) for child in node.children())
    return Measure(nodes, deepest)


def _same(new: tuple[tree.Node, ...], old: tuple[tree.Node, ...]) -> bool:
    return all(a is b for a, b in zip(new, old, strict=True))
