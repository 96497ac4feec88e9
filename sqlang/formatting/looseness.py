"""How loosely the tokens of a clause hang together, which tells where its lines may begin.

A level is the depth in brackets, then how loosely the operator binds: the lower, the looser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NEVER: Final = 1 << 30
LEVELS: Final = 16
"""So many levels there are for each depth."""

LIST: Final = 1
CHAINED: Final = 3
"""How loosely the `?` of a chain of conditionals binds."""

_INNER: Final = 4
"""A word inside an entry of a list, as `reserve`, binds as `||` does."""

_LOOSENESS: Final[Mapping[str, int]] = {
    ":": 2,
    "?": 2,
    "||": 4,
    "&&": 5,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), 6),
    "+": 7,
    "-": 7,
    "*": 8,
    "/": 8,
    "^": 9,
}
WORDS: Final[Mapping[str, Mapping[str, int]]] = {
    "hold": {"reuse": 0, "at": 0, "reserve": _INNER},
    "spill": {"via": 1, "when": 0},
    "choose": {"by": 0},
    "run": {"growing": 0},
    "prefill": {"growing": 0},
    "decode": {"growing": 0},
    "tool": {"growing": 0},
    "transfer": {"growing": 0, "from": 0, "to": 0},
    "cache": {"lease": 0},
}
"""The words of clauses before which a line may begin, if no bracket is open."""

OPENERS: Final = frozenset("([")
CLOSERS: Final = frozenset(")]")
BEFORE_ENTRY: Final = frozenset("([,")
CONDITIONAL: Final = frozenset(":?")
_ASSIGNING: Final = frozenset(("def", "let", "observe", "set"))


class Piece:
    """A token, a comment or a kept stretch of a clause.

    `space` is 1 if a space stands before it on the line, `breaks` tells that it must begin a line,
    `is_written` that it is kept as written. A comment is no `token`. What need not fit in its line,
    as a comment at its end, takes no `width`.
    """

    __slots__ = ("breaks", "is_written", "space", "text", "token", "width")

    def __init__(
        self,
        text: str,
        space: int,
        *,
        token: str = "",
        breaks: bool = False,
        fits: bool = True,
        is_written: bool = False,
    ) -> None:
        self.text: Final = text
        self.space: Final = space
        self.token: Final = token
        self.width: Final = space + len(text) if fits else 0
        self.breaks: Final = breaks
        self.is_written: Final = is_written


def levels_of(pieces: Sequence[Piece], head: str) -> list[int]:
    """For each piece how loosely it hangs on what is before it; `NEVER` if no line begins here."""
    levels = [NEVER] * len(pieces)
    words = WORDS.get(head, {})
    chains: list[list[int]] = [[]]
    depth = 0
    before = ""
    for at, piece in enumerate(pieces):
        token = piece.token
        if not token:
            continue
        if token in CLOSERS and depth:
            if before not in OPENERS:
                levels[at] = depth * LEVELS + LIST
            depth -= 1
            _keep_beside(levels, chains.pop())
        elif before in BEFORE_ENTRY:
            levels[at] = depth * LEVELS + LIST
        elif depth == 0 and token in words and before:
            levels[at] = words[token]
        elif token in _LOOSENESS and _is_binary(pieces, at, head, depth):
            levels[at] = depth * LEVELS + _LOOSENESS[token]
            if token == "?":
                chains[-1].append(at)
        if token in OPENERS:
            depth += 1
            chains.append([])
        before = token
    for chain in chains:
        _keep_beside(levels, chain)
    return levels


def value_start(pieces: Sequence[Piece], head: str) -> int:
    """The index of the first piece of the value that is defined or assigned; 0 if none is."""
    if head in _ASSIGNING:
        for at, piece in enumerate(pieces):
            if piece.token == "=":
                return at + 1
    return 0


def _keep_beside(levels: list[int], questions: Sequence[int]) -> None:
    """Keep each `?` of a chain beside its condition: the lines of a chain begin with `:`."""
    if len(questions) > 1:
        for at in questions:
            levels[at] += 1


def _is_binary(pieces: Sequence[Piece], at: int, head: str, depth: int) -> bool:
    """Whether an operator stands between two operands, and is not the `:` of a stage."""
    if head == "stage" and depth == 0:
        return False
    after = pieces[at + 1 : at + 2]
    return pieces[at].space == 1 and bool(after) and after[0].space == 1
