"""Codes of the grammar: what should stand where (1xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


SYNTAX: Final = (
    Code(
        "SQ101",
        "SYN-13",
        "{expected} should stand here",
        "punctuation missing",
    ),
    Code(
        "SQ102",
        "SYN-13",
        "{expected} should stand here",
        "keyword missing",
    ),
    Code(
        "SQ103",
        "SYN-13",
        "a name should stand here",
        "name missing",
    ),
    Code(
        "SQ104",
        "SYN-13",
        "a path in double quotes should stand here",
        "string missing",
    ),
    Code(
        "SQ105",
        "SYN-13",
        "an expression should stand here",
        "expression missing",
    ),
    Code(
        "SQ106",
        "SYN-11",
        "a statement should start here",
        "no statement",
    ),
    Code(
        "SQ107",
        "SYN-11",
        "no statement starts with `{word}`",
        "unknown statement",
    ),
    Code(
        "SQ108",
        "SYN-11",
        "`{word}` is a word of an older edition; write `{replacement}`",
        "retired word used",
    ),
    Code(
        "SQ109",
        "LEX-14",
        "`{word}` is a word of an older edition and cannot name anything",
        "retired word as a name",
    ),
    Code(
        "SQ110",
        "SYN-2",
        "no item of a program starts with `{word}`",
        "not an item",
    ),
    Code(
        "SQ111",
        "SYN-3",
        "a program has one `workload`, and this is another",
        "second workload",
    ),
    Code(
        "SQ112",
        "SYN-3",
        "a program has one `session`, and this is another",
        "second session",
    ),
    Code(
        "SQ113",
        "SYN-3",
        "a program has one `server`, and this is another",
        "second server",
    ),
    Code(
        "SQ114",
        "SYN-3",
        "a program has one `share`, and this is another",
        "second share",
    ),
    Code(
        "SQ115",
        "SYN-5",
        "`{word}` is not a way to share: write `maxmin` or `bottleneck`",
        "unknown sharing policy",
    ),
    Code(
        "SQ116",
        "SYN-5",
        "`{word}` is not a run option: write `horizon`, `warmup`, `seed` or `arrivals`",
        "unknown run option",
    ),
    Code(
        "SQ117",
        "SYN-5",
        "`{word}` is not an option of a pool",
        "unknown pool option",
    ),
    Code(
        "SQ118",
        "SYN-5",
        "`{word}` is not a kind of stage: write `fifo`, `ps`, `delay` or `step`",
        "unknown stage kind",
    ),
    Code(
        "SQ119",
        "SYN-5",
        "`{word}` is not an option of a step stage",
        "unknown step option",
    ),
    Code(
        "SQ120",
        "SYN-6",
        "step stage `{stage}` does not say what an iteration costs: add `cost`",
        "step stage without cost",
    ),
    Code(
        "SQ121",
        "SYN-6",
        "a step stage has one `serve` rule, and this is another",
        "second serving rule",
    ),
    Code(
        "SQ122",
        "SYN-6",
        "`{word}` is not a serving rule: write `admission`, `decode first`, `exclusive "
        "prefill` or `by`",
        "unknown serving rule",
    ),
    Code(
        "SQ123",
        "SYN-6",
        "`exclusive prefill` is now a serving rule: write `serve exclusive prefill`",
        "exclusive prefill without serve",
    ),
    Code(
        "SQ124",
        "SYN-6",
        "`decode first` is now a serving rule: write `serve decode first`",
        "decode first without serve",
    ),
    Code(
        "SQ125",
        "SYN-7",
        "a number of members is written as a whole number from 1",
        "array size",
    ),
    Code(
        "SQ126",
        "SYN-5",
        "`{word}` is not part of a workload",
        "not part of a workload",
    ),
    Code(
        "SQ127",
        "SYN-3",
        "a workload has one `session`, and this is another",
        "second session of the workload",
    ),
    Code(
        "SQ128",
        "SYN-12",
        "`fits` is a word of an older edition; write `reserve`",
        "fits instead of reserve",
    ),
)
