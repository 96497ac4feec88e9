"""Codes of what is legal in form but never meant (5xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

LINTS: Final = (
    Code(
        "SQ501",
        "LNT-1",
        "`{name}` keeps what `{call}` said before this hold waits for admission",
        "stale header read",
        "The attribute was set from the state of a pool or stage before the hold. But a hold "
        "waits for admission, perhaps for long, and when its header is evaluated that state "
        "has changed. Read it at the moment of admission instead: `hold kv (h) at admission (h "
        "= free(kv)) { ... }`.",
    ),
    Code(
        "SQ502",
        "LNT-2",
        "a guard is 0 or 1, not {value}: a chance is written `branch with ({value})`",
        "fractional guard",
        "A `branch` takes its first block if the guard is 1 and its second if it is 0; this "
        "constant is neither, so the run would fail. A chance is written `branch with (0.3) { "
        "... }`.",
    ),
    Code(
        "SQ503",
        "LNT-2",
        "a guard is 0 or 1, not {value}",
        "constant guard",
        "A `branch` takes its first block if the guard is 1 and its second if it is 0; this "
        "constant is neither, so the run would fail. Compare with something: `branch (n > 1) { "
        "... }`.",
    ),
)
