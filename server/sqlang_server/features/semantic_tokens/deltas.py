"""What differs between two results: edits of the one that give the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from sqlang.syntax.common_ends import common_ends
from sqlang_server.features.semantic_tokens.encoding import Line, joined, size_of

_Group = tuple[int, int, int, int]
"""The lines `[0], [1])` of the old result became the lines `[2], [3])`."""


def edits_between(old: Sequence[Line], new: Sequence[Line]) -> list[types.SemanticTokensEdit]:
    """The edits in order, each in places of the old numbers; whole tokens only."""
    edits: list[types.SemanticTokensEdit] = []
    at = start = 0
    for old_start, old_end, new_start, new_end in _groups(old, new):
        start += size_of(old[at:old_start])
        count = size_of(old[old_start:old_end])
        data = joined(new[new_start:new_end], _distance(new, new_start))
        at = old_end
        behind = next((line for line in range(old_end, len(old)) if old[line]), None)
        if behind is not None:
            distance = _distance(new, behind - old_end + new_end)
            if distance != _distance(old, behind):
                data += (distance, *old[behind][:4])
                count += 5
        edits.append(types.SemanticTokensEdit(start=start, delete_count=count, data=data))
        start += size_of(old[old_start:old_end])
    return edits


def _groups(old: Sequence[Line], new: Sequence[Line]) -> Iterator[_Group]:
    """Lines that differ; apart from each other if no line moves and none becomes empty or full."""
    before, behind = common_ends(old, new)
    old_end, new_end = len(old) - behind, len(new) - behind
    pairs = list(zip(old[before:old_end], new[before:new_end], strict=False))
    if old_end != new_end or any(bool(one) != bool(other) for one, other in pairs):
        yield before, old_end, before, new_end
        return
    start: int | None = None
    for at, (one, other) in enumerate([*pairs, ((), ())], before):
        if one != other:
            start = at if start is None else start
        elif start is not None:
            yield start, at, start, at
            start = None


def _distance(lines: Sequence[Line], at: int) -> int:
    """How many lines a line stands behind the last one before it that has tokens, or the first."""
    before = at - 1
    while before >= 0 and not lines[before]:
        before -= 1
    return at - max(before, 0)
