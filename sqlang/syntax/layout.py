"""Lines and gaps as a reader sees them: where a token stands among its neighbors."""

from __future__ import annotations

from sqlang.source import Span
from sqlang.syntax.tokens import Token


def indentation(token: Token) -> int | None:
    """The white space before a token that is the first of its line, in characters; else `None`."""
    text = token.source.text
    at = token.start
    while at > 0 and text[at - 1] != "\n" and text[at - 1].isspace():
        at -= 1
    return token.start - at if at == 0 or text[at - 1] == "\n" else None


def closed_above(token: Token, indent: int) -> int:
    """A `{` on a line indented further is closed by one that begins with a token at `indent`."""
    return indent if token.text == "}" else indent - 1


def starts_line(token: Token) -> bool:
    """Whether only white space stands before a token on its line."""
    return indentation(token) is not None


def after(token: Token) -> Span:
    """The gap just after a token: where something is missing that should follow it."""
    return Span(token.source, token.end, token.end)


def on_later_line(token: Token, before: Token) -> bool:
    """Whether a line ends between two tokens of one text."""
    source = token.source
    return source is before.source and source.text.find("\n", before.end, token.start) >= 0
