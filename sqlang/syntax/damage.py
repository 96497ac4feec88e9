"""What is given up when no repair helps: where an entry that cannot be read seems to end."""

from __future__ import annotations

from collections.abc import Container

from sqlang.records import Record
from sqlang.syntax.layout import indentation, starts_line
from sqlang.syntax.table import NAME
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Damage(Record):
    """What an entry that is given up takes along: so many of the tokens to come.

    `base` is the place of its list on the stack. `opens_block` tells that a `{` follows whose
    statements can be read all the same.
    """

    __slots__ = ("base", "length", "opens_block")

    def __init__(self, base: int, length: int, opens_block: bool) -> None:
        self.base: Final = base
        self.length: Final = length
        self.opens_block: Final = opens_block


def find_damage(
    pending: list[Token], base: int, symbol: str | None, words: Container[str], *, is_empty: bool
) -> Damage:
    """The damage to an entry of the list `symbol`, whose row is `words`.

    `is_empty` tells that no token of the entry has been read: then the next one is of it.
    """
    depth = length = 0
    for at in range(len(pending) - 1, 0, -1):
        token = pending[at]
        if depth == 0 and token.text == "{" and symbol == "statements":
            return Damage(base, length, opens_block=True)
        if length or not is_empty:
            if depth == 0 and _ends_entry(token, words):
                break
            if symbol == "items" and _is_item_at_the_left(token, words):
                break
        depth += (token.text == "{") - (token.text == "}")
        length += 1
        is_end = depth <= 0 and token.text in {";", "}"}
        if is_end and (symbol != "items" or _may_be_item(pending, at - 1, words)):
            break
    return Damage(base, length, opens_block=False)


def _ends_entry(token: Token, words: Container[str]) -> bool:
    """Whether a token closes the list with this row, or starts an entry of it on a new line."""
    if token.text == "}":
        return True
    begins = token.text in words or (NAME in words and token.kind is Kind.NAME)
    return begins and starts_line(token)


def _is_item_at_the_left(token: Token, words: Container[str]) -> bool:
    """Whether an item seems to start even though a brace before it is open."""
    return token.text in words and indentation(token) == 0


def _may_be_item(pending: list[Token], at: int, words: Container[str]) -> bool:
    """Whether an item seems to start here: after a stray `}` come statements, `run` among them."""
    token = pending[at]
    if token.text == "run":
        return pending[at - 1].text == "{"
    return token.kind is Kind.END or token.text in words
