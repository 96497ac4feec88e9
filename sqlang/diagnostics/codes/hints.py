"""Codes of hints, which refuse nothing (8xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


HINTS: Final = (
    Code(
        "SQ801",
        "CST-2",
        "constant `{name}` is never read",
        "constant never read",
    ),
    Code(
        "SQ802",
        "NAM-5",
        "attribute `{name}` is never read",
        "attribute never read",
    ),
    Code(
        "SQ803",
        "REF-1",
        "pool `{name}` is never used",
        "pool never used",
    ),
    Code(
        "SQ804",
        "REF-1",
        "stage `{name}` is never used",
        "stage never used",
    ),
    Code(
        "SQ805",
        "DEF-1",
        "definition `{name}` is never used",
        "definition never used",
    ),
    Code(
        "SQ806",
        "EXE-15",
        "this is never reached: {reason}",
        "statement never reached",
    ),
    Code(
        "SQ807",
        "TRC-1",
        "this expectation cannot be read: {problem}",
        "expectation that cannot be read",
    ),
)
