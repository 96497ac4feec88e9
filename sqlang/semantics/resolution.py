"""Checks what expressions name, call, draw and refer to against what the program declares."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.diagnostics.catalogue import counted
from sqlang.semantics.declarations import PoolDeclaration, StageDeclaration
from sqlang.semantics.expressions import first_draw, names_read, parts
from sqlang.semantics.names import Names
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree
from sqlang.vocabulary import DISTRIBUTIONS, FUNCTIONS, RENAMED_CONTEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_AGAIN: Final = "named here too"


class Resolver:
    """Refuses what an expression names and the program does not have (NAM-4, NAM-7, NAM-8, REF)."""

    __slots__ = ("_names", "_refusals")

    def __init__(self, names: Names, refusals: Refusals) -> None:
        self._names: Final = names
        self._refusals: Final = refusals

    def expressions(self, roots: Iterable[tree.Expression]) -> None:
        for root in roots:
            self.expression(root)

    def optional(self, root: tree.Expression | None) -> None:
        if root is not None:
            self.expression(root)

    def expression(self, root: tree.Expression) -> None:
        """Check an expression; a call before its arguments, these from left to right (ORD-6)."""
        names = self._names
        pending: list[tree.Argument] = [root]
        while pending:
            node = pending.pop()
            if isinstance(node, tree.Number):
                continue
            if isinstance(node, tree.Name):
                if node.name not in names:
                    self._unknown_name(node, node.name)
            elif isinstance(node, tree.Binary):
                pending.append(node.right)
                pending.append(node.left)
            elif isinstance(node, tree.Parenthesized):
                pending.append(node.inner)
            elif isinstance(node, tree.Call):
                pending.extend(reversed(self._call(node)))
            elif isinstance(node, tree.Unary):
                pending.append(node.operand)
            elif isinstance(node, tree.Conditional):
                pending.extend((node.otherwise, node.then, node.condition))
            elif isinstance(node, tree.Draw):
                self._draw(node)
                pending.extend(reversed(node.arguments))
            elif isinstance(node, tree.IndexedArgument) and node.name.name not in names:
                self._unknown_name(node.name, node.name.name)

    def pool(self, reference: tree.Reference) -> PoolDeclaration | None:
        """The pool a statement refers to, if it exists, its index checked too (REF-1, REF-2)."""
        pool = self.pool_named(reference.name)
        self._index(pool, reference.index, reference)
        return pool

    def stage(self, reference: tree.Reference) -> StageDeclaration | None:
        """The stage a statement refers to, if it exists, its index checked too (REF-1, REF-2)."""
        stage = self.stage_named(reference.name)
        self._index(stage, reference.index, reference)
        return stage

    def pool_named(self, at: tree.Identifier | tree.Name) -> PoolDeclaration | None:
        """The pool of a bare name (REF-1, REF-3), if it exists."""
        pool = self._names.pools.get(at.name)
        if pool is None and not self._refusals.damage.hides(at.name, "pool"):
            self._refusals.refuse("SQ403", at, again=_AGAIN, name=at.name)
        return pool

    def stage_named(self, at: tree.Identifier | tree.Name) -> StageDeclaration | None:
        """The stage of a bare name (REF-1, REF-3), if it exists."""
        stage = self._names.stages.get(at.name)
        if stage is None and not self._refusals.damage.hides(at.name, "stage"):
            self._refusals.refuse("SQ404", at, again=_AGAIN, name=at.name)
        return stage

    def resolves(self, reference: tree.Reference) -> bool:
        """Whether a pool reference names what exists, its index included; refuses nothing."""
        if reference.name.name not in self._names.pools:
            return False
        reads = () if reference.index is None else names_read(reference.index)
        return all(read.name in self._names for read in reads)

    def _index(
        self,
        family: PoolDeclaration | StageDeclaration | None,
        index: tree.Expression | None,
        at: tree.Node,
    ) -> None:
        """A family of more than one needs an index (REF-2)."""
        if index is not None:
            self.expression(index)
        elif family is not None and family.size > 1:
            also = ((family.node.name, "declared here"),)
            count = str(family.size)
            self._refusals.refuse("SQ414", at, also=also, name=family.name, count=count)

    def _unknown_name(self, at: tree.Name | tree.Identifier, name: str) -> None:
        if self._refusals.damage.hides(name, "set", "choose", "let"):
            return
        replacement = RENAMED_CONTEXT.get(name)
        if replacement is None:
            self._refusals.refuse("SQ401", at, again=_AGAIN, name=name)
        else:
            self._refusals.refuse("SQ402", at, again=_AGAIN, name=name, replacement=replacement)

    def _draw(self, node: tree.Draw) -> None:
        name = node.distribution.name
        word = DISTRIBUTIONS.get(name)
        if word is None:
            self._refusals.refuse("SQ412", node.distribution, again=_AGAIN, name=name)
        elif len(node.arguments) != word.arity:
            expected = counted(word.arity, "argument")
            found = str(len(node.arguments))
            at = tree.Node(node.distribution.first, node.last)
            self._refusals.refuse("SQ413", at, name=name, expected=expected, found=found)

    def _call(self, node: tree.Call) -> list[tree.Argument]:
        """Check a call and its references; the arguments that are expressions are left to do."""
        name = node.function.name
        word = FUNCTIONS.get(name)
        if word is None:
            if not self._refusals.damage.hides(name, "def"):
                self._refusals.refuse("SQ408", node.function, again=_AGAIN, name=name)
            return []
        if name == "blocksize":
            self._block_size(node)
            return []
        if len(node.arguments) != len(word.arguments):
            expected = counted(len(word.arguments), "argument")
            found = str(len(node.arguments))
            self._refusals.refuse("SQ409", node, name=name, expected=expected, found=found)
            return []
        if word.pure:
            return list(node.arguments)
        return self._arguments(node, word.arguments)

    def _arguments(self, node: tree.Call, kinds: str) -> list[tree.Argument]:
        left: list[tree.Argument] = []
        for kind, argument in zip(kinds, node.arguments, strict=True):
            if kind == "e":
                left.append(argument)
            elif isinstance(argument, (tree.Name, tree.IndexedArgument)):
                name, index = parts(argument)
                family = self.pool_named(name) if kind == "p" else self.stage_named(name)
                self._index(family, index, argument)
            elif not isinstance(argument, tree.Damaged):
                code = "SQ410" if kind == "p" else "SQ411"
                self._refusals.refuse(code, argument, name=node.function.name)
        return left

    def _block_size(self, node: tree.Call) -> None:
        """`blocksize` is folded, so its index may not draw (CST-8)."""
        if len(node.arguments) != 1:
            self._refusals.refuse("SQ427", node)
            return
        argument = node.arguments[0]
        if not isinstance(argument, (tree.Name, tree.IndexedArgument)):
            if not isinstance(argument, tree.Damaged):
                self._refusals.refuse("SQ426", argument)
            return
        name, index = parts(argument)
        pool = self.pool_named(name)
        self._index(pool, index, argument)
        draw = None if index is None else first_draw(index)
        if draw is not None:
            self._refusals.refuse("SQ429", draw)
        if pool is not None and pool.block is None:
            also = ((pool.node.name, "declared here"),)
            self._refusals.refuse("SQ428", name, also=also, name=pool.name)
