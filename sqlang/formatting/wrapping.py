"""Breaks a clause that has no room on its line, at the loosest places first.

A stretch that is too long is broken at all places of its loosest level at once: a list at every
comma, a sum at every sign. What is still too long is broken at its own loosest level, and so on. A
level is the depth in brackets, then how loosely the operator binds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlang.formatting.paper import Paper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WIDTH: Final = 88
"""So many characters a line has at most, comments at its end not counted."""

INDENT: Final = 2
_HANGING: Final = 4
_BEHIND_HOLD: Final = len("hold ")
_NEVER: Final = 1 << 30
_LEVELS: Final = 16
_LIST: Final = 1
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
_WORDS: Final[Mapping[str, Mapping[str, int]]] = {
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

_OPENERS: Final = frozenset("([")
_CLOSERS: Final = frozenset(")]")
_BEFORE_ENTRY: Final = frozenset("([,")


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


class Wrapping:
    """Writes the pieces of one part of a clause, whose `head` is its first word.

    The clause stands at `indent`; `follows` if the part goes on with a line that has begun.
    """

    def __init__(self, pieces: Sequence[Piece], paper: Paper, indent: int, head: str) -> None:
        self._pieces: Final = pieces
        self._paper: Final = paper
        self._indent: Final = indent
        self._head: Final = head
        self._hanging: Final = indent + (_BEHIND_HOLD if head == "hold" else _HANGING)
        self._levels: Final = _levels(pieces, head)
        self._open: Final[list[int]] = []
        """Where the lines stand on which the brackets were opened that are open now."""
        self._line_indent = indent
        self._widths: Final = [0]
        for piece in pieces:
            self._widths.append(self._widths[-1] + piece.width)

    def write(self) -> None:
        """Write all pieces."""
        pending = self._forced()[::-1]
        while pending:
            start, stop = pending.pop()
            if start or self._pieces[0].breaks:
                self._begin_line(start)
            while not self._fits(start, stop):
                parts = self._loosest(start, stop)
                if len(parts) == 1:
                    break
                pending.extend(reversed(parts[1:]))
                stop = parts[0][1]
            self._write_line(start, stop)

    def _forced(self) -> list[tuple[int, int]]:
        """The stretches between the places where a line must begin."""
        cuts = [0, *(at for at in range(1, len(self._pieces)) if self._pieces[at].breaks)]
        return list(zip(cuts, [*cuts[1:], len(self._pieces)], strict=True))

    def _fits(self, start: int, stop: int) -> bool:
        width = self._widths[stop] - self._widths[start]
        return self._paper.column + width - self._leading(start) <= WIDTH

    def _leading(self, start: int) -> int:
        """The space that is left out at the start of a line."""
        first = self._pieces[start]
        return first.space if first.width and not self._paper.line.strip() else 0

    def _loosest(self, start: int, stop: int) -> list[tuple[int, int]]:
        """The stretch in parts, broken at all places of its loosest level; one if there is none."""
        inner = self._levels[start + 1 : stop]
        level = min(inner, default=_NEVER)
        if level == _NEVER:
            return [(start, stop)]
        cuts = [start, *(at for at, each in enumerate(inner, start + 1) if each == level)]
        return list(zip(cuts, [*cuts[1:], stop], strict=True))

    def _begin_line(self, at: int) -> None:
        piece = self._pieces[at]
        if piece.is_written:
            self._paper.end_line()
            return
        self._line_indent = self._indent_at(at)
        self._paper.start_line(self._line_indent)

    def _indent_at(self, at: int) -> int:
        token, previous = self._pieces[at].token, self._previous(at)
        if token == "{" or not previous:
            return self._indent
        if token in _CLOSERS and self._open:
            return self._open[-1]
        begins_entry = previous in _BEFORE_ENTRY
        if self._open:
            return self._open[-1] + (INDENT if begins_entry else 2 * INDENT)
        return self._hanging + (INDENT if token == "reserve" else 0)

    def _previous(self, at: int) -> str:
        """The token before a piece, comments left out."""
        while at > 0:
            at -= 1
            if self._pieces[at].token:
                return self._pieces[at].token
        return ""

    def _write_line(self, start: int, stop: int) -> None:
        paper = self._paper
        for piece in self._pieces[start:stop]:
            if piece.is_written:
                paper.put(piece.text)
                continue
            if piece.text:
                space = " " if piece.space and paper.line.strip() else ""
                paper.line += space + piece.text
            if piece.token in _OPENERS:
                self._open.append(self._line_indent)
            elif piece.token in _CLOSERS and self._open:
                self._open.pop()


def _levels(pieces: Sequence[Piece], head: str) -> list[int]:
    """For each piece how loosely it hangs on what is before it; `_NEVER` if no line begins here."""
    levels = [_NEVER] * len(pieces)
    words = _WORDS.get(head, {})
    chains: list[list[int]] = [[]]
    depth = 0
    before = ""
    for at, piece in enumerate(pieces):
        token = piece.token
        if not token:
            continue
        if token in _CLOSERS and depth:
            if before not in _OPENERS:
                levels[at] = depth * _LEVELS + _LIST
            depth -= 1
            _keep_beside(levels, chains.pop())
        elif before in _BEFORE_ENTRY:
            levels[at] = depth * _LEVELS + _LIST
        elif depth == 0 and token in words and before:
            levels[at] = words[token]
        elif token in _LOOSENESS and _is_binary(pieces, at, head, depth):
            levels[at] = depth * _LEVELS + _LOOSENESS[token]
            if token == "?":
                chains[-1].append(at)
        if token in _OPENERS:
            depth += 1
            chains.append([])
        before = token
    for chain in chains:
        _keep_beside(levels, chain)
    return levels


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
