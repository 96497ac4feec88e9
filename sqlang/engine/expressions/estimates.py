"""Functions that read what a stage estimates of its traffic (EST-2, EST-3)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.expressions.observables import StageObservable
from sqlang.engine.expressions.references import StageReference


class EstimatedRate(StageObservable):
    """`est_lambda`: starts per unit of time."""

    def evaluate(self, context: Context) -> float:
        return self.stage.resolve(context).estimators.rate()


class EstimatedUtilization(StageObservable):
    """`est_rho`: at most 0.99."""

    def evaluate(self, context: Context) -> float:
        return self.stage.resolve(context).estimators.utilization()


class EstimatedWait(StageObservable):
    """`est_wait`: the time from joining to the start."""

    def evaluate(self, context: Context) -> float:
        return self.stage.resolve(context).estimators.wait()


class Price(Expression):
    """`price`: what a job of `added` on top of `known` costs the others at a stage."""

    def __init__(self, stage: StageReference, known: Expression, added: Expression) -> None:
        self.stage: Final = stage
        self.known: Final = known
        self.added: Final = added

    def evaluate(self, context: Context) -> float:
        stage = self.stage.resolve(context)
        known = self.known.evaluate(context)
        added = self.added.evaluate(context)
        return stage.estimators.price(known, added)
