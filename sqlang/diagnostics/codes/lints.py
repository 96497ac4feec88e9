"""Codes of what is legal in form but never meant (5xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


LINTS: Final = (
    Code(
        "SQ501",
        "LNT-1",
        "`{name}` keeps what `{call}` said before this hold waits for admission",
        "stale header read",
    ),
    Code(
        "SQ502",
        "LNT-2",
        "a guard is 0 or 1, not {value}: a chance is written `branch with ({value})`",
        "fractional guard",
    ),
    Code(
        "SQ503",
        "LNT-2",
        "a guard is 0 or 1, not {value}",
        "constant guard",
    ),
)
