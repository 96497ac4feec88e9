"""The fixes of several diagnostics that can be made at once: no two touch the same characters."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import pairwise

from sqlang.diagnostics.model import Edit, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class FixesTogether:
    """Collects fixes of one text; each is taken as a whole, or not at all."""

    def __init__(self) -> None:
        self.count = 0
        self.edits: Final[list[Edit]] = []
        """In the order of the text; none overlaps another."""

    def take(self, fix: Fix) -> bool:
        """Take up a fix, unless one of its edits meets another's; tells whether it was taken."""
        if not _apart(fix.edits) or any(self._is_met(edit) for edit in fix.edits):
            return False
        for edit in sorted(fix.edits, key=lambda edit: edit.span.offsets):
            insort(self.edits, edit, key=_start)
        self.count += 1
        return True

    def _is_met(self, edit: Edit) -> bool:
        """Whether an edit overlaps or touches one that was taken up: only the nearest two may."""
        at = bisect_left(self.edits, edit.span.start, key=_start)
        return any(_meet(mine, edit) for mine in self.edits[max(at - 1, 0) : at + 1])


def _apart(edits: Sequence[Edit]) -> bool:
    """Whether the edits of one fix leave each other alone; they may stand side by side."""
    ordered = sorted(edits, key=lambda edit: edit.span.offsets)
    return all(
        left.span.end <= right.span.start and left.span.offsets != right.span.offsets
        for left, right in pairwise(ordered)
    )


def _start(edit: Edit) -> int:
    return edit.span.start


def _meet(one: Edit, other: Edit) -> bool:
    """Whether two edits overlap or touch."""
    return one.span.start <= other.span.end and other.span.start <= one.span.end
