"""Rewrites every block of a program to kernel statements, in the order of the text (ORD-2)."""

from __future__ import annotations

from collections.abc import Callable

from sqlang.semantics.admission import Admission, with_body
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.serving import ServingForms, chance_branch
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeVar

    from sqlang.semantics.memory import Memory

    _Node = TypeVar("_Node", bound=tree.Node)
    _Result = TypeVar("_Result", bound=tree.Block | tuple[tree.Statement, ...])


class Rewriter:
    """Walks a program once and gives each of its blocks in kernel statements.

    `blocks` leads from a block as written to the rewritten one.
    """

    __slots__ = ("_assigned", "_memory", "_refusals", "_serving", "admission", "blocks")

    def __init__(self, refusals: Refusals, order: TokenOrder, memory: Memory | None = None) -> None:
        self._memory: Final = memory
        self._refusals: Final = refusals
        self._serving: Final = ServingForms(refusals, order)
        self.admission: Final = Admission(refusals, None if memory is None else memory.reads)
        self._assigned: Final[list[tree.Identifier]] = []
        self.blocks: Final[dict[tree.Block, tree.Block]] = {}

    def assigned(self) -> dict[str, tree.Identifier]:
        """The names that some `set` or `choose` of the text assigns, each at the first (ADM-8)."""
        return {target.name: target for target in reversed(self._assigned)}

    def program(self, program: tree.Program) -> None:
        """Rewrite all blocks, those of items that a later one replaces included."""
        for item in program.items:
            match item:
                case tree.Stage():
                    self._serving.declare(item)
                case tree.Workload():
                    for each in item.items:
                        if isinstance(each, tree.NamedBlock):
                            self._named(each.block)
                case tree.NamedBlock(block=block):
                    self._named(block)

    def _named(self, block: tree.Block) -> None:
        self.blocks[block] = self._remembered(block, self._block)

    def _block(self, block: tree.Block) -> tree.Block:
        statements: list[tree.Statement] = []
        changed = False
        memory = self._memory
        for part in block.statements if memory is None else memory.segments.parts(block):
            new = self._part(part)
            changed = changed or new != _statements_of(part)
            statements.extend(new)
        return tree.Block(block.first, block.last, tuple(statements)) if changed else block

    def _part(self, part: Part) -> tuple[tree.Statement, ...]:
        if isinstance(part, Segment):
            return self._remembered(part, self._segment)
        return self._statement(part)

    def _segment(self, segment: Segment) -> tuple[tree.Statement, ...]:
        statements: list[tree.Statement] = []
        for part in segment.parts:
            statements += self._part(part)
        return tuple(statements)

    def _statement(self, statement: tree.Statement) -> tuple[tree.Statement, ...]:
        if isinstance(statement, (tree.Set, tree.Choose)):
            self._assign(statement.target)
        elif isinstance(statement, (tree.Serving, tree.Hold, tree.Branch, tree.Loop)):
            return self._remembered(statement, self._rewritten)
        return (statement,)

    def _rewritten(
        self, statement: tree.Serving | tree.Hold | tree.Branch | tree.Loop
    ) -> tuple[tree.Statement, ...]:
        match statement:
            case tree.Serving():
                return self._serving.rewrite(statement)
            case tree.Hold():
                return (self._hold(statement),)
            case tree.Branch(then=then, otherwise=otherwise):
                then = self._block(then)
                if otherwise is not None:
                    otherwise = self._block(otherwise)
                return (chance_branch(statement, then, otherwise),)
        body = self._block(statement.body)
        if body is statement.body:
            return (statement,)
        return (tree.Loop(statement.first, statement.last, body),)

    def _hold(self, hold: tree.Hold) -> tree.Hold:
        if hold.at_admission is None:
            return with_body(hold, self._block(hold.body))
        bound = self.admission.bind(hold.at_admission)
        body = self._block(hold.body)
        return self.admission.header(hold, bound, self.admission.body(bound, body))

    def _assign(self, target: tree.Identifier) -> None:
        self._assigned.append(target)

    def _remembered(self, node: _Node, rewrite: Callable[[_Node], _Result]) -> _Result:
        """What a node becomes, if nothing has changed since it was rewritten without a refusal."""
        memory, admission = self._memory, self.admission
        if memory is None:
            return rewrite(node)
        known = memory.rewritten.get(node)
        if (
            known is not None
            and known.stages == self._serving.above
            and admission.replay(known.bindings)
        ):
            self._assigned.extend(known.assigned)
            result: _Result = known.result  # type: ignore[assignment]  # what `rewrite` gave
            return result
        before, noted = self._refusals.doubts, admission.notes()
        assigned = len(self._assigned)
        result = rewrite(node)
        if self._refusals.doubts == before:
            from sqlang.semantics.memory import Rewritten  # a text that nobody edits needs none

            bindings = admission.since(noted)
            memory.rewritten[node] = Rewritten(
                result, tuple(self._assigned[assigned:]), bindings, self._serving.above
            )
        return result


def _statements_of(part: Part) -> tuple[tree.Statement, ...]:
    return part.statements if isinstance(part, Segment) else (part,)
