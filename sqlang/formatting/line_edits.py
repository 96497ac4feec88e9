"""The smallest edits of whole lines that lead from a text to its layout.

Tokens and comments are the same in both, in the same order. Where both have a line end between the
same two of them, the lines before and after can be exchanged independently of each other; so can
the empty lines between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlang.diagnostics.model import Edit
from sqlang.formatting.kept import Stretch
from sqlang.formatting.written import Written
from sqlang.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_Cut = tuple[int, int]
"""A line start in the text, and that in its layout which corresponds to it."""


def line_edits(
    source: Source, before: Written, after: Written, wanted: Sequence[Stretch] | None = None
) -> tuple[Edit, ...]:
    """The edits in the order of the text; only those that touch a `wanted` stretch, if any are."""
    edits: Final = []
    start, new_start = 0, 0
    for stop, new_stop in _cuts(before, after):
        old, new = before.text[start:stop], after.text[new_start:new_stop]
        if old != new and (wanted is None or _touches(start, stop, wanted)):
            edits.append(_trimmed(source, start, old, new))
        start, new_start = stop, new_stop
    return tuple(edits)


def _cuts(before: Written, after: Written) -> Iterator[_Cut]:
    starts, ends = before.elements()
    new_starts, new_ends = after.elements()
    text, new_text = before.text, after.text
    if starts:
        yield text.rfind("\n", 0, starts[0]) + 1, new_text.rfind("\n", 0, new_starts[0]) + 1
    starts, new_starts = [*starts[1:], len(text)], [*new_starts[1:], len(new_text)]
    for end, start, new_end, new_start in zip(ends, starts, new_ends, new_starts, strict=False):
        first = text.find("\n", end, start) + 1
        new_first = new_text.find("\n", new_end, new_start) + 1
        if first and new_first:
            yield first, new_first
            yield text.rfind("\n", end, start) + 1, new_text.rfind("\n", new_end, new_start) + 1
    yield len(text), len(new_text)


def _touches(start: int, stop: int, wanted: Iterable[Stretch]) -> bool:
    return any(start < end and begin < max(stop, start + 1) for begin, end in wanted)


def _trimmed(source: Source, start: int, old: str, new: str) -> Edit:
    """An edit without the lines at its start and end that stay."""
    lines, new_lines = old.split("\n"), new.split("\n")
    shorter = min(len(lines), len(new_lines)) - 1
    head = 0
    while head < shorter and lines[head] == new_lines[head]:
        head += 1
    tail = 0
    while tail < shorter - head and lines[-1 - tail] == new_lines[-1 - tail]:
        tail += 1
    skipped = sum(len(line) + 1 for line in lines[:head])
    left = sum(len(line) + 1 for line in lines[len(lines) - tail :]) if tail else 0
    new_skipped = sum(len(line) + 1 for line in new_lines[:head])
    new_left = sum(len(line) + 1 for line in new_lines[len(new_lines) - tail :]) if tail else 0
    span = Span(source, start + skipped, start + len(old) - left)
    return Edit(span, new[new_skipped : len(new) - new_left])
