"""Codes of moments, hidden attributes, run window and flows (6xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


VALIDATION: Final = (
    Code(
        "SQ601",
        "MOM-8",
        "`{name}` does not exist in {moment}",
        "variable at a wrong moment",
    ),
    Code(
        "SQ602",
        "HID-1",
        "`{name}` is hidden from the scheduler, so {moment} cannot read it",
        "hidden attribute read",
    ),
    Code(
        "SQ603",
        "HID-3",
        "`{name}` is set by the scheduler and cannot be hidden from it",
        "hiding what the scheduler sets",
    ),
    Code(
        "SQ604",
        "HID-4",
        "`{name}` is already listed as hidden",
        "hidden twice",
    ),
    Code(
        "SQ605",
        "MOM-9",
        "a serving key cannot draw",
        "serving key that draws",
    ),
    Code(
        "SQ606",
        "WRK-3",
        "`renewal` takes only numbers, constants and draws, not `{name}`",
        "renewal that reads state",
    ),
    Code(
        "SQ607",
        "WRK-5",
        "`arrivals` is at least 1",
        "no arrivals",
    ),
    Code(
        "SQ608",
        "WRK-5",
        "`arrivals` limits only `poisson` and `renewal` arrivals",
        "arrivals without open arrivals",
    ),
    Code(
        "SQ609",
        "WRK-6",
        "a run needs 0 <= warmup < horizon and a finite horizon, not warmup {warmup} and "
        "horizon {horizon}",
        "run window",
    ),
    Code(
        "SQ611",
        "FLW-1",
        "a run over several stages needs `share maxmin` or `share bottleneck`",
        "share missing",
    ),
    Code(
        "SQ612",
        "FLW-1",
        "no run goes over several stages, so there is nothing to `share`",
        "share unused",
    ),
    Code(
        "SQ613",
        "FLW-2",
        "`{stage}` is shared by a run over several stages, so it must be `ps` of a constant "
        "above 0",
        "shared stage of another kind",
    ),
    Code(
        "SQ614",
        "FLW-3",
        "a run on the shared stage `{stage}` has neither a mode nor `growing`",
        "mode on a shared stage",
    ),
    Code(
        "SQ615",
        "FLW-4",
        "this run names `{stage}` twice",
        "family twice in a run",
    ),
)
