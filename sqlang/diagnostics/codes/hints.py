"""Codes of hints, which refuse nothing (8xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

HINTS: Final = (
    Code(
        "SQ801",
        "CST-2",
        "constant `{name}` is never read",
        "constant never read",
        "This constant is declared and no expression reads it. Remove it, or check whether "
        "another name was meant where it should be read.",
    ),
    Code(
        "SQ802",
        "NAM-5",
        "attribute `{name}` is never read",
        "attribute never read",
        "This attribute is assigned and never read. Remove the `set`, or `observe` the value "
        "if you want to see it in the report.",
    ),
    Code(
        "SQ803",
        "REF-1",
        "pool `{name}` is never used",
        "pool never used",
        "No hold, statement or expression names this pool, so nobody waits for it and nothing "
        "is in it.",
    ),
    Code(
        "SQ804",
        "REF-1",
        "stage `{name}` is never used",
        "stage never used",
        "No statement or expression names this stage, so no job ever comes to it.",
    ),
    Code(
        "SQ805",
        "DEF-1",
        "definition `{name}` is never used",
        "definition never used",
        "This definition is never used, so its body is never checked for mistakes either.",
    ),
    Code(
        "SQ806",
        "EXE-15",
        "this statement was never reached in the run",
        "statement never reached",
        "In the run that was shown, no session came to this statement. It may be reached with "
        "another seed, a longer horizon or other constants.",
    ),
)
