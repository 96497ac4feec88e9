"""What tests ask of a layout."""

from __future__ import annotations

from sqlang.formatting.formatter import format_source
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize


def laid_out(text: str) -> str:
    """The layout of a text, which is laid out the same once more."""
    formatted = format_source(Source(text))
    assert formatted.diagnostics == ()
    assert format_source(Source(formatted.text)).edits == ()
    return formatted.text


def tokens(text: str) -> list[str]:
    """The tokens of a text."""
    return [token.text for token in tokenize(Source(text)).tokens]


def comments(text: str) -> list[tuple[int, list[str]]]:
    """The comments, each with the number of tokens before it; spaces around lines do not count."""
    lexed = tokenize(Source(text))
    starts = [token.start for token in lexed.tokens]
    return [
        (
            sum(start < each.start for start in starts),
            [line.strip() for line in each.text.split("\n")],
        )
        for each in lexed.comments
    ]
