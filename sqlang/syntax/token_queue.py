"""Reading ahead in a list of tokens that is kept with its next token last."""

from __future__ import annotations

from sqlang.records import Record
from sqlang.syntax.layout import starts_line
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


OPENERS: Final = frozenset({"(", "[", "{"})
CLOSERS: Final = frozenset({")", "]", "}"})


class Stretch(Record):
    """Tokens taken up to the one that ends them, which is taken too.

    `depth` is how deep their brackets are nested. `stray` are those among the tokens that close
    without an opener. `end` is `None` when the text ended first; `unclosed` is then the innermost
    opener without a closer.
    """

    __slots__ = ("tokens", "end", "stray", "unclosed", "depth")

    def __init__(
        self,
        tokens: list[Token],
        end: Token | None,
        stray: list[Token],
        unclosed: Token | None,
        depth: int,
    ) -> None:
        self.tokens: Final = tokens
        self.end: Final = end
        self.stray: Final = stray
        self.unclosed: Final = unclosed
        self.depth: Final = depth

    @property
    def without_strays(self) -> list[Token]:
        strays = {id(token) for token in self.stray}
        return [token for token in self.tokens if id(token) not in strays]


def take_to(pending: list[Token], end: str) -> Stretch:
    """Take tokens up to `end` at bracket depth 0; kinds of brackets need not match (DEF-5)."""
    taken: list[Token] = []
    stray: list[Token] = []
    openers: list[Token] = []
    depth = 0
    while pending[-1].kind is not Kind.END:
        token = pending.pop()
        if not openers and token.text == end:
            return Stretch(taken, token, stray, None, depth)
        taken.append(token)
        if token.text in OPENERS:
            openers.append(token)
            depth = max(depth, len(openers))
        elif token.text in CLOSERS and openers:
            openers.pop()
        elif token.text in CLOSERS:
            stray.append(token)
    return Stretch(taken, None, stray, openers[-1] if openers else None, depth)


def take_item(pending: list[Token]) -> list[Token]:
    """Take the rest of a broken item: to its `;`, its last `}`, or a line that starts another."""
    items = load_table().shifts[load_table().lists["items"]]
    taken: list[Token] = []
    depth = 0
    while pending[-1].kind is not Kind.END:
        if pending[-1].text in items and starts_line(pending[-1]):
            break
        token = pending.pop()
        taken.append(token)
        depth += (token.text == "{") - (token.text == "}")
        if depth <= 0 and token.text in {";", "}"}:
            break
    return taken


def put_back(pending: list[Token], tokens: list[Token]) -> None:
    """Let these tokens be the next ones."""
    pending.extend(reversed(tokens))


def commas(tokens: list[Token]) -> list[int]:
    """Where the commas of bracket depth 0 are in a list of tokens."""
    found: list[int] = []
    depth = 0
    for at, token in enumerate(tokens):
        if token.text == "," and depth == 0:
            found.append(at)
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
    return found
