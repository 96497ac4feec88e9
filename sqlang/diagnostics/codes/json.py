"""Codes of an IR read from JSON (7xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


JSON: Final = (
    Code(
        "SQ701",
        "IR-40",
        "this is IR version {version}; {reason}",
        "other IR version",
    ),
    Code(
        "SQ702",
        "IR-61",
        "this is not an IR: {reason}",
        "not an IR",
    ),
    Code(
        "SQ703",
        "IR-43",
        "there is no block {index}; the program has {count}",
        "block out of range",
    ),
    Code(
        "SQ704",
        "IR-41",
        "there is no attribute slot {index}; the program has {count}",
        "attribute out of range",
    ),
    Code(
        "SQ705",
        "IR-41",
        "there is no observation slot {index}; the program has {count}",
        "observation out of range",
    ),
    Code(
        "SQ706",
        "IR-47",
        "there is no pool {index}; the program has {count}",
        "pool out of range",
    ),
    Code(
        "SQ707",
        "IR-47",
        "there is no stage {index}; the program has {count}",
        "stage out of range",
    ),
    Code(
        "SQ708",
        "IR-42",
        "{count} members from {kind} {base} do not exist; the program has {total}",
        "reference out of range",
    ),
    Code(
        "SQ709",
        "IR-44",
        "`choose` needs a key",
        "choose without a key",
    ),
)
