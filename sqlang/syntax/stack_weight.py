"""How much a stretch of a text can add to what is open on a parser's stack, at most."""

from __future__ import annotations

import re
from typing import Final

from sqlang.syntax.bounds import BLOCK_WEIGHT

_SLACK: Final = 16
"""More than the signs before a `;` that stay on the stack behind it, of an entry not yet whole."""

_PIECES: Final = re.compile(
    r'"[^"]*"|//[^\n]*|/\*.*?\*/|[<>=!]=|&&|\|\||[{}()\[\],;:.=~?+\-*/^<>!]', re.DOTALL
)


def most_weight(text: str) -> int:
    """The weight on the stack while whole entries are read, above that before them, at most.

    What is read stays on the stack for no longer than to the next `;` on its level.
    """
    weight = most = 0
    levels: list[int] = []
    base = 0
    for piece in _PIECES.findall(text):
        if piece == ";":
            most = max(most, weight + 1)
            weight = base
        elif piece == "{":
            weight += BLOCK_WEIGHT
            levels.append(base)
            base = weight
        elif piece == "}":
            weight += 1
            base = levels.pop() if levels else 0
        elif piece[0] != '"' and piece[:2] not in ("//", "/*"):
            weight += 1
        most = max(most, weight)
    return most + _SLACK
