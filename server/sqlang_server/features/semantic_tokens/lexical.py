"""What a token is by its spelling alone: all that is known of it in a broken statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlang.syntax.table import NAME, NUMBER, STRING
from sqlang.syntax.tokens import Token
from sqlang.vocabulary import GRAMMAR_WORDS, KEYWORDS, OPERATORS
from sqlang_server.features.semantic_tokens.paints import Paint

ROLES: Final[tuple[tuple[frozenset[str], Paint], ...]] = (
    (
        frozenset({"item", "workload", "statement", "serving form", "mode", "clause"}),
        Paint.KEYWORD,
    ),
    (frozenset({"pool option", "step option", "run option"}), Paint.OPTION),
    (frozenset({"stage kind"}), Paint.KIND),
    (frozenset({"policy"}), Paint.POLICY),
)
"""The paints of keywords by their role in the vocabulary, the likeliest first."""


def _by_terminal() -> dict[str, Paint]:
    paints: dict[str, Paint] = {
        NAME: Paint.WORD,
        NUMBER: Paint.NUMBER,
        STRING: Paint.STRING,
        **dict.fromkeys(GRAMMAR_WORDS, Paint.WORD),
        **{operator.text: Paint.OPERATOR for operator in OPERATORS},
        "=": Paint.OPERATOR,
        ":": Paint.OPERATOR,
        "~": Paint.DRAW,
    }
    for roles, paint in reversed(ROLES):
        paints.update({word.text: paint for word in KEYWORDS if word.role in roles})
    return paints


BY_TERMINAL: Final[Mapping[str, int]] = {
    terminal: int(paint) for terminal, paint in _by_terminal().items()
}


def by_spelling(token: Token) -> int:
    """The likeliest paint of a token; `WORD` for a name, which the declarations may tell more of.

    A run option is a name to the grammar, so it counts as one here.
    """
    return BY_TERMINAL.get(token.terminal, 0)
