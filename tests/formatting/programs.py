"""Programs to format, and ways to spoil their layout that change neither tokens nor comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from sqlang.formatting.formatter import Formatted, format_edits, format_source
from sqlang.source import Source
from sqlang.syntax.lexer import Lexed, tokenize
from sqlang.syntax.surface import parse_surface
from tests.conformance import vectors

KINDS = ("accept", "reject", "run")
EXAMPLES = sorted((vectors.FOLDER.parents[1] / "examples").glob("**/*.sq"))


def formatted(text: str) -> str:
    """The layout of a text that must have one."""
    result = format_source(Source(text))
    assert result.diagnostics == (), result.diagnostics
    return result.text


def edits_of(text: str, lines: tuple[int, int] | None = None) -> Formatted:
    """The layout of a text, or of some lines of it, as edits."""
    result = format_edits(parse_surface(Source(text)), lines)
    assert result.diagnostics == (), result.diagnostics
    return result


def sources() -> list[Source]:
    """Every program without a syntax error: the examples, and those of the vectors."""
    found = [vectors.source(kind, name) for kind in KINDS for name in vectors.names(kind)]
    found += [Source(p.read_bytes().decode(), str(p), str(p.parent)) for p in EXAMPLES]
    return [source for source in found if not format_source(source).diagnostics]


def respaced(text: str, gap: Callable[[int], str]) -> str:
    """The tokens of a text without comments, with other white space between them."""
    lexed = tokenize(Source(text))
    assert not lexed.comments
    texts = [token.text for token in lexed.tokens]
    return "".join(gap(at) + each for at, each in enumerate(texts))


def with_comments(text: str, comment: Callable[[int], str]) -> str:
    """A text with something before each of its tokens, the end included."""
    parts, at = [], 0
    for number, token in enumerate(tokenize(Source(text)).tokens):
        parts += [text[at : token.start], comment(number)]
        at = token.start
    return "".join([*parts, text[at:]])


def said(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    """The tokens of a text, and what its comments say with how many tokens stand before each."""
    lexed = tokenize(Source(text))
    return [token.text for token in lexed.tokens], _comments(lexed)


def _comments(lexed: Lexed) -> list[tuple[int, str]]:
    ends = [token.end for token in lexed.tokens[:-1]]
    return [
        (
            bisect_right(ends, comment.start),
            "\n".join(line.strip() for line in comment.text.splitlines()),
        )
        for comment in lexed.comments
    ]
