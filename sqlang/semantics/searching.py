"""Looks for names in a text where they may be, and passes over all parts where they are not."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.semantics.known_mentions import KnownMentions
from sqlang.semantics.naming import NameVisitor
from sqlang.semantics.scopes import OUTERMOST, Scope
from sqlang.semantics.stretches import Stretch
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class SearchingVisitor(NameVisitor):
    """Visits the names in some stretches of a file; subclasses say where it is worth to look."""

    __slots__ = ("known",)

    def __init__(self, known: KnownMentions) -> None:
        self.known: Final = known

    def concerns(self, node: tree.Node) -> bool:
        """Whether to look into an item or a part of a block."""
        raise NotImplementedError

    def concerns_stretch(self, stretch: Stretch) -> bool:
        """Whether to look at the items of a stretch."""
        raise NotImplementedError

    def items(self, stretches: Sequence[Stretch]) -> None:
        """Visit what is in some stretches."""
        for stretch in stretches:
            if self.concerns_stretch(stretch):
                for item in stretch.items:
                    if self.concerns(item):
                        self.node(item, OUTERMOST)

    def block(self, block: tree.Block, scope: Scope) -> None:
        pending: list[Part] = [*self.known.parts(block)]
        pending.reverse()
        while pending:
            part = pending.pop()
            if not self.concerns(part):
                continue
            if isinstance(part, Segment):
                pending.extend(reversed(part.parts))
            else:
                self.node(part, scope)
