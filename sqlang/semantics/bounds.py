"""How much a program may grow while it is rewritten: no text takes unbounded time or stack."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


MOST_NODES: Final = 1_000_000
"""Nodes that `at admission` and `request` may add to the tree of one program by copying."""

MOST_NESTING: Final = 100
"""How deep the value of a binding may nest once earlier bindings are put into it; with
`sqlang.syntax.bounds.MAXIMUM_DEPTH` this bounds the stack of every walk over a rewritten tree."""

MOST_MEMBERS: Final = 100_000
"""Members of all pools and stages together."""
