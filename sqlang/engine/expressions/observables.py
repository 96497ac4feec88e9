"""Functions that read the present state of a pool or stage (EXPR-8)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.expressions.references import PoolReference, StageReference


class PoolObservable(Expression):
    """A function of a pool."""

    def __init__(self, pool: PoolReference) -> None:
        self.pool: Final = pool


class Used(PoolObservable):
    """`used`: allocated units."""

    def evaluate(self, context: Context) -> float:
        return self.pool.resolve(context).used


class Free(PoolObservable):
    """`free`: capacity less allocated units; cached units are not counted."""

    def evaluate(self, context: Context) -> float:
        pool = self.pool.resolve(context)
        return pool.capacity - pool.used


class CachedIn(PoolObservable):
    """`cachedin`: the size of the session's own entry, 0 without one or without a session."""

    def evaluate(self, context: Context) -> float:
        pool = self.pool.resolve(context)
        session = context.session
        return 0.0 if session is None else pool.cache.size_of(session.serial)


class Holders(PoolObservable):
    """`holders`: the length of the list of holders (POOL-30)."""

    def evaluate(self, context: Context) -> float:
        return float(self.pool.resolve(context).holders.count)


class Queued(PoolObservable):
    """`queued`: sessions in the queue."""

    def evaluate(self, context: Context) -> float:
        return float(self.pool.resolve(context).queued)


class StageObservable(Expression):
    """A function of a stage."""

    def __init__(self, stage: StageReference) -> None:
        self.stage: Final = stage


class QueueLength(StageObservable):
    """`queue`: jobs present, waiting and in service."""

    def evaluate(self, context: Context) -> float:
        return float(self.stage.resolve(context).present())


class Busy(StageObservable):
    """`busy`: jobs in service, or in the running batch of a step stage."""

    def evaluate(self, context: Context) -> float:
        return float(self.stage.resolve(context).busy())


class WorkLeft(StageObservable):
    """`work`: what the jobs present still have to get (EXPR-9)."""

    def evaluate(self, context: Context) -> float:
        return self.stage.resolve(context).work_left(context.clock.now)


class BudgetLeft(StageObservable):
    """`budget_left`: tokens of an iteration that nobody wants yet (STEP-8, STEP-20)."""

    def evaluate(self, context: Context) -> float:
        return self.stage.resolve(context).budget_left(context, self.stage.index.source)
