"""Leads from the nodes of an IR back to the text they come from; the IR itself knows no text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlang.semantics.refusals import places_of_use
from sqlang.source import Span
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Origins:
    """The tree node behind each IR node of one program, by identity.

    IR nodes are made anew for each place, so equal nodes keep apart. The program must be kept as
    long as its origins are asked.
    """

    __slots__ = ("_fields", "_nodes", "_pieces", "_statements")

    def __init__(
        self,
        pieces: Iterable[Mapping[int, tree.Node]],
        statements: Sequence[Sequence[tree.Node]],
        fields: Mapping[str, tree.Node],
    ) -> None:
        self._pieces: Final = pieces
        self._nodes: dict[int, tree.Node] | None = None
        self._statements: Final = statements
        self._fields: Final = fields

    def node(self, ir_node: object) -> tree.Node | None:
        """The node of the kernel tree that became this IR node, or this field of the program."""
        if isinstance(ir_node, str):
            return self._fields.get(ir_node)
        if self._nodes is None:
            self._nodes = {}
            for piece in self._pieces:
                self._nodes.update(piece)
        return self._nodes.get(id(ir_node))

    def span(self, ir_node: object) -> Span | None:
        """Where this IR node was written; inside a definition, the place in its body."""
        node = self.node(ir_node)
        return None if node is None else node.span

    def uses(self, ir_node: object) -> tuple[Span, ...]:
        """The uses of definitions that brought this IR node into the program, innermost first."""
        return _uses(self.node(ir_node))

    def statement(self, block: int, position: int) -> Span | None:
        """Where a statement of the IR was written."""
        node = self._statement(block, position)
        return None if node is None else node.span

    def statement_with_uses(
        self, block: int, position: int
    ) -> tuple[Span | None, tuple[Span, ...]]:
        """The same, and the uses of definitions that brought it into the program."""
        node = self._statement(block, position)
        return (None, ()) if node is None else (node.span, _uses(node))

    def _statement(self, block: int, position: int) -> tree.Node | None:
        if 0 <= block < len(self._statements) and 0 <= position < len(self._statements[block]):
            return self._statements[block][position]
        return None


def _uses(node: tree.Node | None) -> tuple[Span, ...]:
    if node is None or (node.first.expansion is None and node.last.expansion is None):
        return ()
    return tuple([place.span for place in places_of_use(node)])
