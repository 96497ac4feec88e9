"""How often each feature and each occurrence must at least be met, in percent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_STATEMENTS: Final = (
    *("turn", "request", "end", "set", "observe", "hold", "grow", "drop", "release", "load"),
    *("run", "branch", "branch with", "loop", "choose", "prefill", "decode", "tool", "transfer"),
)
_POOL_OPTIONS: Final = (
    *("block", "evict lru", "evict by", "preempt lifo", "preempt none", "queue fifo", "queue by"),
    *("spill", "admit via"),
)
_CLAUSES: Final = ("reuse", "cache", "lease", "reserve", "of several")
_ARRIVALS: Final = ("poisson", "renewal", "closed", "batch")
_DISTRIBUTIONS: Final = ("exp", "det", "uniform", "erlang", "h2", "bernoulli")
_OTHERS: Final = (
    *("at admission", "library", "pool family", "stage family", "run on several", "run growing"),
    *("step memory", "share maxmin", "share bottleneck", "arrivals", "trace", "trace ordered"),
    *("hidden", "function Price", "function EstWait", "function BudgetLeft"),
)

FEATURES: Final = (
    *(f"statement {name}" for name in _STATEMENTS),
    *(f"pool {name}" for name in _POOL_OPTIONS),
    *(f"stage {name}" for name in ("fifo", "ps", "delay", "step")),
    *(f"serve {name}" for name in ("admission", "decode first", "exclusive prefill", "by")),
    *(f"distribution {name}" for name in _DISTRIBUTIONS),
    *(f"hold {name}" for name in _CLAUSES),
    *(f"arrive {name}" for name in _ARRIVALS),
    *_OTHERS,
)
"""In one of a hundred programs each; `cap` is in all that have a pool."""

ERRORS: Final = tuple(f"SQ9{number:02}" for number in range(1, 12))
"""The codes of ERR-1 to ERR-11, met in one of a hundred programs each."""

OCCURRENCES: Final = (
    "eviction",
    "preemption",
    "waiting",
    "spill",
    "lease expiry",
    "transfer",
    "mixed prefill",
)
"""What happens in five of a hundred runs each."""

MEDIAN_EVENTS: Final = 100


def below(counts: Mapping[str, int], names: tuple[str, ...], total: int, percent: int) -> list[str]:
    """The names that are met in less than so many percent of the total."""
    return [name for name in names if 100 * counts.get(name, 0) < percent * total]
