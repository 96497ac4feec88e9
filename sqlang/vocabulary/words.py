"""The spellings that mean something to the grammar, now or in an older edition."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_GRAMMAR_WORDS: Final = """
    admission admit arrivals arrive at batch bernoulli block bottleneck branch
    budget by cache cap choose chunk closed cost decode def delay drop else end
    evict exclusive fifo first fits from grow growing hidden hold horizon in init
    lease let lifo link load loop lru maxmin memory none observe on ordered
    poisson pool preempt prefill ps queue release renewal request reserve reuse
    run seed serve server session set share spill stage step to tool trace
    transfer turn use via warmup when with workload
"""

GRAMMAR_WORDS: Final[frozenset[str]] = frozenset(_GRAMMAR_WORDS.split())
"""Words that may name neither a definition nor a parameter (LEX-13); free everywhere else."""

RETIRED_WORDS: Final[Mapping[str, str]] = {
    "enter": "hold",
    "admit": "hold",
    "keep": "cache",
    "where": "at admission",
    "fit": "reserve",
}
"""Words of an older edition (LEX-14), and what says it now."""

RENAMED_CONTEXT: Final[Mapping[str, str]] = {
    "queued": "waiting",
    "n": "present",
    "ntok": "tokens",
    "ndec": "decoders",
    "npre": "prefilled",
    "nres": "residents",
    "kvb": "kv_decode",
    "kvp": "kv_prefill",
    "attn": "attention",
}
"""Former spellings of context variables and the present ones (NAM-4)."""

ROLE_STAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "prefill": ("prefill",),
    "decode": ("decode",),
    "tool": ("tool",),
    "transfer": ("link", "transfer"),
}
"""The stage names that play the role of a serving form without `on` (SRV-1)."""
