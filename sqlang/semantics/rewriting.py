"""Rewrites every block of a program to kernel statements, in the order of the text (ORD-2)."""

from __future__ import annotations

from typing import Final

from sqlang.semantics.admission import Admission, with_body
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.serving import ServingForms, chance_branch
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree


class Rewriter:
    """Walks a program once and gives each of its blocks in kernel statements.

    `assigned` are the names that some `set` or `choose` of the text assigns, each at the first
    (ADM-8); `blocks` leads from a block as written to the rewritten one.
    """

    __slots__ = ("_refusals", "_serving", "admission", "assigned", "blocks")

    def __init__(self, refusals: Refusals, order: TokenOrder) -> None:
        self._refusals: Final = refusals
        self._serving: Final = ServingForms(refusals, order)
        self.admission: Final = Admission(refusals)
        self.assigned: Final[dict[str, tree.Identifier]] = {}
        self.blocks: Final[dict[tree.Block, tree.Block]] = {}

    def program(self, program: tree.Program) -> None:
        """Rewrite all blocks, those of items that a later one replaces included."""
        for item in program.items:
            match item:
                case tree.Stage():
                    self._serving.declare(item)
                case tree.Workload():
                    for each in item.items:
                        if isinstance(each, tree.NamedBlock):
                            self.blocks[each.block] = self._block(each.block)
                case tree.NamedBlock(block=block):
                    self.blocks[block] = self._block(block)

    def _block(self, block: tree.Block) -> tree.Block:
        statements: list[tree.Statement] = []
        changed = False
        for statement in block.statements:
            new = self._statement(statement)
            changed = changed or len(new) != 1 or new[0] is not statement
            statements.extend(new)
        return tree.Block(block.first, block.last, tuple(statements)) if changed else block

    def _statement(self, statement: tree.Statement) -> tuple[tree.Statement, ...]:
        match statement:
            case tree.Set(target=target) | tree.Choose(target=target):
                self.assigned.setdefault(target.name, target)
            case tree.Serving():
                return self._serving.rewrite(statement)
            case tree.Hold():
                return (self._hold(statement),)
            case tree.Branch(then=then, otherwise=otherwise):
                then = self._block(then)
                if otherwise is not None:
                    otherwise = self._block(otherwise)
                return (chance_branch(statement, then, otherwise),)
            case tree.Loop():
                body = self._block(statement.body)
                if body is not statement.body:
                    return (tree.Loop(statement.first, statement.last, body),)
        return (statement,)

    def _hold(self, hold: tree.Hold) -> tree.Hold:
        if hold.at_admission is None:
            return with_body(hold, self._block(hold.body))
        bound = self.admission.bind(hold.at_admission)
        body = self._block(hold.body)
        return self.admission.header(hold, bound, self.admission.body(bound, body))
