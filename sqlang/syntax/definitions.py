"""What the expander learns about definitions and their uses, for the checks that come after it."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.source import Source
from sqlang.syntax.tokens import Expansion, Token


class DefinitionRecord(NamedTuple):
    """One `def`: its head, the tokens of its body as written, and what the body does (spec 1, 7.2).

    `first` is the word `def`, `last` the final `;` or `}`. `reads` leaves out the parameters.
    `turn` and `request` are the first such word of the body, its own or that of a definition it
    uses. A `damaged` definition has a head or body with an error: its uses are passed over.
    """

    name: Token
    parameters: tuple[Token, ...]
    body: tuple[Token, ...]
    is_statement: bool
    first: Token
    last: Token
    reads: frozenset[str]
    assigned: frozenset[str]
    draws: bool
    live: bool
    turn: Token | None
    request: Token | None
    damaged: bool = False

    @property
    def source(self) -> Source:
        return self.first.source


class Argument(NamedTuple):
    """What one use gives for one parameter; `reads` are the names it reads (spec 1, 7.2)."""

    parameter: Token
    tokens: tuple[Token, ...]
    reads: frozenset[str]


class UseRecord(NamedTuple):
    """One replaced use of a definition; `expansion` is the one its body tokens carry."""

    definition: DefinitionRecord
    name: Token
    arguments: tuple[Argument, ...]
    expansion: Expansion
