"""Checks the statements of a program in the order of ORD-4, holds and runs included (HLD, RUN)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.semantics.declarations import StageDeclaration
from sqlang.semantics.expressions import TargetKey, target_key
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.resolution import Resolver
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Held, Memory


_ANY: Final[TargetKey] = ("", "any")
"""Stands for a target that names what does not exist: it may have been meant to be any other."""


class Statements:
    """Checks blocks of kernel statements.

    `leased` are the targets that some hold of the session leases: these may be released anywhere.
    """

    __slots__ = ("_leased", "_memory", "_order", "_refusals", "_resolver")

    def __init__(
        self,
        resolver: Resolver,
        refusals: Refusals,
        order: TokenOrder,
        leased: frozenset[TargetKey],
        memory: Memory | None,
    ) -> None:
        self._resolver: Final = resolver
        self._refusals: Final = refusals
        self._order: Final = order
        self._leased: Final = leased
        self._memory: Final = memory

    def assignments(self, word: tree.Identifier, block: tree.Block) -> None:
        """Check an `init` or `turn` block, which only sets and observes (WRK-1)."""
        for statement in block.statements:
            if isinstance(statement, (tree.Set, tree.Observe)):
                self._resolver.expression(statement.value)
            elif not isinstance(statement, (tree.Request, tree.Damaged)):
                also = ((word, f"the `{word.name}` block begins here"),)
                self._refusals.refuse("SQ441", statement.first, also=also, block=word.name)

    def block(self, block: tree.Block, held: Held = ()) -> None:
        """Check a block of the session inside the holds given by their targets."""
        memory = self._memory
        if memory is None:
            for statement in block.statements:
                self._statement(statement, held)
            return
        around = (*held, self._leased)
        for part in memory.segments.parts(block):
            self._part(part, held, around, memory)

    def _part(self, part: Part, held: Held, around: Held, memory: Memory) -> None:
        if memory.is_linked(part, around):
            return
        before = self._refusals.doubts
        if isinstance(part, Segment):
            for inner in part.parts:
                self._part(inner, held, around, memory)
        else:
            self._statement(part, held)
        if self._refusals.doubts == before:
            memory.linked.put(part, around)

    def _statement(self, statement: tree.Statement, held: Held) -> None:
        match statement:
            case tree.Set(value=value) | tree.Observe(value=value):
                self._resolver.expression(value)
            case tree.Hold():
                self._hold(statement, held)
            case tree.Run():
                self._run(statement)
            case tree.Branch():
                self._resolver.expression(statement.guard)
                self.block(statement.then, held)
                if statement.otherwise is not None:
                    self.block(statement.otherwise, held)
            case tree.Loop(body=body):
                self.block(body, held)
            case tree.Grow(pool=pool, amount=amount):
                self._resolver.pool(pool)
                self._resolver.expression(amount)
            case tree.Load(pool=pool, amount=amount):
                if self._resolver.pool(pool) is not None:
                    self._is_held(pool, held, "SQ445")
                self._resolver.expression(amount)
            case tree.Drop(pool=pool):
                self._resolver.pool(pool)
            case tree.Release(pool=pool):
                if self._resolver.pool(pool) is not None:
                    self._is_held(pool, (*held, self._leased), "SQ444")
            case tree.Choose(count=count, keys=keys):
                self._resolver.expression(count)
                self._resolver.expressions(keys)

    def _hold(self, hold: tree.Hold, held: Held) -> None:
        for take in hold.takes:
            self._resolver.pool(take.pool)
            self._resolver.expression(take.units)
            self._resolver.optional(take.reserve)
        self._resolver.optional(hold.reuse)
        self._resolver.optional(hold.cache)
        own = frozenset(self._target(take.pool) for take in hold.takes)
        self.block(hold.body, (*held, own))
        if hold.lease is not None:
            if self._is_held(hold.lease.pool, (own,), "SQ446"):
                self._resolver.pool(hold.lease.pool)
            self._resolver.expression(hold.lease.time)

    def _target(self, pool: tree.Reference) -> TargetKey:
        return target_key(pool) if self._resolver.resolves(pool) else _ANY

    def _is_held(self, pool: tree.Reference, held: Held, code: str) -> bool:
        """Whether one of the holds takes a pool, written as the hold writes it (HLD, REF-5)."""
        key = target_key(pool)
        if any(key in targets or _ANY in targets for targets in held):
            return True
        if self._refusals.damage.may_hide():
            return True  # the hold may be lost
        self._refusals.refuse(code, pool, pool=pool.span.text)
        return False

    def _run(self, run: tree.Run) -> None:
        """RUN-1 and RUN-2 look at the first stage only."""
        stage = self._resolver.stage(run.stages[0])
        for further in run.stages[1:]:
            self._resolver.stage(further)
        if stage is not None:
            self._mode(run, stage)
        self._resolver.expression(run.work)
        if run.growing is not None:
            self._resolver.pool(run.growing)

    def _mode(self, run: tree.Run, stage: StageDeclaration) -> None:
        also = ((stage.node.name, "declared here"),)
        if (run.mode is not None) != stage.is_step:
            at = run.stages[0] if run.mode is None else run.mode
            self._refusals.refuse("SQ442", at, also=also, stage=stage.name, kind=stage.kind)
        elif run.growing is not None and not stage.is_step:
            clause = self._order.with_word_before(run.growing)
            self._refusals.refuse("SQ443", clause, also=also, stage=stage.name, kind=stage.kind)


def leased_targets(
    blocks: Iterable[tree.Block], memory: Memory | None = None
) -> frozenset[TargetKey]:
    """The targets that some hold in the blocks leases, at any depth."""
    found: set[TargetKey] = set()
    if memory is not None:
        for block in blocks:
            for part in memory.segments.parts(block):
                found |= memory.facts.of(part).leases
        return frozenset(found)
    pending = list(blocks)
    while pending:
        for statement in pending.pop().statements:
            if isinstance(statement, tree.Hold):
                pending.append(statement.body)
                if statement.lease is not None:
                    found.add(target_key(statement.lease.pool))
            elif isinstance(statement, tree.Loop):
                pending.append(statement.body)
            elif isinstance(statement, tree.Branch):
                pending.append(statement.then)
                if statement.otherwise is not None:
                    pending.append(statement.otherwise)
    return frozenset(found)
