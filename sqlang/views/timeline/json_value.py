"""A timeline as the JSON value that its page works with: finite numbers, texts, lists."""

from __future__ import annotations

import math

from sqlang.views.timeline.marks import statement_place
from sqlang.views.timeline.records import (
    BatchMember,
    Block,
    NotableSession,
    SessionRow,
    Timeline,
)
from sqlang.views.timeline.scale import stretch
from sqlang.views.timeline.source_lines import SourceLines

Number = float | str
"""What JSON has no number for is written out: `Infinity`, `-Infinity`, `NaN`."""


def timeline_value(timeline: Timeline, lines: SourceLines) -> dict[str, object]:
    """The blocks in the order of `Timeline.blocks`, the rows, and the lines of all places."""
    return {
        "end": _number(timeline.end),
        "view": [_number(each) for each in stretch(timeline)],
        "exact": [_number(each) for each in _exact(timeline)],
        "complete": timeline.complete,
        "iterations": timeline.iterations,
        "stages": {str(lane.stage): lane.name for lane in timeline.steps},
        "blocks": [_block(block) for block in timeline.blocks],
        "sessions": {str(row.serial): _row(row) for row in timeline.sessions},
        "notable": {str(each.serial): _notable(each) for each in timeline.notable},
        "lines": {place: list(numbers) for place, numbers in lines.of_place.items()},
        "places": {str(line): list(places) for line, places in lines.at_line.items()},
    }


def _exact(timeline: Timeline) -> tuple[float, float]:
    """From where to where all iterations are blocks."""
    until = min([lane.exact_until for lane in timeline.steps], default=math.inf)
    start = timeline.window.start if timeline.window.start <= timeline.end else 0.0
    return start, max(start, min(until, timeline.end))


def _block(block: Block) -> dict[str, object]:
    return {
        "stage": block.stage,
        "start": _number(block.start),
        "end": _number(block.end),
        "size": block.size,
        "used": _number(block.used),
        "cached": _number(block.cached),
        "cost": _number(block.cost),
        "places": [statement_place(key) for key in block.statements],
        "members": [_member(each) for each in block.members],
    }


def _member(member: BatchMember) -> list[object]:
    """As short as may be, there are many; whether it was lost only if it was."""
    kind = "p" if member.prefill else "d"
    value: list[object] = [member.serial, _number(member.turn), kind, _number(member.tokens)]
    return [*value, True] if member.lost else value


def _row(row: SessionRow) -> dict[str, object]:
    statements = {segment.statement for segment in row.segments}
    statements |= {portion.statement for portion in row.portions}
    statements |= {holding.statement for holding in row.holdings}
    return {
        "arrived": _number(row.arrived),
        "ended": None if row.ended is None else _number(row.ended),
        "rejected": row.rejected,
        "preemptions": len(row.preemptions),
        "cut": row.cut,
        "places": [statement_place(key) for key in sorted(filter(None, statements))],
    }


def _notable(session: NotableSession) -> dict[str, object]:
    return {
        "arrived": _number(session.arrived),
        "end": _number(session.end),
        "live": session.live,
        "waited": _number(session.waited),
        "preemptions": session.preemptions,
        "rejected": session.rejected,
    }


def _number(value: float) -> Number:
    if math.isfinite(value):
        return int(value) if value == int(value) and abs(value) < 2**53 else value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
