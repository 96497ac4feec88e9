"""Codes of the text itself: characters, comments, numbers, strings, size (0xx)."""

from __future__ import annotations

from sqlang.diagnostics.code import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


LEXICAL: Final = (
    Code(
        "SQ001",
        "LEX-9",
        "`{character}` starts no token",
        "stray character",
    ),
    Code(
        "SQ002",
        "LEX-4",
        "this comment is never closed",
        "comment without end",
    ),
    Code(
        "SQ003",
        "LEX-6c",
        "`{text}` is not a number",
        "malformed number",
    ),
    Code(
        "SQ004",
        "LEX-7",
        "this string is never closed",
        "string without end",
    ),
    Code(
        "SQ005",
        "LEX-1",
        "byte `{byte}` is not UTF-8 text",
        "text that is not UTF-8",
    ),
    Code(
        "SQ006",
        "LEX-1",
        "{what} is more than sqlang reads (at most {bound})",
        "text too large or nested too deep",
    ),
)
