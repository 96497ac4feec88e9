"""What happened at a place of the text in the last run, or how the run failed there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from sqlang.views.table import Table
from sqlang_server.features.cards import Card
from sqlang_server.runs.marks import Mark
from sqlang_server.view import View

_MOST_TABLES: Final = 3
"""The statements of a definition all happen at its use."""
_LOOKED_AT: Final = 256
"""So many places before an offset are looked at for one that goes on beyond it."""
_STALE: Final = "from the last version that ran"


def with_values(view: View, card: Card, offset: int) -> Card:
    """A card with what happened at the smallest place with values that holds an offset."""
    tables = _failures(view, offset) + [mark.annotation.table for mark in _marks(view, offset)]
    if not tables:
        return card
    more = len(tables) - _MOST_TABLES
    remarks = [f"… and {more} more"] if more > 0 else []
    remarks += [_STALE] if view.stale else []
    return card._replace(tables=tuple(tables[:_MOST_TABLES]), remark=", ".join(remarks))


def _marks(view: View, offset: int) -> list[Mark]:
    """The marks of the innermost stretch around an offset, but those that tell of a failure.

    Stretches lie in one another or apart. Marks are in the order of the text, each before those in
    it, so the innermost is the last around the offset; what a library did is out of that order.
    """
    marks: Sequence[Mark] = view.traced.marks if view.traced is not None else ()
    if len(view.analysis.kernel.sources) > 1:
        marks = tuple(sorted(marks, key=_nested))
    last = bisect_right(marks, offset, key=_start)
    for at in range(last - 1, max(last - 1 - _LOOKED_AT, -1), -1):
        if offset < marks[at].stretch.end:
            return _beside(marks, at)
    return []


def _beside(marks: Sequence[Mark], at: int) -> list[Mark]:
    """All marks of the same stretch."""
    stretch, first = marks[at].stretch, at
    while first > 0 and marks[first - 1].stretch == stretch:
        first -= 1
    return [mark for mark in marks[first : at + 1] if mark.annotation.kind != "failure"]


def _failures(view: View, offset: int) -> list[Table]:
    """The session, the time and the values it read, where the run failed."""
    from sqlang.engine.errors import circumstances

    faults = view.traced.faults if view.traced is not None else ()
    return [
        Table(
            f"{fault.failure.code}: {fault.failure.message}",
            notes=(circumstances(fault.failure.serial, fault.failure.time, fault.failure.values),),
        )
        for fault in faults
        if fault.stretch.start <= offset < fault.stretch.end
    ]


def _start(mark: Mark) -> int:
    return mark.stretch.start


def _nested(mark: Mark) -> tuple[int, int]:
    """What holds others comes before them."""
    return mark.stretch.start, -mark.stretch.end
