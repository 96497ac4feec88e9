"""Breaks a clause that has no room on its line, at the loosest places first.

A stretch that is too long is broken at all places of its loosest level at once: a list at every
comma, a sum at every sign. What is still too long is broken at its own loosest level, and so on
(`looseness`).

Two things are looser than all levels. The value of a definition or assignment moves to a line of
its own if it has room there as a whole. And if one of two operands is in brackets that must be
broken anyway, the other stays on the line of the bracket beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.formatting.looseness import (
    BEFORE_ENTRY,
    CHAINED,
    CLOSERS,
    CONDITIONAL,
    LEVELS,
    LIST,
    NEVER,
    OPENERS,
    WORDS,
    Piece,
    levels_of,
    value_start,
)
from sqlang.formatting.paper import Paper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WIDTH: Final = 88
"""So many characters a line has at most, comments at its end not counted."""

INDENT: Final = 2
_HANGING: Final = 4
_BEHIND_HOLD: Final = len("hold ")


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
        self._levels: Final = levels_of(pieces, head)
        self._value: Final = value_start(pieces, head)
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
        value = self._value
        if start < value < stop == len(self._pieces) and self._has_room(value, stop):
            cuts = [value]
        else:
            cuts = self._cuts(start, stop)
            if len(cuts) == 1:
                cuts = self._beside_bracket(start, cuts[0], stop) or cuts
        return list(zip([start, *cuts], [*cuts, stop], strict=True))

    def _cuts(self, start: int, stop: int) -> list[int]:
        """All places of the loosest level; of several brackets side by side only of the widest."""
        inner = self._levels[start + 1 : stop]
        level = min(inner, default=NEVER)
        if level == NEVER:
            return []
        cuts = [at for at, each in enumerate(inner, start + 1) if each == level]
        if level % LEVELS != LIST:
            return cuts
        firsts = [n for n, at in enumerate(cuts) if self._previous(at) in OPENERS]
        if len(firsts) < 2 or firsts[0] > 0:
            return cuts
        groups = [cuts[n:m] for n, m in zip(firsts, [*firsts[1:], len(cuts)], strict=True)]
        return max(groups, key=lambda group: self._widths[group[-1]] - self._widths[group[0]])

    def _has_room(self, start: int, stop: int) -> bool:
        """Whether a stretch fits on a line of its own."""
        width = self._widths[stop] - self._widths[start] - self._pieces[start].space
        return self._indent_at(start) + width <= WIDTH

    def _beside_bracket(self, start: int, cut: int, stop: int) -> list[int]:
        """Where to break inside of a bracket instead of before or after it, if it is too long.

        That is before the only place of its level at `cut`: either what is before it ends with the
        bracket, and what follows has room behind it; or what is behind it has no other place to
        break, and the bracket opens on the line that has begun.
        """
        token = self._pieces[cut].token
        if token in CONDITIONAL or self._levels[cut] % LEVELS == LIST:
            return []
        deeper = (self._levels[cut] // LEVELS + 1) * LEVELS
        tail = self._widths[stop] - self._widths[cut] + 1
        if self._pieces[cut - 1].token in CLOSERS and not self._fits(start, cut):
            cuts = self._cuts(start, cut)
            has_room = self._line_indent + tail <= WIDTH
        elif self._head == "hold" and token in WORDS["hold"]:
            return []
        elif self._fits(start, cut) and not self._has_room(cut, stop):
            cuts = self._cuts(cut, stop)
            has_room = bool(cuts) and self._fits(start, cuts[0])
        else:
            return []
        is_inside = bool(cuts) and deeper <= self._levels[cuts[0]] < NEVER
        return cuts if has_room and is_inside else []

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
        if token in CLOSERS and self._open:
            return self._open[-1]
        further = INDENT if self._levels[at] % LEVELS == CHAINED else 0
        if self._open:
            begins_entry = previous in BEFORE_ENTRY
            return self._open[-1] + (INDENT if begins_entry else 2 * INDENT) + further
        return self._hanging + (INDENT if token == "reserve" else further)

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
            if piece.token in OPENERS:
                self._open.append(self._line_indent)
            elif piece.token in CLOSERS and self._open:
                self._open.pop()
