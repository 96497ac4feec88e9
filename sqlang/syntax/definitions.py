"""What the expander learns about definitions and their uses, for the checks that come after it."""

from __future__ import annotations

from sqlang.records import Record
from sqlang.source import Source
from sqlang.syntax.tokens import Expansion, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class DefinitionRecord(Record):
    """One `def`: its head, the tokens of its body as written, and what the body does (spec 1, 7.2).

    `first` is the word `def`, `last` the final `;` or `}`. `reads` leaves out the parameters.
    `turn` and `request` are the first such word of the body, its own or that of a definition it
    uses. A `damaged` definition has a head or body with an error: its uses are passed over.
    """

    __slots__ = (
        "name",
        "parameters",
        "body",
        "is_statement",
        "first",
        "last",
        "reads",
        "assigned",
        "draws",
        "live",
        "turn",
        "request",
        "damaged",
    )

    def __init__(
        self,
        name: Token,
        parameters: tuple[Token, ...],
        body: tuple[Token, ...],
        is_statement: bool,
        first: Token,
        last: Token,
        reads: frozenset[str],
        assigned: frozenset[str],
        draws: bool,
        live: bool,
        turn: Token | None,
        request: Token | None,
        damaged: bool = False,
    ) -> None:
        self.name: Final = name
        self.parameters: Final = parameters
        self.body: Final = body
        self.is_statement: Final = is_statement
        self.first: Final = first
        self.last: Final = last
        self.reads: Final = reads
        self.assigned: Final = assigned
        self.draws: Final = draws
        self.live: Final = live
        self.turn: Final = turn
        self.request: Final = request
        self.damaged: Final = damaged

    @property
    def source(self) -> Source:
        return self.first.source


class Argument(Record):
    """What one use gives for one parameter; `reads` are the names it reads (spec 1, 7.2)."""

    __slots__ = ("parameter", "tokens", "reads")

    def __init__(self, parameter: Token, tokens: tuple[Token, ...], reads: frozenset[str]) -> None:
        self.parameter: Final = parameter
        self.tokens: Final = tokens
        self.reads: Final = reads


class UseRecord(Record):
    """One replaced use of a definition; `expansion` is the one its body tokens carry."""

    __slots__ = ("definition", "name", "arguments", "expansion")

    def __init__(
        self,
        definition: DefinitionRecord,
        name: Token,
        arguments: tuple[Argument, ...],
        expansion: Expansion,
    ) -> None:
        self.definition: Final = definition
        self.name: Final = name
        self.arguments: Final = arguments
        self.expansion: Final = expansion
