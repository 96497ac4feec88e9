"""Words that begin an item of a program, and those of `run` and `share`."""

from __future__ import annotations

from typing import Final

from sqlang.vocabulary.model import Keyword

ITEMS: Final = (
    Keyword(
        "let",
        "item",
        "program",
        "let NAME = constant;",
        "Names a constant, computed once before the run from numbers and the constants above it. "
        "`--set NAME=expression` replaces its value from outside.",
        "let rate = 0.5 * 4;",
    ),
    Keyword(
        "def",
        "item",
        "program",
        "def NAME(parameters) = expression;  |  def NAME(parameters) { statements }",
        "Names an expression or a list of statements. Each use below it is replaced by the body, "
        "with the arguments in the place of the parameters; names keep the meaning they have at "
        "the use.",
        "def blocks(wanted) = ceil(wanted / 16);",
    ),
    Keyword(
        "use",
        "item",
        "program",
        'use "path";',
        "Reads the definitions of a library, a file of `def` and `use`. The path is relative to "
        "the directory of this file; a file is read once.",
        'use "library.sq";',
    ),
    Keyword(
        "pool",
        "item",
        "program",
        "pool NAME[members] { options }",
        "Something that sessions hold units of: KV cache, batch slots, connections. Sessions queue "
        "for admission to it, and what a hold leaves cached in it gives way to allocations. "
        "`[N]` declares a family of N members with the same options, chosen by an index.",
        "pool cache_tokens { cap 100000; block 16; evict lru; }",
    ),
    Keyword(
        "stage",
        "item",
        "program",
        "stage NAME[members] : fifo(servers); | ps(capacity); | delay; | step { options }",
        "A place where work is done and time passes: a processor, a link, a think time, a serving "
        "engine. `[N]` declares a family of N members of the same kind, chosen by an index.",
        "stage decoder : step { budget 256; cost 1 + 0.01 * tokens; memory kv; }",
    ),
    Keyword(
        "workload",
        "item",
        "program",
        "workload { arrive, trace, init, turn, hidden, session }",
        "Who arrives when, and with which attributes. A `session` in it is the client's side, "
        "whose requests a `server` answers.",
        "workload { arrive poisson(2); init { set prompt = ~exp(300); } }",
        default="no arrivals, empty `init` and `turn`",
    ),
    Keyword(
        "session",
        "item",
        "program",
        "session { statements }",
        "What every session does from its arrival to its end, the client's part and the system's "
        "in one. (The other form is a `session` in the workload and a `server`.)",
        "session { run cpu (1); end; }",
        default="empty",
    ),
    Keyword(
        "server",
        "item",
        "program",
        "server { statements }",
        "What the system does for a request: its statements take the place of each `request;` in "
        "the workload's session. `turn`, `end` and `request` belong to that session.",
        "server { hold kv (prompt) { prefill prompt; decode output; } }",
    ),
    Keyword(
        "share",
        "item",
        "program",
        "share maxmin; | share bottleneck;",
        "How jobs that hold several stages at once divide the capacities of those stages. Required "
        "exactly when some `run` names several stages, which then are `ps` of a constant.",
        "share maxmin;",
    ),
    Keyword(
        "run",
        "item",
        "program",
        "run { horizon, warmup, seed, arrivals }",
        "How long the program runs and with which random numbers. Several blocks are merged; the "
        "last value of an option counts.",
        "run { horizon 1000; warmup 100; seed 7; }",
    ),
)
"""Words that begin an item."""

RUN_OPTIONS: Final = (
    Keyword(
        "horizon",
        "run option",
        "run",
        "horizon constant;",
        "When the run ends, on its clock; an event exactly then still happens. Must be finite.",
        "horizon 1000;",
        unit="time",
        default="required",
    ),
    Keyword(
        "warmup",
        "run option",
        "run",
        "warmup constant;",
        "When measuring begins: observations, waits and averages count only from then on. At least "
        "0 and before the horizon.",
        "warmup 100;",
        unit="time",
        default="0",
    ),
    Keyword(
        "seed",
        "run option",
        "run",
        "seed constant;",
        "Where the random numbers start. Equal seeds give equal runs; arrivals, workload, session, "
        "eviction and trace draw from streams of their own.",
        "seed 7;",
        unit="whole number",
        default="1",
    ),
    Keyword(
        "arrivals",
        "run option",
        "run",
        "arrivals constant;",
        "Ends the run when this many sessions have arrived and all have ended; the horizon must "
        "not come first. For `poisson` and `renewal` arrivals only.",
        "arrivals 500;",
        unit="sessions",
        default="no limit",
    ),
)
"""Options of `run { }`."""

SHARE_POLICIES: Final = (
    Keyword(
        "maxmin",
        "policy",
        "share",
        "share maxmin;",
        "The tightest stage is divided equally among its jobs first; what they leave elsewhere "
        "goes to the others, and so on. No job could get more without another getting less than "
        "it.",
        "share maxmin;",
    ),
    Keyword(
        "bottleneck",
        "policy",
        "share",
        "share bottleneck;",
        "Each job gets the least of its equal shares over the stages it holds; capacity left over "
        "elsewhere stays unused.",
        "share bottleneck;",
    ),
)
"""Ways of `share`."""
