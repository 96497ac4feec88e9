"""Words of a stage: its kind, the options of a step stage, its serving rules, and role names."""

from __future__ import annotations

from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary.model import Keyword

STAGE_KINDS: Final = (
    Keyword(
        "fifo",
        "stage kind",
        "stage",
        "stage NAME : fifo(servers);",
        "A number of equal servers; jobs are started in order of arrival. Work is service time. "
        "The number is a constant, whole and at least 1.",
        "stage tokenizer : fifo(4);",
        unit="servers",
        default="1 server",
    ),
    Keyword(
        "ps",
        "stage kind",
        "stage",
        "stage NAME : ps(capacity);",
        "Processor sharing: all jobs present share the capacity equally. `present`, their number, "
        "may be read in it. Stages held together in one `run` need a constant above 0.",
        "stage network : ps(100 / present);",
        moment=Moment.PS,
        unit="work per unit of time",
    ),
    Keyword(
        "delay",
        "stage kind",
        "stage",
        "stage NAME : delay;",
        "Every job is served at once and alone, and takes as long as its work says: think times, "
        "fixed latencies.",
        "stage thinking : delay;",
    ),
    Keyword(
        "step",
        "stage kind",
        "stage",
        "stage NAME : step { budget, chunk, cost, memory, serve }",
        "An engine with continuous batching. It works in iterations: each selects a batch of "
        "prefill and decode tokens from its residents within a budget, admits waiting sessions "
        "while budget is left, and takes the time its cost says.",
        "stage replica[2] : step { budget 512; chunk 128; cost 2 + 0.01 * tokens; }",
    ),
)
"""Kinds of stages."""

STEP_OPTIONS: Final = (
    Keyword(
        "budget",
        "step option",
        "step",
        "budget expression;",
        "The most tokens one iteration hands out. Computed at the start of each iteration.",
        "budget 512;",
        moment=Moment.BUDGET,
        unit="tokens",
        default="inf",
    ),
    Keyword(
        "cost",
        "step option",
        "step",
        "cost expression;",
        "How long an iteration takes, computed when its batch is selected from what is in it: "
        "`tokens`, `prefilled`, `decoders`, `kv_decode`, `attention`, ...",
        "cost 1 + 0.02 * prefilled + 0.001 * kv_decode;",
        moment=Moment.STEP,
        unit="time",
        default="required",
    ),
    Keyword(
        "chunk",
        "step option",
        "step",
        "chunk expression;",
        "The most prefill tokens one job gets in one iteration (chunked prefill). 0 means no "
        "limit.",
        "chunk 128;",
        moment=Moment.BUDGET,
        unit="tokens",
        default="0 (no limit)",
    ),
    Keyword(
        "memory",
        "step option",
        "step",
        "memory POOL;",
        "The pool that is this engine's KV cache: `kv_decode` and `kv_prefill` count allocations "
        "in it, traces show it, and under `preempt lifo` it puts out only jobs of this engine.",
        "memory kv;",
        default="none",
    ),
    Keyword(
        "serve",
        "step option",
        "step",
        "serve admission; | decode first; | exclusive prefill; | by (keys);",
        "In which order residents get tokens of an iteration.",
        "serve decode first;",
        default="admission",
    ),
)
"""Options of a step stage."""

SERVE_RULES: Final = (
    Keyword(
        "admission",
        "policy",
        "serve",
        "serve admission;",
        "Residents in the order in which their sessions were admitted.",
        "serve admission;",
    ),
    Keyword(
        "decode",
        "policy",
        "serve",
        "serve decode first;",
        "With `first`: decodes before prefills, each in order of admission, so that running "
        "answers do not stall behind new prompts.",
        "serve decode first;",
    ),
    Keyword(
        "first",
        "policy",
        "serve",
        "serve decode first;",
        "Ends `serve decode first`: decodes before prefills, each in order of admission.",
        "serve decode first;",
    ),
    Keyword(
        "exclusive",
        "policy",
        "serve",
        "serve exclusive prefill;",
        "A prefill never shares an iteration: one prefill job is the whole batch. A resident "
        "prefill has priority; otherwise decodes are selected tentatively while admission is "
        "possible, and a prefill admitted then takes their place with the full budget and ends "
        "admission. Displaced decodes keep what they allocated.",
        "serve exclusive prefill;",
    ),
    Keyword(
        "prefill",
        "policy",
        "serve",
        "serve exclusive prefill;",
        "Ends `serve exclusive prefill`: a prefill job is the whole batch of its iteration.",
        "serve exclusive prefill;",
    ),
    Keyword(
        "by",
        "policy",
        "serve",
        "serve by (key, ...);",
        "The resident with the least key comes first; equal keys are decided by the next key, then "
        "by order of admission. Keys may read `decoding`, `remaining`, `admission` and the "
        "session's attributes, and may not draw.",
        "serve by (decoding ? 0 : 1, remaining);",
        moment=Moment.SERVE,
    ),
)
"""Serving rules of a step stage."""


def _role(text: str, form: str, kind: str) -> Keyword:
    return Keyword(
        text,
        "role name",
        "stage name",
        f"stage {text} : {kind};",
        f"By its name this stage serves `{form}` statements below it that have no `on`.",
        f"stage {text} : {kind};",
    )


ROLE_NAMES: Final = (
    _role("prefill", "prefill", "fifo"),
    _role("decode", "decode", "delay"),
    _role("tool", "tool", "delay"),
    _role("link", "transfer", "ps(100)"),
    _role("transfer", "transfer", "ps(100)"),
)
"""Stage names that choose the stage of a serving form (SRV-1)."""
