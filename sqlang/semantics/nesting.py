"""The parts of blocks that have parts of their own, in the order in which they can be summed up."""

from __future__ import annotations

from collections.abc import Container, Iterator

from sqlang.semantics.admission import nested_blocks
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_WITH_PARTS: Final = frozenset({Segment, tree.Hold, tree.Branch, tree.Loop})


def has_parts(node: tree.Node) -> bool:
    """Whether something is a segment or a statement with blocks."""
    return type(node) in _WITH_PARTS


def innermost_first(
    part: tree.Node, known: Container[tree.Node], segments: Segments
) -> Iterator[tree.Node]:
    """A part and those in it that have parts and are not `known` yet, each after what is in it.

    What comes must be known before the next is asked for. Blocks may lie as deep as walkers can go,
    which therefore better begin with the innermost.
    """
    pending = [part]
    while pending:
        unknown = [each for each in parts_below(pending[-1], segments) if each not in known]
        if unknown:
            pending += unknown
        else:
            yield pending.pop()


def parts_below(node: tree.Node, segments: Segments) -> list[Part]:
    """What has parts among those of a segment, or of the blocks directly in a statement."""
    if isinstance(node, Segment):
        return [each for each in node.parts if has_parts(each)]
    below: list[Part] = []
    for block in nested_blocks(node):
        below += [each for each in segments.parts(block) if has_parts(each)]
    return below
