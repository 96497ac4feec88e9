"""What a list of tokens reads, assigns and does, as the hygiene checks count it (spec 1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sqlang.records import Record
from sqlang.syntax.definitions import DefinitionRecord
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import FUNCTIONS, GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


LIVE_FUNCTIONS: Final = frozenset(
    word.name for word in FUNCTIONS.values() if word.function is not None and not word.pure
)
"""Functions of pool and stage state (DEF-17)."""

HOLD_ASSIGNS: Final = frozenset({"cached", "computed"})
"""What a hold assigns when its session is admitted."""


class Effects(Record):
    """What a list of tokens does, definitions it uses included.

    `live` is the first call of a function of pool or stage state, `turn` and `request` the first
    such statement; where they are inside a definition, the name of its use.
    """

    __slots__ = ("reads", "assigned", "draws", "live", "turn", "request")

    def __init__(
        self,
        reads: frozenset[str],
        assigned: frozenset[str],
        draws: bool,
        live: Token | None,
        turn: Token | None,
        request: Token | None,
    ) -> None:
        self.reads: Final = reads
        self.assigned: Final = assigned
        self.draws: Final = draws
        self.live: Final = live
        self.turn: Final = turn
        self.request: Final = request


def effects(tokens: Sequence[Token], definitions: Mapping[str, DefinitionRecord]) -> Effects:
    """The effects of a body or an argument, where these definitions are known."""
    if len(tokens) == 1:
        # Most arguments: one token uses, assigns and calls nothing.
        return Effects(frozenset(_own_reads(tokens)), frozenset(), False, None, None, None)
    used = [(name, definitions[name.text]) for name in calls(tokens) if name.text in definitions]
    records = [record for _, record in used]
    live = [name for name in calls(tokens) if name.text in LIVE_FUNCTIONS]
    live += [name for name, record in used if record.live]
    return Effects(
        reads=frozenset(_own_reads(tokens)).union(*(record.reads for record in records)),
        assigned=frozenset(_own_assigned(tokens)).union(*(record.assigned for record in records)),
        draws=any(token.text == "~" for token in tokens) or any(r.draws for r in records),
        live=_earliest(tokens, live),
        turn=_says(tokens, "turn", [name for name, record in used if record.turn]),
        request=_says(tokens, "request", [name for name, record in used if record.request]),
    )


def calls(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every name directly before `(`."""
    for token, after in pairwise(tokens):
        if after.text == "(" and token.kind is Kind.NAME:
            yield token


def assignments(tokens: Sequence[Token], *, observed: bool = False) -> Iterator[Token]:
    """Every name assigned by `name =` or `choose name`; those of `observe` only if asked for."""
    before: Token | None = None
    for token, after in pairwise(tokens):
        if token.kind is Kind.NAME and after.text == "=":
            if observed or before is None or before.text != "observe":
                yield token
        elif token.text == "choose" and after.kind is Kind.NAME:
            yield after
        before = token


def _own_reads(tokens: Sequence[Token]) -> Iterator[str]:
    called = {id(token) for token in calls(tokens)}
    for token in tokens:
        if token.kind is Kind.NAME and id(token) not in called and token.text not in GRAMMAR_WORDS:
            yield token.text


def _own_assigned(tokens: Sequence[Token]) -> Iterator[str]:
    yield from (name.text for name in assignments(tokens))
    if any(token.text == "hold" for token in tokens):
        yield from HOLD_ASSIGNS


def _says(tokens: Sequence[Token], word: str, through: list[Token]) -> Token | None:
    """The first `word;`, its own or through a definition."""
    own = [token for token, after in pairwise(tokens) if token.text == word and after.text == ";"]
    return _earliest(tokens, own + through)


def _earliest(tokens: Sequence[Token], chosen: list[Token]) -> Token | None:
    wanted = {id(token) for token in chosen}
    return next((token for token in tokens if id(token) in wanted), None)
