"""Codes of names, constants, families and structure (4xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

NAMES: Final = (
    Code(
        "SQ401",
        "NAM-4",
        "unknown name `{name}`",
        "unknown name",
        "The name is neither an attribute (assigned by some `set` or `choose`), nor a constant "
        "(`let`), nor one of the values that exist here, such as `now`. Pools and stages are "
        "read through functions: `used(kv)`, `queue(engine)`.",
    ),
    Code(
        "SQ402",
        "NAM-4",
        "`{name}` is now called `{replacement}`",
        "renamed context variable",
        "An older edition called this value by another name. Write the new one.",
    ),
    Code(
        "SQ403",
        "REF-1",
        "unknown pool `{name}`",
        "unknown pool",
        "No pool of this name is declared. Check the spelling; stages are something else than "
        "pools.",
    ),
    Code(
        "SQ404",
        "REF-1",
        "unknown stage `{name}`",
        "unknown stage",
        "No stage of this name is declared. Check the spelling; pools are something else than "
        "stages.",
    ),
    Code(
        "SQ405",
        "NAM-2",
        "pool `{name}` is already declared",
        "pool declared twice",
        "Two pools cannot have one name. Several equal pools are declared as a family: `pool "
        "kv[2] { ... }`.",
    ),
    Code(
        "SQ406",
        "NAM-2",
        "stage `{name}` is already declared",
        "stage declared twice",
        "Two stages cannot have one name. Several equal stages are declared as a family: "
        "`stage gpu[4] : ...`.",
    ),
    Code(
        "SQ407",
        "NAM-6",
        "`{name}` is a constant and cannot be assigned",
        "constant and attribute",
        "A constant has one value for the whole program, and an attribute has one for each "
        "session. This name is declared with `let` and assigned with `set` or `choose`. Rename "
        "one of them.",
    ),
    Code(
        "SQ408",
        "NAM-8",
        "unknown function `{name}`",
        "unknown function",
        "There is no function of this name. The functions are `min max pow abs floor ceil sqrt "
        "exp ln` of numbers, `used free cachedin holders queued blocksize` of pools, and "
        "`queue busy work budget_left est_lambda est_rho est_wait price` of stages. Draws are "
        "written with `~`.",
    ),
    Code(
        "SQ409",
        "NAM-8",
        "`{name}` takes {expected}, not {found}",
        "wrong number of arguments of a function",
        "Each function takes a fixed number of arguments; for three values write `min(a, "
        "min(b, c))`.",
    ),
    Code(
        "SQ410",
        "NAM-8",
        "`{name}` takes a pool here",
        "pool wanted",
        "This function reads the state of a pool, so it takes the name of one, with an index "
        "if it is a family: `used(kv)`, `free(kv[target])`. A name in parentheses is no longer "
        "a reference.",
    ),
    Code(
        "SQ411",
        "NAM-8",
        "`{name}` takes a stage here",
        "stage wanted",
        "This function reads the state of a stage, so it takes the name of one, with an index "
        "if it is a family: `queue(engine)`, `busy(gpu[0])`. A name in parentheses is no "
        "longer a reference.",
    ),
    Code(
        "SQ412",
        "NAM-7",
        "unknown distribution `{name}`",
        "unknown distribution",
        "After `~` stands a distribution: `exp(mean)`, `det(value)`, `bernoulli(p)`, "
        "`uniform(low, high)`, `erlang(phases, mean)` or `h2(mean, cv2)`.",
    ),
    Code(
        "SQ413",
        "NAM-7",
        "`~{name}` takes {expected}, not {found}",
        "wrong number of arguments of a distribution",
        "`exp`, `det` and `bernoulli` take one argument; `uniform`, `erlang` and `h2` take two.",
    ),
    Code(
        "SQ414",
        "REF-2",
        "`{name}` has {count} members: say which one with `{name}[index]`",
        "family without an index",
        "This name stands for several pools or stages, so each use says which member is meant, "
        "with an index from 0. `choose` finds the best one: `choose target in 4 by "
        "(queue(gpu[target]));`.",
    ),
    Code(
        "SQ421",
        "CST-4",
        "`{name}` is not a constant",
        "not a constant",
        "This value is computed once, before the run: it may use numbers, `inf` and constants "
        "declared with `let` above it. Attributes and `now` do not exist yet, and a constant "
        "declared below is not known here.",
    ),
    Code(
        "SQ422",
        "CST-4",
        "a constant cannot draw",
        "constant that draws",
        "A constant has one value, computed before the run, and a draw gives another each "
        "time. Draw where the value is used, or once for each session in the workload's `init` "
        "block.",
    ),
    Code(
        "SQ423",
        "CST-4",
        "`{name}` cannot be used like this in a constant",
        "function not for constants",
        "Constants are computed before the run, when no pool and no stage has a state. Only "
        "`min max abs floor ceil sqrt exp ln pow` can be used, each with its number of "
        "arguments.",
    ),
    Code(
        "SQ424",
        "CST-4",
        "`blocksize` cannot be used in a constant",
        "blocksize in a constant",
        "`blocksize(pool)` is known only when the pools are, and they are declared with "
        "constants. Give the block a name of its own: `let b = 16;` and `block b;`.",
    ),
    Code(
        "SQ425",
        "CST-6",
        "the value of this constant is not a number",
        "constant that is no number",
        "The computation gives no number: 0/0, the difference of two infinities, the root or "
        "logarithm of a negative number. Correct the expression or the constants it reads.",
    ),
    Code(
        "SQ426",
        "CST-8",
        "`blocksize` takes a pool",
        "blocksize of an expression",
        "`blocksize` gives the `block` of a pool and takes the pool's name.",
    ),
    Code(
        "SQ427",
        "CST-8",
        "`blocksize` takes one pool",
        "wrong number of arguments of blocksize",
        "`blocksize` gives the `block` of one pool, so it takes exactly one name: `blocksize(kv)`.",
    ),
    Code(
        "SQ428",
        "CST-8",
        "pool `{name}` has no `block`",
        "blocksize of a pool without blocks",
        "`blocksize` gives the `block` of a pool, and this pool does not have one: its units "
        "are not rounded. Declare `block` in the pool, or write the number you mean.",
    ),
    Code(
        "SQ429",
        "CST-8",
        "the index of a `blocksize` cannot draw",
        "drawing index of blocksize",
        "All members of a family have the same `block`, so `blocksize` is a constant and its "
        "index is dropped. A draw in the index would be lost with it, and all later random "
        "numbers would change. Remove the draw.",
    ),
    Code(
        "SQ431",
        "CST-7",
        "a `block` is above 0, not {value}",
        "block not positive",
        "Allocations are rounded up to whole blocks, so a block has a size above 0. Without "
        "`block` nothing is rounded.",
    ),
    Code(
        "SQ432",
        "CST-7",
        "a number of servers is a whole number from 1, not {value}",
        "number of servers",
        "`fifo(n)` has n equal servers: a whole number, at least 1, and not infinite. For a "
        "stage that serves every job at once use `delay`.",
    ),
    Code(
        "SQ433",
        "REF-3",
        "{pools} members of `{pool}` cannot be admitted via {stages} members of `{stage}`",
        "admit via a family of another size",
        "With `admit via`, member i of a family of pools is served by member i of a family of "
        "stages, so both have as many members; or one stage serves them all.",
    ),
    Code(
        "SQ434",
        "REF-3",
        "{stages} members of `{stage}` cannot have {pools} members of `{pool}` as memory",
        "memory of another size",
        "With `memory`, member i of a family of stages has member i of a family of pools, so "
        "both have as many members; or all share one pool.",
    ),
    Code(
        "SQ441",
        "WRK-1",
        "an `{block}` block holds only `set` and `observe`",
        "statement in init or turn",
        "The blocks `init` and `turn` of a workload give a session its attributes and take no "
        "time: they hold only `set` and `observe`. What takes time, waits or decides belongs "
        "in the session.",
    ),
    Code(
        "SQ442",
        "RUN-1",
        "`{stage}` is a {kind} stage: a run says `prefill` or `decode` on a step stage, and "
        "only there",
        "run mode",
        "At a step stage a job is either a prefill or a decode, and `run` has to say which: "
        "`run engine prefill (prompt);`. Jobs of other stages are plain work and take no such "
        "word.",
    ),
    Code(
        "SQ443",
        "RUN-2",
        "only a run on a step stage can be `growing`, and `{stage}` is a {kind} stage",
        "growing on another stage",
        "`growing` enlarges a hold as an engine computes tokens, iteration by iteration, which "
        "only step stages do. Use `grow` before or after this run.",
    ),
    Code(
        "SQ444",
        "HLD-1",
        "no hold around this statement takes `{pool}`, and no hold leases it",
        "release outside a hold",
        "`release` gives back what the session has of this pool: it stands inside a hold that "
        "takes the pool, with the same index, or some hold leases the pool. Here neither is "
        "the case, so there would be nothing to release.",
    ),
    Code(
        "SQ445",
        "HLD-1",
        "no hold around this statement takes `{pool}`",
        "load outside a hold",
        "`load` moves the computed position of a hold, so it stands inside a hold that takes "
        "the pool, with the same index.",
    ),
    Code(
        "SQ446",
        "HLD-2",
        "this hold does not take `{pool}`, so it cannot lease it",
        "lease of another pool",
        "`lease` keeps, for some time after the hold, what the hold had of a pool. So it names "
        "one of the pools that this very hold takes, with the same index.",
    ),
    Code(
        "SQ451",
        "WRK-4",
        "the program does not say how long to run: add `horizon`",
        "no horizon",
        "A run ends at its horizon, and without one it would not end. Add `run { horizon 1000; "
        "}`, or give `--horizon`.",
    ),
    Code(
        "SQ452",
        "WRK-4",
        "a warmup of {warmup} leaves nothing to measure before the horizon of {horizon}",
        "warmup too late",
        "Measuring begins at the warmup and ends at the horizon, so the warmup must be less. "
        "Lengthen the run or shorten the warmup.",
    ),
    Code(
        "SQ453",
        "NAM-10",
        "no attribute is called `{name}`",
        "unknown hidden name",
        "`hidden` lists attributes: built-in ones, or those that some `set` or `choose` "
        "assigns. Check the spelling.",
    ),
    Code(
        "SQ461",
        "LET-3",
        "no constant is called `{name}`",
        "override of nothing",
        "`--set NAME=expression` replaces the value of a `let`, and the program declares none "
        "of this name. Values of attributes and options cannot be set; give them a constant "
        "first.",
    ),
    Code(
        "SQ462",
        "LET-2",
        "`{name}` is not the name of a constant",
        "name of an override",
        "Before the `=` of `--set` stands the name of a constant.",
    ),
    Code(
        "SQ463",
        "LET-2",
        "`{text}` is not an expression",
        "value of an override",
        "After the `=` of `--set` stands one expression of numbers, constants and arithmetic. "
        "Definitions are not known there.",
    ),
)
