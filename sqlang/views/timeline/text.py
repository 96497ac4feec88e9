"""A timeline as text: iterations, sessions and pools below each other, each line with its times.

Of bounded length: of what there are many there are the first, and bins of the whole run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlang.views.annotations.pools import bar_line
from sqlang.views.batches import tokens_text
from sqlang.views.numbers import clock, plural, quantity, short
from sqlang.views.timeline.marks import pool_place, printable, stage_place, statement_place
from sqlang.views.timeline.records import (
    Block,
    JobLane,
    Levels,
    PoolLane,
    SessionRow,
    StepLane,
    Timeline,
)

ITERATIONS_SHOWN: Final = 200
"""Of each engine."""
SESSIONS_SHOWN: Final = 60
STATES_SHOWN: Final = 12
"""Of each session."""
_MEMBERS_SHOWN: Final = 8
_COLUMNS: Final = 60
"""Characters that the whole run takes in a line of bars."""


class TimelineLine(NamedTuple):
    """A line of the text. `kind` says what it is about, if it lasts from `start` to `end`.

    `places` are those of the program that it is about, as in `data-place`.
    """

    text: str
    kind: str = ""
    places: tuple[str, ...] = ()
    start: float | None = None
    end: float | None = None


def timeline_lines(timeline: Timeline, title: str = "", problem: str = "") -> list[TimelineLine]:
    """The lines of a timeline; `problem` says how the run failed or was stopped."""
    heading = f"0 to {clock(timeline.end)} · {plural(timeline.arrived, 'session')}"
    lines = [TimelineLine(printable(f"{title} · {heading}" if title else heading))]
    if problem:
        lines.append(TimelineLine(printable(problem.replace("\n", " "))))
    for lane in timeline.steps:
        lines += [TimelineLine(""), *_engine(lane, timeline.end)]
    for jobs in timeline.jobs:
        lines += [TimelineLine(""), *_jobs(jobs, timeline.end)]
    for pool in timeline.pools:
        lines += [TimelineLine(""), *_pool(pool, timeline.end)]
    lines += _sessions(timeline)
    return lines


def _engine(lane: StepLane, end: float) -> Iterator[TimelineLine]:
    place = (stage_place(lane.family),)
    count = plural(lane.iterations, "iteration")
    yield TimelineLine(f"stage {lane.name}: {count}", "stage", place, 0.0, end)
    if lane.bins:
        shares = [(part.prefill, part.decode) for part in lane.bins]
        yield TimelineLine(f"  prefill  |{_bars([each[0] for each in shares], 1.0)}|")
        yield TimelineLine(f"  decode   |{_bars([each[1] for each in shares], 1.0)}|")
    for block in lane.blocks[:ITERATIONS_SHOWN]:
        yield _iteration(block, place)
    yield from _more(lane.iterations - min(len(lane.blocks), ITERATIONS_SHOWN), "iteration")


def _iteration(block: Block, stage: tuple[str, ...]) -> TimelineLine:
    members = [
        f"{each.serial}:{tokens_text(each.prefill, each.tokens)}{' lost' * each.lost}"
        for each in block.members[:_MEMBERS_SHOWN]
    ]
    if block.size > len(members):
        members.append(f"… {block.size - len(members)} more")
    batch = " ".join(members) or "-"
    memory = f"used {quantity(block.used)}"
    if block.cached:
        memory += f" cached {quantity(block.cached)}"
    places = tuple(statement_place(key) for key in block.statements) or stage
    text = f"  {_times(block.start, block.end)}  {batch}  | {memory}"
    return TimelineLine(text, "iteration", places, block.start, block.end)


def _jobs(lane: JobLane, end: float) -> Iterator[TimelineLine]:
    place = (stage_place(lane.family),)
    count = plural(lane.jobs, "job")
    yield TimelineLine(f"stage {lane.name}: {lane.kind}, {count}", "stage", place, 0.0, end)
    yield from _levels(lane.levels, end, ("serving", "waiting"), lane.levels.peak)


def _pool(lane: PoolLane, end: float) -> Iterator[TimelineLine]:
    place = (pool_place(lane.family),)
    text = f"pool {lane.name}: capacity {quantity(lane.capacity)}, peak {short(lane.levels.peak)}"
    if lane.preemptions:
        text += f", {plural(lane.preemptions, 'preemption')}"
    if lane.evictions:
        text += f", {plural(lane.evictions, 'eviction')}"
    yield TimelineLine(text, "pool", place, 0.0, end)
    full = lane.capacity if lane.capacity < float("inf") else lane.levels.peak
    yield from _levels(lane.levels, end, ("used", "cached"), full)


def _levels(
    levels: Levels, end: float, names: tuple[str, str], full: float
) -> Iterator[TimelineLine]:
    first, second = _sampled(levels, end)
    yield TimelineLine(f"  {names[0]:<8} |{_bars(first, full)}|")
    if any(second):
        yield TimelineLine(f"  {names[1]:<8} |{_bars(second, full)}|")


def _sampled(levels: Levels, end: float) -> tuple[list[float], list[float]]:
    """The greatest values in equal stretches of the run."""
    if levels.bins:
        return [each[0] for each in levels.bins], [each[1] for each in levels.bins]
    first, second = [0.0] * _COLUMNS, [0.0] * _COLUMNS
    times = [change.time for change in levels.changes]
    for change, until in zip(levels.changes, [*times[1:], end], strict=True):
        begin = _column(change.time, end)
        stop = max(_column(until, end), begin + (until > change.time))
        for at in range(begin, min(stop, _COLUMNS)):
            first[at] = max(first[at], change.first)
            second[at] = max(second[at], change.second)
    return first, second


def _column(time: float, end: float) -> int:
    return int(time / end * _COLUMNS) if end > 0 else 0


def _bars(values: Sequence[float], full: float) -> str:
    """One character for each of the columns, of many values the greatest."""
    count = len(values)
    if count > _COLUMNS:
        edges = [at * count // _COLUMNS for at in range(_COLUMNS + 1)]
        values = [max(values[edges[at] : edges[at + 1]]) for at in range(_COLUMNS)]
    return bar_line(tuple(values), full if full > 0 else 1.0)


def _sessions(timeline: Timeline) -> Iterator[TimelineLine]:
    for row in timeline.sessions[:SESSIONS_SHOWN]:
        yield TimelineLine("")
        yield from _session(row, timeline.end)
    shown = min(len(timeline.sessions), SESSIONS_SHOWN)
    if timeline.arrived > shown:
        yield TimelineLine("")
    yield from _more(timeline.arrived - shown, "session")


def _session(row: SessionRow, end: float) -> Iterator[TimelineLine]:
    over = "rejected" if row.rejected else "ended"
    ending = "still there" if row.ended is None else f"{over} {clock(row.ended)}"
    text = f"session {row.serial}: arrived {clock(row.arrived)}, {ending}"
    if row.preemptions:
        text += f", preempted {len(row.preemptions)}"
    last = end if row.ended is None else row.ended
    yield TimelineLine(text, "session", (), row.arrived, last)
    states = sorted(_states(row, end), key=lambda line: (line.start or 0.0, line.end or 0.0))
    yield from states[:STATES_SHOWN]
    if row.cut or len(states) > STATES_SHOWN:
        yield TimelineLine("  … more")


def _states(row: SessionRow, end: float) -> Iterator[TimelineLine]:
    """What the session did and waited for."""
    for segment in row.segments:
        until = end if segment.end is None else segment.end
        if until > segment.start:
            places = () if segment.statement is None else (statement_place(segment.statement),)
            text = f"  {_times(segment.start, until)}  {segment.kind}"
            yield TimelineLine(text, segment.kind, places, segment.start, until)
    for holding in row.holdings:
        until = end if holding.end is None else holding.end
        units = ", ".join(quantity(each) for each in holding.units)
        text = f"  {_times(holding.start, until)}  holds {units}"
        place = (statement_place(holding.statement),)
        yield TimelineLine(text, "holding", place, holding.start, until)


def _more(count: int, noun: str) -> Iterator[TimelineLine]:
    if count > 0:
        yield TimelineLine(f"  … {plural(count, noun)} more")


def _times(start: float, end: float) -> str:
    return f"{clock(start):>10} … {clock(end):<10}"
