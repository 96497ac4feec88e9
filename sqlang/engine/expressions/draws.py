"""Draws from distributions (DIST rules): arguments first, left to right, then the variates.

Arguments that are numbers, as most are, have classes of their own, which do all that can be done
with them beforehand: the same operations in the same order.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Constant, Expression
from sqlang.engine.numbers import divide, maximum, square_root, truncate
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from mypy_extensions import i64

_MOST_PHASES: Final = 0xFFFFFFFF
_PHASES_BETWEEN_CHECKS: Final = 4096
_MANY_PHASES: Final = 64
"""From here on a draw is long enough to count as more than its statement."""


def exponential(mean: Expression) -> Expression:
    """`~exp(m)` (DIST-2)"""
    return (
        DrawConstantExponential(mean.value) if isinstance(mean, Constant) else DrawExponential(mean)
    )


def uniform(low: Expression, high: Expression) -> Expression:
    """`~uniform(lo, hi)` (DIST-3)"""
    if isinstance(low, Constant) and isinstance(high, Constant):
        return DrawConstantUniform(low.value, high.value)
    return DrawUniform(low, high)


def erlang(phases: Expression, mean: Expression, source: ir.Sample) -> Expression:
    """`~erlang(k, m)`: the sum of k exponential phases (DIST-4)."""
    if isinstance(phases, Constant) and isinstance(mean, Constant):
        return DrawConstantErlang(phases.value, mean.value, source)
    return DrawErlang(phases, mean, source)


def hyperexponential(mean: Expression, squared_variation: Expression) -> Expression:
    """`~h2(m, c)`: one of two exponentials with balanced means (DIST-5)."""
    if isinstance(mean, Constant) and isinstance(squared_variation, Constant):
        return DrawConstantHyperexponential(mean.value, squared_variation.value)
    return DrawHyperexponential(mean, squared_variation)


def bernoulli(likelihood: Expression) -> Expression:
    """`~bernoulli(p)` (DIST-6)"""
    if isinstance(likelihood, Constant):
        return DrawConstantBernoulli(likelihood.value)
    return DrawBernoulli(likelihood)


class DrawExponential(Expression):
    """An exponential variate. 1 less a unit variate is above 0, so its logarithm is finite."""

    def __init__(self, mean: Expression) -> None:
        self.mean: Final = mean

    def evaluate(self, context: Context) -> float:
        return -self.mean.evaluate(context) * log(1.0 - context.stream.uniform())


class DrawConstantExponential(Expression):
    """The same of a number."""

    def __init__(self, mean: float) -> None:
        self._negative_mean: Final = -mean

    def evaluate(self, context: Context) -> float:
        return self._negative_mean * log(1.0 - context.stream.uniform())


class DrawUniform(Expression):
    """A unit variate stretched over an interval."""

    def __init__(self, low: Expression, high: Expression) -> None:
        self.low: Final = low
        self.high: Final = high

    def evaluate(self, context: Context) -> float:
        low = self.low.evaluate(context)
        high = self.high.evaluate(context)
        return low + (high - low) * context.stream.uniform()


class DrawConstantUniform(Expression):
    """The same of numbers."""

    def __init__(self, low: float, high: float) -> None:
        self._low: Final = low
        self._width: Final = high - low

    def evaluate(self, context: Context) -> float:
        return self._low + self._width * context.stream.uniform()


class ErlangVariates(Expression):
    """Sums of exponential variates."""

    def __init__(self, source: ir.Sample) -> None:
        self._source: Final = source

    def sum(self, phases: i64, mean: float, context: Context) -> float:
        """The sum of `phases` variates of mean `mean`."""
        stream = context.stream
        total = -0.0
        phase: i64 = 0
        while phase < phases:
            phase += 1
            total -= mean * log(1.0 - stream.uniform())
            if phase % _PHASES_BETWEEN_CHECKS == 0:
                self._look(context, phase)
        if phases >= _MANY_PHASES:
            context.watch.tick(phases % _PHASES_BETWEEN_CHECKS)
        return total

    def _look(self, context: Context, phase: i64) -> None:
        """Fail if a single draw takes more steps than a whole instant may."""
        context.watch.tick(_PHASES_BETWEEN_CHECKS)
        if phase > context.watch.limits.instant:
            message = f"no progress: `~erlang` goes on after {phase} phases"
            raise context.error(NO_PROGRESS, message, self._source, (self._source,))


class DrawErlang(ErlangVariates):
    """Such a sum; a part of a phase does not count, and there is at least one."""

    def __init__(self, phases: Expression, mean: Expression, source: ir.Sample) -> None:
        super().__init__(source)
        self.phases: Final = phases
        self.mean: Final = mean

    def evaluate(self, context: Context) -> float:
        phases = _whole_phases(self.phases.evaluate(context))
        return self.sum(phases, self.mean.evaluate(context) / phases, context)


class DrawConstantErlang(ErlangVariates):
    """The same of numbers."""

    def __init__(self, phases: float, mean: float, source: ir.Sample) -> None:
        super().__init__(source)
        whole = _whole_phases(phases)
        self._phases: i64 = whole
        self._mean: Final = mean / whole

    def evaluate(self, context: Context) -> float:
        return self.sum(self._phases, self._mean, context)


class DrawHyperexponential(Expression):
    """A variate of one of two exponential distributions, which is drawn first."""

    def __init__(self, mean: Expression, squared_variation: Expression) -> None:
        self.mean: Final = mean
        self.squared_variation: Final = squared_variation

    def evaluate(self, context: Context) -> float:
        mean = self.mean.evaluate(context)
        likelihood = _likelihood(self.squared_variation.evaluate(context))
        if context.stream.uniform() < likelihood:
            mean = divide(mean, 2.0 * likelihood)
        else:
            mean = divide(mean, 2.0 * (1.0 - likelihood))
        return -mean * log(1.0 - context.stream.uniform())


class DrawConstantHyperexponential(Expression):
    """The same of numbers."""

    def __init__(self, mean: float, squared_variation: float) -> None:
        likelihood = _likelihood(squared_variation)
        self._likelihood: Final = likelihood
        self._negative_likely: Final = -divide(mean, 2.0 * likelihood)
        self._negative_unlikely: Final = -divide(mean, 2.0 * (1.0 - likelihood))

    def evaluate(self, context: Context) -> float:
        negative_mean = self._negative_unlikely
        if context.stream.uniform() < self._likelihood:
            negative_mean = self._negative_likely
        return negative_mean * log(1.0 - context.stream.uniform())


class DrawBernoulli(Expression):
    """1 or 0."""

    def __init__(self, likelihood: Expression) -> None:
        self.likelihood: Final = likelihood

    def evaluate(self, context: Context) -> float:
        likelihood = self.likelihood.evaluate(context)
        return 1.0 if context.stream.uniform() < likelihood else 0.0


class DrawConstantBernoulli(Expression):
    """The same of a number."""

    def __init__(self, likelihood: float) -> None:
        self._likelihood: Final = likelihood

    def evaluate(self, context: Context) -> float:
        return 1.0 if context.stream.uniform() < self._likelihood else 0.0


def _whole_phases(phases: float) -> int:
    """How many phases are drawn."""
    return max(truncate(phases, _MOST_PHASES), 1)


def _likelihood(squared_variation: float) -> float:
    """Of the first of the two exponential distributions with balanced means."""
    variation = maximum(squared_variation, 1.0)
    return 0.5 * (1.0 + square_root((variation - 1.0) / (variation + 1.0)))
