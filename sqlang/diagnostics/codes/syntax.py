"""Codes of the grammar: what should stand where (1xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

SYNTAX: Final = (
    Code(
        "SQ101",
        "SYN-13",
        "{expected} should stand here",
        "punctuation missing",
        "The grammar allows only this sign here. Most often a `;` is missing at the end of the "
        "line before, or a bracket is not closed. Comparisons cannot be chained: write `a < b "
        "&& b < c`.",
    ),
    Code(
        "SQ102",
        "SYN-13",
        "{expected} should stand here",
        "keyword missing",
        "After what stands before, the grammar wants this word: `choose NAME in ...`, `at "
        "admission`, `evict by`, `transfer ... from ... to`, `arrive poisson`. No word of the "
        "language is reserved, so a misspelt one is taken for a name.",
    ),
    Code(
        "SQ103",
        "SYN-13",
        "a name should stand here",
        "name missing",
        "Here something is named: what is declared, assigned, observed, or referred to. A name "
        "starts with a letter or `_` and goes on with letters, digits and `_`.",
    ),
    Code(
        "SQ104",
        "SYN-13",
        "a path in double quotes should stand here",
        "string missing",
        '`use` and `trace` take a path in double quotes, such as `use "library.sq";`.',
    ),
    Code(
        "SQ105",
        "SYN-13",
        "an expression should stand here",
        "expression missing",
        "Here a value is needed: a number, a name, a call such as `min(a, b)`, a draw such as "
        "`~exp(3)`, or an expression in parentheses. Keys in `by (...)` cannot be left out "
        "either.",
    ),
    Code(
        "SQ106",
        "SYN-11",
        "a statement should start here",
        "no statement",
        "Between the braces of a block each statement starts with a word, such as `set`, "
        "`hold` or `run`. A `;` on its own is no statement, and `branch` and `loop` are not "
        "followed by one. At the end of the text, a `}` is missing.",
    ),
    Code(
        "SQ107",
        "SYN-11",
        "no statement starts with `{word}`",
        "unknown statement",
        "A statement starts with one of `turn request end set observe hold grow drop release "
        "load run branch loop choose prefill decode tool transfer`, or with the name of a "
        "definition followed by `(`. `cache` and `lease` belong right after the body of their "
        "hold, `cache` first.",
    ),
    Code(
        "SQ108",
        "SYN-11",
        "`{word}` is a word of an older edition; write `{replacement}`",
        "retired word used",
        "Earlier editions of serQ used this word; this edition says the same with another one. "
        "Holds are written `hold pool (units) reserve (units) at admission (x = e) { ... } "
        "cache (units)`.",
    ),
    Code(
        "SQ109",
        "LEX-14",
        "`{word}` is a word of an older edition and cannot name anything",
        "retired word as a name",
        "Earlier editions of serQ used this word as a keyword. So that old programs are not "
        "misread, it can name neither a constant nor an attribute, a binding, a definition or "
        "a parameter. Choose another name.",
    ),
    Code(
        "SQ110",
        "SYN-2",
        "no item of a program starts with `{word}`",
        "not an item",
        "A program is a list of items, each starting with `let`, `def`, `use`, `pool`, "
        "`stage`, `workload`, `session`, `server`, `share` or `run`. Statements stand in the "
        "braces of a `session` or `server`. Newer editions wrap a program in `fn main()`; this "
        "one does not.",
    ),
    Code(
        "SQ111",
        "SYN-3",
        "a program has one `workload`, and this is another",
        "second workload",
        "Arrivals, traces, `init` and `turn` blocks of a program all stand in one `workload { "
        "... }`. Move the items of this one into the first.",
    ),
    Code(
        "SQ112",
        "SYN-3",
        "a program has one `session`, and this is another",
        "second session",
        "What a session does is one list of statements in one `session { ... }`. Different "
        "kinds of sessions are told apart in it by attributes and `branch`.",
    ),
    Code(
        "SQ113",
        "SYN-3",
        "a program has one `server`, and this is another",
        "second server",
        "All that the system does for a request stands in one `server { ... }`. Join the two "
        "blocks.",
    ),
    Code(
        "SQ114",
        "SYN-3",
        "a program has one `share`, and this is another",
        "second share",
        "All stages that are held together are shared in the same way, so a program says "
        "`share` once. Remove one of the two.",
    ),
    Code(
        "SQ115",
        "SYN-5",
        "`{word}` is not a way to share: write `maxmin` or `bottleneck`",
        "unknown sharing policy",
        "Jobs that hold several stages at once divide their capacities in one of two ways: "
        "`maxmin` gives unused shares to others, `bottleneck` does not.",
    ),
    Code(
        "SQ116",
        "SYN-5",
        "`{word}` is not a run option: write `horizon`, `warmup`, `seed` or `arrivals`",
        "unknown run option",
        "A `run { ... }` block has the options `horizon`, `warmup`, `seed` and `arrivals`, "
        "each with a constant and a `;`.",
    ),
    Code(
        "SQ117",
        "SYN-5",
        "`{word}` is not an option of a pool",
        "unknown pool option",
        "A pool has the options `cap`, `block`, `evict`, `preempt`, `queue`, `admit via` and "
        "`spill`, each ended by a `;`.",
    ),
    Code(
        "SQ118",
        "SYN-5",
        "`{word}` is not a kind of stage: write `fifo`, `ps`, `delay` or `step`",
        "unknown stage kind",
        "A stage is one of: `fifo(servers)`, equal servers with one queue; `ps(capacity)`, a "
        "capacity shared by all jobs; `delay`, where every job is served at once; `step { ... "
        "}`, an engine that works in iterations.",
    ),
    Code(
        "SQ119",
        "SYN-5",
        "`{word}` is not an option of a step stage",
        "unknown step option",
        "A step stage has the options `budget`, `cost`, `chunk`, `memory` and `serve`, each "
        "ended by a `;`.",
    ),
    Code(
        "SQ120",
        "SYN-6",
        "step stage `{stage}` does not say what an iteration costs: add `cost`",
        "step stage without cost",
        "A step stage works in iterations, and `cost` says how long one takes, so it cannot be "
        "left out. It may read what is in the batch: `cost 1 + 0.02 * prefilled + 0.001 * "
        "kv_decode;`. For a constant time write `cost 1;`.",
    ),
    Code(
        "SQ121",
        "SYN-6",
        "a step stage has one `serve` rule, and this is another",
        "second serving rule",
        "`serve` says in which order residents get the tokens of an iteration, and there can "
        "be only one such order. Unlike other options it may not be given again. Keys are "
        "combined in one rule: `serve by (first, second);`.",
    ),
    Code(
        "SQ122",
        "SYN-6",
        "`{word}` is not a serving rule: write `admission`, `decode first`, `exclusive "
        "prefill` or `by`",
        "unknown serving rule",
        "A step stage serves by `admission` (in order of admission), `decode first`, "
        "`exclusive prefill`, or `by (keys)`.",
    ),
    Code(
        "SQ123",
        "SYN-6",
        "`exclusive prefill` is now a serving rule: write `serve exclusive prefill`",
        "exclusive prefill without serve",
        "An older edition had `exclusive prefill;` as an option of its own. It is one of the "
        "serving rules now, so `serve` stands before it.",
    ),
    Code(
        "SQ124",
        "SYN-6",
        "`decode first` is now a serving rule: write `serve decode first`",
        "decode first without serve",
        "An older edition had `decode first;` as an option of its own. It is one of the "
        "serving rules now, so `serve` stands before it.",
    ),
    Code(
        "SQ125",
        "SYN-7",
        "a number of members is written as a whole number from 1",
        "array size",
        "The number of members of a family decides which pools and stages exist, before any "
        "constant is known. So it is written in digits, as in `stage gpu[4]`, not as an "
        "expression or the name of a constant.",
    ),
    Code(
        "SQ126",
        "SYN-5",
        "`{word}` is not part of a workload",
        "not part of a workload",
        "A workload has `arrive`, `trace`, `init { ... }`, `turn { ... }`, `session { ... }` "
        "and `hidden`.",
    ),
    Code(
        "SQ127",
        "SYN-3",
        "a workload has one `session`, and this is another",
        "second session of the workload",
        "The client's side is one list of statements in one `session { ... }` of the workload. "
        "Different kinds of clients are told apart in it by attributes and `branch`.",
    ),
    Code(
        "SQ128",
        "SYN-12",
        "`fits` is a word of an older edition; write `reserve`",
        "fits instead of reserve",
        "An older edition wrote `fits (units)` for what must fit before a session is admitted. "
        "This edition writes `reserve (units)`.",
    ),
)
