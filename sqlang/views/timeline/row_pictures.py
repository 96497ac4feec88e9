"""The lives of sessions as SVG, a row for each."""

from __future__ import annotations

from typing import Final

from sqlang.views.numbers import clock, plural, short
from sqlang.views.timeline.marks import (
    Extent,
    group,
    label,
    rectangle,
    stage_place,
    statement_place,
)
from sqlang.views.timeline.records import Holding, Portion, Segment, SessionRow
from sqlang.views.timeline.scale import Scale

ROW_HEIGHT: Final = 20.0
BAR_HEIGHT: Final = 12.0
_SAID: Final = {
    "queued": "waits to be admitted",
    "requeued": "preempted, waits to be admitted again",
    "waiting": "waits for its turn at the stage",
    "prefill": "prefills, without tokens where pale",
    "decode": "decodes, without tokens where pale",
    "stage": "is served",
    "growing": "waits for room to grow",
}


def session_row(
    row: SessionRow, scale: Scale, top: float, end: float, families: dict[int, int]
) -> str:
    """A session up to `end`, when the run was over; `families` leads from stages to theirs."""
    lived = row.ended if row.ended is not None else end
    title = f"session {row.serial}, {clock(row.arrived)} to {clock(lived)}"
    title += ", rejected" if row.rejected else "" if row.ended is not None else ", still live"
    shape = Extent(row.arrived, lived, top + BAR_HEIGHT / 2, 1)
    parts = [
        label(0, top + BAR_HEIGHT - 1, "serial", f"session {row.serial}"),
        rectangle(scale, shape, "life", title),
    ]
    parts += [_segment(each, row, scale, top, end, families) for each in row.segments]
    parts += [_portion(each, row, scale, top) for each in row.portions]
    parts += [_holding(each, row, scale, top, end) for each in row.holdings]
    parts += [
        rectangle(
            scale,
            Extent(time, time, top - 2, BAR_HEIGHT + 4),
            "preemption mark",
            f"{clock(time)}: session {row.serial} preempted",
        )
        for time in row.preemptions
    ]
    if row.rejected:
        shape = Extent(lived, lived, top - 2, BAR_HEIGHT + 4)
        parts.append(rectangle(scale, shape, "rejected", f"{clock(lived)}: rejected"))
    note = "true" if row.cut else "false"
    return group("row", parts, data_session=str(row.serial), data_cut=note)


def _segment(
    each: Segment,
    row: SessionRow,
    scale: Scale,
    top: float,
    end: float,
    families: dict[int, int],
) -> str:
    until = end if each.end is None else each.end
    title = (
        f"session {row.serial} {_SAID[each.kind]}: "
        f"{clock(each.start)} to {clock(until)}, {short(until - each.start)}"
    )
    places = [stage_place(families[stage]) for stage in each.stages if stage in families]
    if each.statement is not None:
        places.insert(0, statement_place(each.statement))
    kind = f"at-{each.kind}" if each.kind in ("prefill", "decode") else f"is-{each.kind}"
    shape = Extent(each.start, until, top, BAR_HEIGHT)
    return rectangle(scale, shape, kind, title, place=" ".join(places))


def _portion(each: Portion, row: SessionRow, scale: Scale, top: float) -> str:
    kind = "prefill" if each.prefill else "decode"
    title = (
        f"session {row.serial}: {kind} of {short(each.tokens)} tokens in "
        f"{plural(each.iterations, 'iteration')}, {clock(each.start)} to {clock(each.end)}"
    )
    shape = Extent(each.start, each.end, top, BAR_HEIGHT)
    return rectangle(scale, shape, kind, title, place=statement_place(each.statement))


def _holding(each: Holding, row: SessionRow, scale: Scale, top: float, end: float) -> str:
    until = end if each.end is None else each.end
    units = ", ".join(short(unit) for unit in each.units)
    title = (
        f"session {row.serial} holds, {units} units when admitted, "
        f"{clock(each.start)} to {clock(until)}"
    )
    shape = Extent(each.start, until, top + BAR_HEIGHT + 1, 2)
    return rectangle(scale, shape, "holding", title, place=statement_place(each.statement))
