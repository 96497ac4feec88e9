"""The functions and distributions an expression may call."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.ir.moments import PURE_FUNCTIONS
from sqlang.ir.program import Distribution, Function
from sqlang.vocabulary.model import DistributionWord, FunctionWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _function(
    signature: str, function: Function | None, arguments: str, unit: str, documentation: str
) -> FunctionWord:
    name = signature.partition("(")[0]
    return FunctionWord(
        name, function, arguments, function in PURE_FUNCTIONS, signature, unit, documentation
    )


_FUNCTIONS: Final = (
    _function("min(a, b)", Function.MIN, "ee", "that of a and b", "The smaller of two values."),
    _function("max(a, b)", Function.MAX, "ee", "that of a and b", "The larger of two values."),
    _function("pow(a, b)", Function.POW, "ee", "", "`a` to the power `b`; the same as `a ^ b`."),
    _function("abs(a)", Function.ABS, "e", "that of a", "The value without its sign."),
    _function(
        "floor(a)", Function.FLOOR, "e", "that of a", "The largest whole number not above `a`."
    ),
    _function(
        "ceil(a)", Function.CEIL, "e", "that of a", "The smallest whole number not below `a`."
    ),
    _function(
        "sqrt(a)", Function.SQRT, "e", "", "The square root; not a number if `a` is below 0."
    ),
    _function("exp(a)", Function.EXP, "e", "", "e to the power `a`. The draw is `~exp(mean)`."),
    _function(
        "ln(a)",
        Function.LN,
        "e",
        "",
        "The natural logarithm; minus infinity at 0, no number below.",
    ),
    _function(
        "used(pool)",
        Function.USED,
        "p",
        "units of the pool",
        "What is allocated in the pool to holds and leases now. Cached units do not count.",
    ),
    _function(
        "free(pool)",
        Function.FREE,
        "p",
        "units of the pool",
        "The pool's capacity less what is allocated. Cached units count as free, since they give "
        "way to any allocation.",
    ),
    _function(
        "cachedin(pool)",
        Function.CACHED_IN,
        "p",
        "units of the pool",
        "The size of this session's own cached entry in the pool, 0 if it has none.",
    ),
    _function(
        "holders(pool)",
        Function.HOLDERS,
        "p",
        "sessions",
        "How many holds and leases have an allocation in the pool now.",
    ),
    _function(
        "queued(pool)",
        Function.QUEUED,
        "p",
        "sessions",
        "How many sessions wait for admission in the pool's queue now.",
    ),
    _function(
        "queue(stage)",
        Function.QUEUE,
        "s",
        "jobs",
        "The jobs at the stage, waiting and in service; at a step stage its residents.",
    ),
    _function(
        "busy(stage)",
        Function.BUSY,
        "s",
        "jobs",
        "The jobs in service: at a `fifo` stage those a server works on, at a step stage those in "
        "the running batch, otherwise all that are present.",
    ),
    _function(
        "work(stage)",
        Function.WORK,
        "s",
        "tokens at a step stage, else time or capacity",
        "The work left over all jobs at the stage.",
    ),
    _function(
        "budget_left(stage)",
        Function.BUDGET_LEFT,
        "s",
        "tokens",
        "What the step stage's budget still leaves for newcomers. In the header of a hold that is "
        "admitted within an iteration: the rest of that iteration's budget (the full budget under "
        "`serve exclusive prefill`). Elsewhere: the budget less what the residents would take.",
    ),
    _function(
        "est_lambda(stage)",
        Function.EST_LAMBDA,
        "s",
        "jobs per unit of time",
        "The rate at which jobs start at the stage, smoothed over those finished so far.",
    ),
    _function(
        "est_rho(stage)",
        Function.EST_RHO,
        "s",
        "fraction",
        "The stage's load: smoothed rate times smoothed service time, at most 0.99.",
    ),
    _function(
        "est_wait(stage)",
        Function.EST_WAIT,
        "s",
        "time",
        "The wait before service at the stage, smoothed over the jobs finished so far.",
    ),
    _function(
        "price(stage, done, more)",
        Function.PRICE,
        "see",
        "time",
        "The delay that serving `more` work after `done` causes at the stage: the work itself and "
        "what those behind it wait, by the stage's estimators.",
    ),
    _function(
        "blocksize(pool)",
        None,
        "p",
        "units of the pool",
        "The `block` of the pool, a constant of the program. The pool must declare one.",
    ),
)

FUNCTIONS: Final[Mapping[str, FunctionWord]] = {word.name: word for word in _FUNCTIONS}
"""The 22 functions of NAM-8, and `blocksize`."""

_DISTRIBUTIONS: Final = (
    DistributionWord(
        "exp",
        Distribution.EXP,
        1,
        "~exp(mean)",
        "Exponentially distributed with this mean: gaps between independent events.",
    ),
    DistributionWord(
        "det", Distribution.DET, 1, "~det(value)", "Always this value; takes no random number."
    ),
    DistributionWord(
        "bernoulli",
        Distribution.BERNOULLI,
        1,
        "~bernoulli(probability)",
        "1 with this probability, else 0.",
    ),
    DistributionWord(
        "uniform",
        Distribution.UNIFORM,
        2,
        "~uniform(low, high)",
        "Evenly distributed from `low` to below `high`.",
    ),
    DistributionWord(
        "erlang",
        Distribution.ERLANG,
        2,
        "~erlang(phases, mean)",
        "The sum of `phases` exponential parts, `mean` in all: less variable than `~exp`.",
    ),
    DistributionWord(
        "h2",
        Distribution.H2,
        2,
        "~h2(mean, cv2)",
        "Hyperexponential: this mean, and a squared coefficient of variation `cv2` of at least 1: "
        "more variable than `~exp`.",
    ),
)

DISTRIBUTIONS: Final[Mapping[str, DistributionWord]] = {word.name: word for word in _DISTRIBUTIONS}
"""What may be drawn with `~` (NAM-7)."""
