"""Collects what is wrong with a program: each mistake once, in the order in which it was found."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.diagnostics.catalogue import message
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.semantics.damage import Damage
from sqlang.source import Span
from sqlang.syntax.expansions import chain
from sqlang.syntax.tokens import Token
from sqlang.syntax.tree import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


MOST_RELATED: Final = 10
"""A diagnostic names at most so many uses of a definition, or further places of one mistake."""

Place = Node | Token | Span


class Refusals:
    """Diagnostics in the order of ORD-2 to ORD-5, so that the first is the reference's.

    A mistake in the body of a definition is found again at each use (DEF-13): it stays one
    diagnostic, at the body, and the uses become its related places. Nothing is said of a node that
    touches the `damage` or holds a token which the parser put in itself.
    """

    __slots__ = ("_added", "_asked", "_positions", "damage", "diagnostics")

    def __init__(self, damage: Damage) -> None:
        self.diagnostics: Final[list[Diagnostic]] = []
        self.damage: Final = damage
        self._positions: Final[dict[tuple[object, ...], int]] = {}
        self._added: Final[list[int]] = []
        self._asked = 0

    @property
    def doubts(self) -> int:
        """How often something might have been refused, hidden by damage or not."""
        return self._asked + self.damage.asked

    def refuse(
        self,
        code: str,
        at: Place,
        /,
        *,
        also: Iterable[tuple[Place, str]] = (),
        again: str | None = None,
        **values: str,
    ) -> None:
        """Record that `code` applies at a place; `also` are other places with what they are.

        With `again` the same message at another place is the same mistake (a name that is not
        declared), and that place is related under this text.
        """
        self._asked += 1
        span = span_of(at)
        if _was_inserted(at) or self.damage.touches(span):
            return
        text = message(code, values)
        where = () if again else (span.source.path, span.start, span.end)
        position = self._positions.setdefault((code, text, *where), len(self.diagnostics))
        if position == len(self.diagnostics):
            related = tuple(Related(span_of(other), what) for other, what in also)
            self.diagnostics.append(Diagnostic(code, span, text, related=related))
            self._added.append(0)
        elif again and self.diagnostics[position].span != span:
            self._relate(position, Related(span, again))
        if self._added[position] < MOST_RELATED:
            for place in places_of_use(at):
                self._relate(position, place)

    def _relate(self, position: int, place: Related) -> None:
        found = self.diagnostics[position]
        if self._added[position] < MOST_RELATED and place not in found.related:
            self.diagnostics[position] = found._replace(related=(*found.related, place))
            self._added[position] += 1


def span_of(at: Place) -> Span:
    """Where a place is, in the text it was written in."""
    return at if isinstance(at, Span) else at.span


def places_of_use(at: Place) -> list[Related]:
    """The uses of definitions that brought a place into the program, innermost first (DEF-13)."""
    expansion = None if isinstance(at, Span) else at.expansion
    return [Related(use.span, f"in `{use.definition}`, used here") for use in chain(expansion)]


def _was_inserted(at: Place) -> bool:
    if isinstance(at, Token):
        return at.inserted
    if isinstance(at, Span):
        return False
    pending: list[Node] = [at]
    while pending:
        node = pending.pop()
        if node.first.inserted or node.last.inserted:
            return True
        pending.extend(node.children())
    return False
