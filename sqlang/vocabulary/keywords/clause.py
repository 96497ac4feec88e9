"""Words inside a statement: clauses of `hold`, `run`, `branch`, `choose` and the serving forms."""

from __future__ import annotations

from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary.model import Keyword

HOLD_CLAUSES: Final = (
    Keyword(
        "reserve",
        "clause",
        "hold",
        "hold POOL (units) reserve (units)",
        "Admission waits until this many units fit, though only the units before it are allocated: "
        "room to grow into. The larger of the two decides.",
        "hold kv (min(prompt, 64)) reserve (prompt + output) { prefill prompt growing kv; }",
        moment=Moment.ADMIT,
        unit="units of the pool",
        default="the units allocated",
    ),
    Keyword(
        "reuse",
        "clause",
        "hold",
        "reuse (units)",
        "The most of its own cached entry that the session may use again: a prompt shares only so "
        "much prefix with the turn before. What is cached beyond it stays for nobody's use until "
        "evicted.",
        "hold kv (prompt) reuse (prompt - 10) { prefill prompt - cached; } cache (prompt);",
        moment=Moment.ADMIT,
        unit="units",
        default="the whole entry",
    ),
    Keyword(
        "at",
        "clause",
        "hold",
        "at admission (NAME = expression, ...)",
        "With `admission`: names values of the moment at which the session is admitted.",
        "hold kv (room) at admission (room = min(prompt, free(kv))) { prefill prompt; }",
        moment=Moment.ADMIT,
    ),
    Keyword(
        "admission",
        "clause",
        "hold",
        "at admission (NAME = expression, ...)",
        "Names values for the header of the hold, computed when the session is admitted: the way "
        "to read the state of pools and stages there, since a `set` before the hold would keep "
        "what was true before the wait. No draws.",
        "hold kv (room) at admission (room = min(prompt, free(kv))) { prefill prompt; }",
        moment=Moment.ADMIT,
    ),
    Keyword(
        "cache",
        "clause",
        "hold",
        "{ statements } cache (units)",
        "How much of what was computed stays in each pool as the session's cached entry when the "
        "hold ends, at most what it computed. It can be reused by the session's next hold and is "
        "evicted when room is needed.",
        "hold kv (prompt + output) { prefill prompt; decode output; } cache (prompt + output);",
        moment=Moment.SESSION,
        unit="units",
        default="nothing stays",
    ),
    Keyword(
        "lease",
        "clause",
        "hold",
        "{ statements } lease POOL (time)",
        "The session keeps its allocation in this pool for some time after the hold ends, or until "
        "it says `release`. A lease is neither evicted nor preempted.",
        "hold kv (prompt) { prefill prompt; } lease kv (5);",
        moment=Moment.SESSION,
        unit="time",
        default="units are given back",
    ),
)
"""Clauses of a hold."""

RUN_CLAUSES: Final = (
    Keyword(
        "prefill",
        "mode",
        "run statement",
        "run STAGE prefill (tokens) growing POOL;",
        "The job computes prompt tokens on a step stage: as many per iteration as budget and "
        "`chunk` allow.",
        "run engine prefill (prompt) growing kv;",
        moment=Moment.SESSION,
        unit="tokens",
    ),
    Keyword(
        "decode",
        "mode",
        "run statement",
        "run STAGE decode (tokens) growing POOL;",
        "The job generates tokens on a step stage, at most one per iteration.",
        "run engine decode (output) growing kv;",
        moment=Moment.SESSION,
        unit="tokens",
    ),
    Keyword(
        "growing",
        "clause",
        "run statement",
        "run STAGE prefill|decode (tokens) growing POOL;",
        "The job's position in the session's hold of this pool advances with its tokens, and the "
        "allocation grows when the position passes it. Without room the job waits, or preempts "
        "under `preempt lifo`. Step stages only.",
        "hold kv (1) { run engine decode (output) growing kv; }",
    ),
)
"""Clauses of `run`."""

SERVING_CLAUSES: Final = (
    Keyword(
        "on",
        "clause",
        "serving form",
        "prefill on STAGE, STAGE work;",
        "Names the stage that serves the statement; further stages are held with it.",
        "prefill on engine prompt growing kv;",
        default="the stage with the role's name",
    ),
    Keyword(
        "growing",
        "clause",
        "serving form",
        "decode tokens growing POOL;",
        "The job's position in the session's hold of this pool advances with its tokens, and the "
        "allocation grows when the position passes it. Step stages only.",
        "hold kv (prompt) { decode output growing kv; }",
    ),
    Keyword(
        "from",
        "clause",
        "serving form",
        "transfer work from POOL to POOL (units);",
        "The pool that the session gives back when the transfer is done.",
        "hold kv (prompt), host (prompt) { transfer prompt from kv to host (prompt); }",
    ),
    Keyword(
        "to",
        "clause",
        "serving form",
        "transfer work from POOL to POOL (units);",
        "The pool whose computed position moves forward by these units when the transfer is done.",
        "hold kv (prompt), host (prompt) { transfer prompt from kv to host (prompt); }",
        moment=Moment.SESSION,
        unit="units of the pool",
    ),
)
"""Clauses of the serving forms."""

BRANCH_CLAUSES: Final = (
    Keyword(
        "with",
        "clause",
        "branch",
        "branch with (probability) { statements } else { statements }",
        "Takes the first block with this probability: short for `branch (~bernoulli(p))`.",
        "branch with (0.3) { tool ~exp(2); }",
        moment=Moment.SESSION,
        unit="probability",
    ),
    Keyword(
        "else",
        "clause",
        "branch",
        "branch (guard) { statements } else { statements }",
        "What is executed when the guard is 0.",
        "branch (prompt > 100) { run cpu (2); } else { run cpu (1); }",
        default="an empty block",
    ),
)
"""Clauses of `branch`."""

CHOOSE_CLAUSES: Final = (
    Keyword(
        "in",
        "clause",
        "choose",
        "choose NAME in count by (key, ...);",
        "How many candidates there are: the indices from 0 to below the count, cut to a whole "
        "number.",
        "choose target in 2 by (queue(replica[target]));",
        moment=Moment.SESSION,
    ),
    Keyword(
        "by",
        "clause",
        "choose",
        "choose NAME in count by (key, ...);",
        "The keys by which candidates are compared; they read the candidate's index under the name "
        "that is being chosen. The least wins.",
        "choose target in 2 by (queue(replica[target]), target);",
        moment=Moment.SESSION,
    ),
)
"""Clauses of `choose`."""
