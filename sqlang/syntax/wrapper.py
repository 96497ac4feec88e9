"""Recognizes a program wrapped in a function, as a later edition has it: `fn main() { … }`."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.records import Record
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


LENGTH: Final = 5
"""The tokens of `fn main ( ) {`."""


class Wrapper(Record):
    """What is inside: items of a program or else statements; `end` is the `}` that ends it."""

    __slots__ = ("holds_items", "end")

    def __init__(self, holds_items: bool, end: Token | None) -> None:
        self.holds_items: Final = holds_items
        self.end: Final = end


def wrapper_at(tokens: Sequence[Token], at: int) -> Wrapper | None:
    """The wrapper whose `fn` is the token at an index, if there is one."""
    head = tokens[at : at + LENGTH]
    texts = [token.text for token in head]
    if len(head) < LENGTH or texts[0] != "fn" or head[1].kind is not Kind.NAME:
        return None
    if texts[2:] != ["(", ")", "{"]:
        return None
    depth = 0
    end = None
    for token in tokens[at + LENGTH :]:
        depth += (token.text == "{") - (token.text == "}")
        if depth < 0:
            end = token
            break
    return Wrapper(_holds_items(tokens[at + LENGTH : at + LENGTH + 2]), end)


def _holds_items(start: Sequence[Token]) -> bool:
    """Whether the first tokens inside start an item; `run` starts one only before a brace."""
    words = load_table().shifts[load_table().lists["items"]]
    if not start or start[0].text == "}":
        return True
    if start[0].text == "run":
        return start[-1].text == "{"
    return start[0].text in words
