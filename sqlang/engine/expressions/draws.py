"""Draws from distributions (DIST rules): arguments first, left to right, then the variates."""

from __future__ import annotations

from typing import Final

from sqlang.engine.errors import NO_PROGRESS
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import divide, maximum, natural_logarithm, square_root, truncate
from sqlang.engine.random_stream import RandomStream
from sqlang.ir import program as ir

_MOST_PHASES: Final = 0xFFFFFFFF
_PHASES_BETWEEN_CHECKS: Final = 4096
_MANY_PHASES: Final = 64
"""From here on a draw is long enough to count as more than its statement."""


def exponential_variate(mean: float, stream: RandomStream) -> float:
    """One draw of mean `mean` (DIST-2)."""
    return -mean * natural_logarithm(1.0 - stream.uniform())


class DrawDeterministic(Expression):
    """`~det(x)`: x, without a draw (DIST-1)."""

    def __init__(self, value: Expression) -> None:
        self.value: Final = value

    def evaluate(self, context: Context) -> float:
        return self.value.evaluate(context)


class DrawExponential(Expression):
    """`~exp(m)` (DIST-2)"""

    def __init__(self, mean: Expression) -> None:
        self.mean: Final = mean

    def evaluate(self, context: Context) -> float:
        return exponential_variate(self.mean.evaluate(context), context.stream)


class DrawUniform(Expression):
    """`~uniform(lo, hi)` (DIST-3)"""

    def __init__(self, low: Expression, high: Expression) -> None:
        self.low: Final = low
        self.high: Final = high

    def evaluate(self, context: Context) -> float:
        low = self.low.evaluate(context)
        high = self.high.evaluate(context)
        return low + (high - low) * context.stream.uniform()


class DrawErlang(Expression):
    """`~erlang(k, m)`: the sum of k exponential phases (DIST-4)."""

    def __init__(self, phases: Expression, mean: Expression, source: ir.Sample) -> None:
        self._source: Final = source
        self.phases: Final = phases
        self.mean: Final = mean

    def evaluate(self, context: Context) -> float:
        phases = max(truncate(self.phases.evaluate(context), _MOST_PHASES), 1)
        mean = self.mean.evaluate(context) / phases
        total = -0.0
        for phase in range(1, phases + 1):
            total -= mean * natural_logarithm(1.0 - context.stream.uniform())
            if phase % _PHASES_BETWEEN_CHECKS == 0:
                self._look(context, phase)
        if phases >= _MANY_PHASES:
            context.watch.tick(phases % _PHASES_BETWEEN_CHECKS)
        return total

    def _look(self, context: Context, phase: int) -> None:
        """Fail if a single draw takes more steps than a whole instant may."""
        context.watch.tick(_PHASES_BETWEEN_CHECKS)
        if phase > context.watch.limits.instant:
            message = f"no progress: `~erlang` goes on after {phase} phases"
            raise context.error(NO_PROGRESS, message, self._source, (self._source,))


class DrawHyperexponential(Expression):
    """`~h2(m, c)`: one of two exponentials with balanced means (DIST-5)."""

    def __init__(self, mean: Expression, squared_variation: Expression) -> None:
        self.mean: Final = mean
        self.squared_variation: Final = squared_variation

    def evaluate(self, context: Context) -> float:
        mean = self.mean.evaluate(context)
        variation = maximum(self.squared_variation.evaluate(context), 1.0)
        likelihood = 0.5 * (1.0 + square_root((variation - 1.0) / (variation + 1.0)))
        if context.stream.uniform() < likelihood:
            mean = divide(mean, 2.0 * likelihood)
        else:
            mean = divide(mean, 2.0 * (1.0 - likelihood))
        return exponential_variate(mean, context.stream)


class DrawBernoulli(Expression):
    """`~bernoulli(p)` (DIST-6)"""

    def __init__(self, likelihood: Expression) -> None:
        self.likelihood: Final = likelihood

    def evaluate(self, context: Context) -> float:
        likelihood = self.likelihood.evaluate(context)
        return 1.0 if context.stream.uniform() < likelihood else 0.0
