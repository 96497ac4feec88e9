"""The braces around a cursor, and the tokens that decide what may stand there."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.syntax.tokens import Token

Level = list[Token]
"""The last entries of a list up to a brace or the cursor; a closed block is its braces alone."""


def levels_before(tokens: Sequence[Token], end: int, begin: int = 0) -> list[Level]:
    """The levels around the token with the number `end`, the outermost first.

    The token with the number `begin` is the first one of an item. What is complete says nothing
    about what may follow, so only entries without `;` behind them are there; all levels but the
    last end with the `{` that the next one is in. Reads from the cursor upward, so that mistakes
    below it, and most of those above, change nothing.
    """
    levels: list[Level] = []
    entry: Level = []
    at = end - 1
    while at >= begin:
        token = tokens[at]
        text = token.text
        if text == "}":
            at = _opening(tokens, at, begin)
            entry += (token, tokens[at]) if at >= begin else (token,)
        elif text == ";":
            at = _opening(tokens, at, begin)
            if at >= begin:
                levels.append(entry[::-1])
                entry = [tokens[at]]
        elif text == "{":
            levels.append(entry[::-1])
            entry = [token]
        else:
            entry.append(token)
        at -= 1
    levels.append(entry[::-1])
    levels.reverse()
    return levels


def _opening(tokens: Sequence[Token], at: int, begin: int) -> int:
    """The number of the brace that is open before a token; less than `begin` if there is none."""
    depth = 0
    for number in range(at - 1, begin - 1, -1):
        text = tokens[number].text
        if text == "{":
            if depth == 0:
                return number
            depth -= 1
        elif text == "}":
            depth += 1
    return begin - 1
