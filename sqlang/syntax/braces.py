"""Where braces are missing, judged by how the lines are indented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix, Related
from sqlang.syntax.layout import after, indentation
from sqlang.syntax.tokens import Kind, Token


class Closed(NamedTuple):
    """Tokens with the missing `}` put in, and a diagnostic for each."""

    tokens: list[Token]
    diagnostics: tuple[Diagnostic, ...]


def lack_braces(tokens: Sequence[Token]) -> bool:
    """Whether fewer blocks are closed than opened."""
    texts = [token.text for token in tokens]
    return texts.count("}") < texts.count("{")


def close_by_indentation(tokens: Sequence[Token]) -> Closed:
    """Close an open `{` before the first line that is indented no deeper than its own line.

    A line that starts with `}` closes what is deeper than it. At the end of the text nothing is put
    in.
    """
    result: list[Token] = []
    diagnostics: list[Diagnostic] = []
    open_braces: list[tuple[Token, int]] = []
    line_indentation = 0
    for token in tokens:
        indent = indentation(token)
        if indent is not None and token.kind is not Kind.END:
            line_indentation = indent
            margin = indent if token.text == "}" else indent - 1
            while open_braces and open_braces[-1][1] > margin:
                brace, _ = open_braces.pop()
                result.append(_closer(result[-1]))
                diagnostics.append(_missing(brace, result[-2]))
        if token.text == "{":
            open_braces.append((token, line_indentation))
        elif token.text == "}" and open_braces:
            open_braces.pop()
        result.append(token)
    return Closed(result, tuple(diagnostics))


def _closer(before: Token) -> Token:
    return Token(Kind.PUNCTUATION, "}", before.source, before.end, before.end, inserted=True)


def _missing(brace: Token, before: Token) -> Diagnostic:
    gap = after(before)
    opener = Related(brace.span, "`{` is not closed")
    fix = Fix("Insert `}`", (Edit(gap, "\n}"),), safe=True)
    return report("SQ101", gap, related=(opener,), fixes=(fix,), expected="`}`")
