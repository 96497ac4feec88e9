"""The Pygments lexer of what runs print: ITER and EVICT lines (07), annotated source, tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from pygments.lexer import RegexLexer, bygroups, include, using
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    Text,
    Whitespace,
)

from sqlang_syntaxes.lexer import SerqLexer

# Pygments says nothing of their types.
_by_groups: Final[Callable[..., object]] = bygroups
_using: Final[Callable[..., object]] = using

_NUMBER: Final = r"[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
_MEMBER: Final = rf"([0-9]++)(:)([0-9]++)(:)([pd])({_NUMBER})(?![^\s,)])"
_MEMBER_TOKENS: Final = (
    Name.Entity,
    Punctuation,
    Number.Integer,
    Punctuation,
    Keyword.Type,
    Number,
)


class SerqTraceLexer(RegexLexer):
    """What `sq run --iter --evict` and `sq trace` print; nothing in it is an error."""

    name = "serQ trace"
    aliases: ClassVar[list[str]] = ["serq-trace"]
    filenames: ClassVar[list[str]] = []
    mimetypes: ClassVar[list[str]] = ["text/x-serq-trace"]
    url = ""
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"^(ITER|EVICT)([ \t]++)(?=[0-9])", _by_groups(Keyword, Whitespace), "event"),
            (r"^# [^\n]*+", Comment.Single),
            (r"^(\$ )([^\n]*+)", _by_groups(Generic.Prompt, Text)),
            (r"^[A-Za-z][^\n`:]*+(?:`[^\n`]*+`)?+:(?=[ \t])[^\n]*+", Generic.Heading),
            # The source with its line numbers, and what happened beside it.
            (
                r"^( *+[0-9]++)(  ++)(?=[^ 0-9\n])([^\n←]*+)",
                _by_groups(Name.Label, Whitespace, _using(SerqLexer)),
            ),
            (r"^ *+[0-9]++$", Name.Label),
            (r"←[^\n]*+", Comment.Special),
            include("figures"),
        ],
        "event": [
            (r"\n", Whitespace, "#pop"),
            (r"\b(used|cached)\b", Name.Attribute),
            (r"\|", Operator),
            include("figures"),
        ],
        "figures": [
            (r"\s", Whitespace),
            (_MEMBER, _by_groups(*_MEMBER_TOKENS)),
            (rf"{_NUMBER}(?![\w.])", Number),
            (r"\w++|[^\w\s]", Text),
        ],
    }
