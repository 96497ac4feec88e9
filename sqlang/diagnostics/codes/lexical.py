"""Codes of the text itself: characters, comments, numbers, strings, size (0xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

LEXICAL: Final = (
    Code(
        "SQ001",
        "LEX-9",
        "`{character}` starts no token",
        "stray character",
        "Outside of strings and comments a program consists of words, numbers, strings and the "
        "signs `{ } ( ) [ ] , ; : . = ~ ? + - * / ^ < > !`, `<=`, `>=`, `==`, `!=`, `&&` and "
        "`||`. This character is none of them. A single `&` or `|` should be doubled. A byte "
        "order mark at the start of a file counts too: save the file as UTF-8 without one.",
    ),
    Code(
        "SQ002",
        "LEX-4",
        "this comment is never closed",
        "comment without end",
        "A comment that starts with `/*` goes on to the next `*/`, and there is none before "
        "the end of the text, so everything after it is lost. Add the `*/`. Such comments do "
        "not nest, and `/*/` opens one without closing it.",
    ),
    Code(
        "SQ003",
        "LEX-6c",
        "`{text}` is not a number",
        "malformed number",
        "A number is written in digits with at most one point, `_` between digits where you "
        "like, and an exponent such as `e-3`. This one has a second point. A range is not "
        "written `1..2`.",
    ),
    Code(
        "SQ004",
        "LEX-7",
        "this string is never closed",
        "string without end",
        'A string begins and ends with `"`. There are no escapes in it, so a string cannot '
        "contain a quotation mark itself. Add the closing one.",
    ),
    Code(
        "SQ005",
        "LEX-1",
        "byte `{byte}` is not UTF-8 text",
        "text that is not UTF-8",
        "Programs are UTF-8 text, and the byte at this place does not belong to any UTF-8 "
        "character. The file was probably saved in another encoding, such as Latin-1: convert "
        "it to UTF-8.",
    ),
    Code(
        "SQ006",
        "LEX-1",
        "{what} is more than sqlang reads (at most {bound})",
        "text too large or nested too deep",
        "The program is larger, or nested deeper, than sqlang is willing to read; without a "
        "bound a damaged or generated file could keep an editor busy for ever. Split the file, "
        "or take the nested part apart into constants and definitions.",
    ),
)
