"""Words that begin a statement."""

from __future__ import annotations

from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary.model import Keyword

STATEMENTS: Final = (
    Keyword(
        "turn",
        "statement",
        "block",
        "turn;",
        "Begins the session's next turn: `turn_no` goes up by 1, the trace's next line is loaded "
        "if there is a trace, and the workload's `turn` block runs.",
        "turn;",
    ),
    Keyword(
        "request",
        "statement",
        "block",
        "request;",
        "Asks the server: the statements of the `server` block are executed here. Only in the "
        "`session` of a `workload`.",
        "request;",
    ),
    Keyword(
        "end",
        "statement",
        "block",
        "end;",
        "Ends the session: whatever it holds or leases is given back, what it has cached stays.",
        "end;",
    ),
    Keyword(
        "set",
        "statement",
        "block",
        "set NAME = expression;",
        "Gives an attribute of the session a value. The first `set` of a name makes the attribute; "
        "before it the value is 0.",
        "set start = now;",
        moment=Moment.SESSION,
    ),
    Keyword(
        "observe",
        "statement",
        "block",
        "observe NAME = expression;",
        "Records a sample under this name, with the time, the session and its turn. The report "
        "gives count, mean, 95 % interval, variability and 99th percentile; samples during the "
        "warmup do not count.",
        "observe latency = now - start;",
        moment=Moment.SESSION,
    ),
    Keyword(
        "hold",
        "statement",
        "block",
        "hold POOL (units) reserve (units), ... reuse (units) at admission (NAME = expression) "
        "{ statements } cache (units) lease POOL (time)",
        "Waits in the queue of the first pool until all pools have room, allocates the units, "
        "executes the statements, and gives the units back. The units are computed anew at each "
        "attempt to admit the session.",
        "hold slots (1), kv (prompt) { prefill prompt; decode output growing kv; } cache (prompt);",
        moment=Moment.ADMIT,
        unit="units of the pool",
    ),
    Keyword(
        "grow",
        "statement",
        "block",
        "grow POOL (units);",
        "Enlarges what the session's innermost hold of this pool has allocated. If there is no "
        "room the session waits, or another is put out under `preempt lifo`.",
        "hold kv (prompt) { grow kv (output); }",
        moment=Moment.SESSION,
        unit="units of the pool",
    ),
    Keyword(
        "drop",
        "statement",
        "block",
        "drop POOL;",
        "Removes the session's own cached entry from the pool, if it has one.",
        "drop kv;",
    ),
    Keyword(
        "release",
        "statement",
        "block",
        "release POOL;",
        "Gives the pool back now, before its hold ends, with that hold's `cache`; without such a "
        "hold it ends the session's oldest lease of the pool.",
        "hold kv (prompt) { run cpu (1); release kv; run cpu (2); }",
    ),
    Keyword(
        "load",
        "statement",
        "block",
        "load POOL (units);",
        "Moves the computed position of the hold forward without computing: the units came from "
        "elsewhere. They must fit the allocation.",
        "hold kv (prompt) { load kv (prompt / 2); }",
        moment=Moment.SESSION,
        unit="units of the pool",
    ),
    Keyword(
        "run",
        "statement",
        "block",
        "run STAGE (work);  |  run STAGE prefill|decode (tokens) growing POOL;"
        "  |  run STAGE, STAGE (work);",
        "Does work at a stage and waits until it is done. On a step stage the mode says what the "
        "tokens are; several stages are held together. Work is time at `fifo` and `delay` stages, "
        "a share of capacity at `ps` stages, tokens at step stages.",
        "run engine prefill (prompt) growing kv;",
        moment=Moment.SESSION,
        unit="time, capacity or tokens",
    ),
    Keyword(
        "branch",
        "statement",
        "block",
        "branch (guard) { statements } else { statements }",
        "Executes the first block if the guard is 1, the second (or nothing) if it is 0; any other "
        "value fails the run. With a probability: `branch with (p)`.",
        "branch (prompt > 100) { run cpu (2); } else { run cpu (1); }",
        moment=Moment.SESSION,
        unit="0 or 1",
    ),
    Keyword(
        "loop",
        "statement",
        "block",
        "loop { statements }",
        "Repeats its statements until the session says `end;`. Time must pass in each round.",
        "loop { run cpu (1); turn; branch (turn_no >= 3) { end; } }",
    ),
    Keyword(
        "choose",
        "statement",
        "block",
        "choose NAME in count by (key, ...);",
        "Sets the attribute to the index, from 0 to below the count, with the least key; equal "
        "keys are decided by the next key, then by the smaller index. It picks a member of a "
        "family, such as the replica with the shortest queue.",
        "choose target in 2 by (queue(replica[target]));",
        moment=Moment.SESSION,
    ),
    Keyword(
        "prefill",
        "serving form",
        "block",
        "prefill tokens growing POOL;  |  prefill on STAGE tokens;",
        "Computes prompt tokens: a `run` in mode `prefill` on a step stage, a plain `run` on "
        "another. Without `on` the stage named `prefill` above serves it, else the only step stage "
        "above.",
        "prefill prompt growing kv;",
        moment=Moment.SESSION,
        unit="tokens on a step stage",
    ),
    Keyword(
        "decode",
        "serving form",
        "block",
        "decode tokens growing POOL;  |  decode on STAGE tokens;",
        "Generates tokens, one per iteration: a `run` in mode `decode` on a step stage, a plain "
        "`run` on another. Without `on` the stage named `decode` above serves it, else the only "
        "step stage above.",
        "decode output growing kv;",
        moment=Moment.SESSION,
        unit="tokens on a step stage",
    ),
    Keyword(
        "tool",
        "serving form",
        "block",
        "tool work;  |  tool on STAGE work;",
        "A tool call between two generations: a plain `run` on the stage named `tool` above, or on "
        "the one given.",
        "tool ~exp(3);",
        moment=Moment.SESSION,
        unit="time",
    ),
    Keyword(
        "transfer",
        "serving form",
        "block",
        "transfer work from POOL to POOL (units);",
        "Moves computed units between pools, as from a prefill to a decode node: `run` the work on "
        "the stage named `link` or `transfer` above (or the one after `on`), `load` the units in "
        "the pool after `to`, `release` the pool after `from`.",
        "hold kv (prompt), host (prompt) { transfer prompt from kv to host (prompt); }",
        moment=Moment.SESSION,
        unit="work of the link",
    ),
)
"""Words that begin a statement."""
