"""How deep a tree is, found without recursion."""

from __future__ import annotations

from sqlang.syntax import tree


def is_deeper_than(node: tree.Node, bound: int) -> bool:
    """Whether the part of a tree outside its blocks has more than `bound` levels."""
    level = [node]
    for _ in range(bound):
        level = [
            child
            for parent in level
            for child in parent.children()
            if not isinstance(child, tree.Block)
        ]
        if not level:
            return False
    return True
