"""Codes of names, constants, families and structure (4xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


NAMES: Final = (
    Code(
        "SQ401",
        "NAM-4",
        "unknown name `{name}`",
        "unknown name",
    ),
    Code(
        "SQ402",
        "NAM-4",
        "`{name}` is now called `{replacement}`",
        "renamed context variable",
    ),
    Code(
        "SQ403",
        "REF-1",
        "unknown pool `{name}`",
        "unknown pool",
    ),
    Code(
        "SQ404",
        "REF-1",
        "unknown stage `{name}`",
        "unknown stage",
    ),
    Code(
        "SQ405",
        "NAM-2",
        "pool `{name}` is already declared",
        "pool declared twice",
    ),
    Code(
        "SQ406",
        "NAM-2",
        "stage `{name}` is already declared",
        "stage declared twice",
    ),
    Code(
        "SQ407",
        "NAM-6",
        "`{name}` is a constant and cannot be assigned",
        "constant and attribute",
    ),
    Code(
        "SQ408",
        "NAM-8",
        "unknown function `{name}`",
        "unknown function",
    ),
    Code(
        "SQ409",
        "NAM-8",
        "`{name}` takes {expected}, not {found}",
        "wrong number of arguments of a function",
    ),
    Code(
        "SQ410",
        "NAM-8",
        "`{name}` takes a pool here",
        "pool wanted",
    ),
    Code(
        "SQ411",
        "NAM-8",
        "`{name}` takes a stage here",
        "stage wanted",
    ),
    Code(
        "SQ412",
        "NAM-7",
        "unknown distribution `{name}`",
        "unknown distribution",
    ),
    Code(
        "SQ413",
        "NAM-7",
        "`~{name}` takes {expected}, not {found}",
        "wrong number of arguments of a distribution",
    ),
    Code(
        "SQ414",
        "REF-2",
        "`{name}` has {count} members: say which one with `{name}[index]`",
        "family without an index",
    ),
    Code(
        "SQ421",
        "CST-4",
        "`{name}` is not a constant",
        "not a constant",
    ),
    Code(
        "SQ422",
        "CST-4",
        "a constant cannot draw",
        "constant that draws",
    ),
    Code(
        "SQ423",
        "CST-4",
        "`{name}` cannot be used like this in a constant",
        "function not for constants",
    ),
    Code(
        "SQ424",
        "CST-4",
        "`blocksize` cannot be used in a constant",
        "blocksize in a constant",
    ),
    Code(
        "SQ425",
        "CST-6",
        "the value of this constant is not a number",
        "constant that is no number",
    ),
    Code(
        "SQ426",
        "CST-8",
        "`blocksize` takes a pool",
        "blocksize of an expression",
    ),
    Code(
        "SQ427",
        "CST-8",
        "`blocksize` takes one pool",
        "wrong number of arguments of blocksize",
    ),
    Code(
        "SQ428",
        "CST-8",
        "pool `{name}` has no `block`",
        "blocksize of a pool without blocks",
    ),
    Code(
        "SQ429",
        "CST-8",
        "the index of a `blocksize` cannot draw",
        "drawing index of blocksize",
    ),
    Code(
        "SQ431",
        "CST-7",
        "a `block` is above 0, not {value}",
        "block not positive",
    ),
    Code(
        "SQ432",
        "CST-7",
        "a number of servers is a whole number from 1, not {value}",
        "number of servers",
    ),
    Code(
        "SQ433",
        "REF-3",
        "{pools} members of `{pool}` cannot be admitted via {stages} members of `{stage}`",
        "admit via a family of another size",
    ),
    Code(
        "SQ434",
        "REF-3",
        "{stages} members of `{stage}` cannot have {pools} members of `{pool}` as memory",
        "memory of another size",
    ),
    Code(
        "SQ441",
        "WRK-1",
        "the `{block}` block holds only `set` and `observe`",
        "statement in init or turn",
    ),
    Code(
        "SQ442",
        "RUN-1",
        "`{stage}` is a {kind} stage: a run says `prefill` or `decode` on a step stage, and "
        "only there",
        "run mode",
    ),
    Code(
        "SQ443",
        "RUN-2",
        "only a run on a step stage can be `growing`, and `{stage}` is a {kind} stage",
        "growing on another stage",
    ),
    Code(
        "SQ444",
        "HLD-1",
        "no hold around this statement takes `{pool}`, and no hold leases it",
        "release outside a hold",
    ),
    Code(
        "SQ445",
        "HLD-1",
        "no hold around this statement takes `{pool}`",
        "load outside a hold",
    ),
    Code(
        "SQ446",
        "HLD-2",
        "this hold does not take `{pool}`, so it cannot lease it",
        "lease of another pool",
    ),
    Code(
        "SQ451",
        "WRK-4",
        "the program does not say how long to run: add `horizon`",
        "no horizon",
    ),
    Code(
        "SQ452",
        "WRK-4",
        "a warmup of {warmup} leaves nothing to measure before the horizon of {horizon}",
        "warmup too late",
    ),
    Code(
        "SQ453",
        "NAM-10",
        "no attribute is called `{name}`",
        "unknown hidden name",
    ),
    Code(
        "SQ461",
        "LET-3",
        "no constant is called `{name}`",
        "override of nothing",
    ),
    Code(
        "SQ462",
        "LET-2",
        "`{name}` is not the name of a constant",
        "name of an override",
    ),
    Code(
        "SQ463",
        "LET-2",
        "`{text}` is not an expression",
        "value of an override",
    ),
)
