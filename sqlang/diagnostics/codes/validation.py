"""Codes of moments, hidden attributes, run window and flows (6xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

VALIDATION: Final = (
    Code(
        "SQ601",
        "MOM-8",
        "`{name}` does not exist in {moment}",
        "variable at a wrong moment",
        "Each expression is evaluated at its own moment, and this value exists at other "
        "moments only: what is in a batch is known in a `cost`, the size of a cached entry in "
        "an eviction key. `now` and the session's attributes exist everywhere. An editor shows "
        "on hover where a name may be read.",
    ),
    Code(
        "SQ602",
        "HID-1",
        "`{name}` is hidden from the scheduler, so {moment} cannot read it",
        "hidden attribute read",
        "`hidden` says that the system cannot know this attribute, such as the length of an "
        "answer before it is generated. The session's own statements may use it; headers of "
        "holds, keys, capacities, budgets and costs, which are decisions of the system, may "
        "not.",
    ),
    Code(
        "SQ603",
        "HID-3",
        "`{name}` is set by the scheduler and cannot be hidden from it",
        "hiding what the scheduler sets",
        "`cached` and `computed` are written by the system itself when it admits and preempts "
        "sessions, so it cannot be kept from knowing them.",
    ),
    Code(
        "SQ604",
        "HID-4",
        "`{name}` is already listed as hidden",
        "hidden twice",
        "Each attribute is listed once, in one or several `hidden` items. Remove this one.",
    ),
    Code(
        "SQ605",
        "MOM-9",
        "a serving key cannot draw",
        "serving key that draws",
        "An iteration evaluates the serving keys of its residents again and again while it "
        "selects its batch, so a draw would give an order that changes underway. Draw once "
        "into an attribute, and use that as the key.",
    ),
    Code(
        "SQ606",
        "WRK-3",
        "`renewal` takes only numbers, constants and draws, not `{name}`",
        "renewal that reads state",
        "The gaps between arrivals are drawn before the sessions exist and do not depend on "
        "what the system does. Only numbers, constants, draws, operators and functions of "
        "numbers can be used.",
    ),
    Code(
        "SQ607",
        "WRK-5",
        "`arrivals` is at least 1",
        "no arrivals",
        "`arrivals` ends the run when so many sessions have come and gone, so it is at least "
        "1. To run without sessions write `arrive none;`.",
    ),
    Code(
        "SQ608",
        "WRK-5",
        "`arrivals` limits only `poisson` and `renewal` arrivals",
        "arrivals without open arrivals",
        "`arrivals` stops a stream of arrivals after a number of sessions. A batch or a closed "
        "population has its number already.",
    ),
    Code(
        "SQ609",
        "WRK-6",
        "a run needs 0 <= warmup < horizon and a finite horizon, not warmup {warmup} and "
        "horizon {horizon}",
        "run window",
        "Measuring begins at the warmup, which is not negative, and ends at the horizon, which "
        "is finite and after it.",
    ),
    Code(
        "SQ611",
        "FLW-1",
        "a run over several stages needs `share maxmin` or `share bottleneck`",
        "share missing",
        "Jobs that hold several stages at once get a rate that depends on all of them, and the "
        "program says how: `share maxmin;` or `share bottleneck;`, beside the other items.",
    ),
    Code(
        "SQ612",
        "FLW-1",
        "no run goes over several stages, so there is nothing to `share`",
        "share unused",
        "`share` says how runs over several stages divide the capacities, and no run names "
        "several. Remove it, or write the run as `run a, b (work);`.",
    ),
    Code(
        "SQ613",
        "FLW-2",
        "`{stage}` is shared by a run over several stages, so it must be `ps` of a constant "
        "above 0",
        "shared stage of another kind",
        "A run over several stages flows through all of them at one rate. So each of them, "
        "with all members of its family, is `ps` with a capacity that is a number or a "
        "constant above 0, not an expression.",
    ),
    Code(
        "SQ614",
        "FLW-3",
        "a run on the shared stage `{stage}` has neither a mode nor `growing`",
        "mode on a shared stage",
        "Jobs on a stage that is shared by runs over several stages are plain work, without a "
        "mode and without `growing`.",
    ),
    Code(
        "SQ615",
        "FLW-4",
        "this run names `{stage}` twice",
        "family twice in a run",
        "A run over several stages names each family once, whatever the index: the indices are "
        "known only at run time and might be the same member.",
    ),
)
