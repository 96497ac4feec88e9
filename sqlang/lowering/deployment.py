"""Lowers pools, stages and the arrival; each member of a family has an entry (IR-6 to IR-22)."""

from __future__ import annotations

import math
from collections.abc import Callable

from sqlang.ir import program as ir
from sqlang.lowering.expressions import ExpressionLowering
from sqlang.semantics.constants import Constants, whole
from sqlang.semantics.declarations import Declarations, PoolDeclaration, StageDeclaration
from sqlang.semantics.names import Names
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeVar

    from sqlang.lowering.memory import LoweringMemory, Piece

    _Family = TypeVar("_Family", PoolDeclaration, StageDeclaration)
    _Member = TypeVar("_Member", ir.Pool, ir.Stage)


class DeploymentLowering:
    """Makes the pools and stages of a program, each member with expressions of its own.

    With a `memory`, what is in it is taken over. If `only_doubtful`, what is known to be valid only
    keeps its place, as it was, and nothing is kept.
    """

    __slots__ = (
        "_constants",
        "_declared",
        "_expressions",
        "_memory",
        "_names",
        "_only_doubtful",
        "pieces",
    )

    def __init__(
        self,
        expressions: ExpressionLowering,
        declared: Declarations,
        names: Names,
        constants: Constants,
        memory: LoweringMemory | None = None,
        *,
        only_doubtful: bool = False,
    ) -> None:
        # Neighbors of one name count as one family, and are compared as they are now.
        self._memory: Final = memory if _has_one_each(names, declared) else None
        self._only_doubtful: Final = only_doubtful
        self.pieces: Final[list[Piece]] = []
        self._expressions: Final = expressions
        self._declared: Final = declared
        self._names: Final = names
        self._constants: Final = constants

    def pools(self) -> tuple[ir.Pool, ...]:
        return tuple(
            member for pool in self._declared.pools for member in self._members(pool, self._pool)
        )

    def stages(self) -> tuple[ir.Stage, ...]:
        return tuple(
            member
            for stage in self._declared.stages
            for member in self._members(stage, self._stage)
        )

    def _members(
        self, family: _Family, lower: Callable[[_Family, int], _Member]
    ) -> tuple[_Member, ...]:
        """The members of a family, as they were lowered before if they mean the same."""
        memory = self._memory
        known = None if memory is None else memory.items.get(family.node)
        if memory is None or (
            self._only_doubtful and (known is None or family.node not in memory.known.valid)
        ):
            return tuple([lower(family, member) for member in range(family.size)])
        if known is None:
            expressions = self._expressions
            around, expressions.origins = expressions.origins, {}
            members = tuple([lower(family, member) for member in range(family.size)])
            known = members, expressions.origins
            memory.items.put(family.node, known)
            expressions.origins = around
        self.pieces.append(known[1])
        result: tuple[_Member, ...] = known[0]  # type: ignore[assignment]  # what `lower` gave
        return result

    def arrival(self, arrive: tree.Arrive | None) -> ir.Arrival:
        """How sessions arrive (IR-15); absent is `none`."""
        if arrive is None or arrive.argument is None:
            return ir.NoArrivals()
        lowered = self._arrival(arrive.word.name, arrive.argument)
        self._expressions.origins[id(lowered)] = arrive
        return lowered

    def _arrival(self, word: str, argument: tree.Expression) -> ir.Arrival:
        if word == "renewal":
            return ir.Renewal(self._expressions.expression(argument))
        value = self._constants.values.get(argument, 0.0)
        if word == "poisson":
            return ir.Poisson(value)
        return ir.Closed(whole(value)) if word == "closed" else ir.Batch(whole(value))

    def _pool(self, pool: PoolDeclaration, member: int) -> ir.Pool:
        lower = self._expressions
        cap = math.inf if pool.cap is None else self._constants.values.get(pool.cap, math.inf)
        lifo = pool.preempt is not None and pool.preempt.policy.name == "lifo"
        lowered = ir.Pool(
            pool.name,
            cap,
            self._constants.block_size(pool),
            ir.EvictBy(lower.expressions(pool.evict)) if pool.evict else ir.EvictLru(),
            ir.Preempt.LIFO if lifo else ir.Preempt.NONE,
            lower.optional(pool.queue),
            None if pool.spill is None else self._spill(pool.spill),
            self._admit_via(pool, member),
        )
        lower.origins[id(lowered)] = pool.node
        return lowered

    def _admit_via(self, pool: PoolDeclaration, member: int) -> int | None:
        if pool.admit_via is None:
            return None
        return _member(self._names.stages.get(pool.admit_via.target.name), member)

    def _spill(self, spill: tree.SpillOption) -> ir.Spill | None:
        """Of families member 0 is meant on both sides (REF-4)."""
        to, via = self._names.pools.get(spill.to.name), self._names.stages.get(spill.via.name)
        if to is None or via is None:
            return None
        lower = self._expressions
        work, when = lower.expression(spill.work), lower.expression(spill.when)
        lowered = ir.Spill(to.base, via.base, work, when)
        lower.origins[id(lowered)] = spill
        return lowered

    def _stage(self, stage: StageDeclaration, member: int) -> ir.Stage:
        lowered = ir.Stage(stage.name, self._kind(stage, member))
        self._expressions.origins[id(lowered)] = stage.node
        return lowered

    def _kind(self, stage: StageDeclaration, member: int) -> ir.Fifo | ir.Ps | ir.Delay | ir.Step:
        lower, argument = self._expressions, stage.argument
        if stage.kind == "fifo":
            return ir.Fifo(
                1 if argument is None else whole(self._constants.values.get(argument, 1.0))
            )
        if stage.kind == "ps":
            return ir.Ps(ir.Number(0.0) if argument is None else lower.expression(argument))
        if not stage.is_step:
            return ir.Delay()
        memory = None
        if stage.memory is not None:
            memory = _member(self._names.pools.get(stage.memory.target.name), member)
        return ir.Step(
            ir.Number(math.inf) if stage.budget is None else lower.expression(stage.budget),
            ir.Number(0.0) if stage.cost is None else lower.expression(stage.cost),
            ir.Number(0.0) if stage.chunk is None else lower.expression(stage.chunk),
            self._serve(stage.serve),
            memory,
        )

    def _serve(self, serve: tree.ServeOption | None) -> ir.ServeBy | ir.ServeExclusivePrefill:
        """The serving rule as keys, but for `exclusive prefill` (IR-10)."""
        form = "admission" if serve is None else serve.form.name
        lowered: ir.ServeBy | ir.ServeExclusivePrefill
        if form == "exclusive":
            lowered = ir.ServeExclusivePrefill()
        elif form == "decode":
            decoding = ir.Context(ir.ContextVariable.DECODING)
            key = ir.Conditional(decoding, ir.Number(0.0), ir.Number(1.0))
            lowered = ir.ServeBy((key,))
        else:
            keys = () if serve is None else serve.keys
            lowered = ir.ServeBy(self._expressions.expressions(keys))
        if serve is not None:
            self._expressions.origins[id(lowered)] = serve
        return lowered


def _has_one_each(names: Names, declared: Declarations) -> bool:
    """Whether each pool and each stage has a name of its own."""
    return (len(names.pools), len(names.stages)) == (len(declared.pools), len(declared.stages))


def _member(family: PoolDeclaration | StageDeclaration | None, member: int) -> int | None:
    """The entry a member is joined to: the one of equal number, or the only one (REF-3)."""
    if family is None:
        return None
    return family.base if family.size == 1 else family.base + member
