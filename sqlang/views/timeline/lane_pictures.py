"""Lanes of a timeline as SVG: iterations, jobs, pools."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sqlang.views.batches import tokens_text
from sqlang.views.numbers import clock, exact, percent, plural, short
from sqlang.views.timeline.marks import (
    Extent,
    escaped_title,
    exact_time,
    group,
    label,
    pixels,
    pool_place,
    rectangle,
    stage_place,
    statement_place,
)
from sqlang.views.timeline.records import (
    Bin,
    Block,
    JobLane,
    Levels,
    PoolLane,
    PreemptionMark,
    StepLane,
)
from sqlang.views.timeline.scale import Scale

STEP_HEIGHT: Final = 36.0
JOBS_HEIGHT: Final = 26.0
POOL_HEIGHT: Final = 54.0
MEMBERS_NAMED: Final = 6
TEXTS_SHOWN: Final = 300
"""With more blocks than these, none bears its batch."""
_WORTH_SCALING: Final = 0.2
"""A pool of which less is ever used is shown up to what is used."""


def step_lane(
    lane: StepLane,
    scale: Scale,
    top: float,
    blocks: Sequence[tuple[int, Block]],
    width: float,
    exact_from: float,
) -> str:
    """A step stage; `blocks` are its own, each with its number in the timeline.

    `width` is that of a bin; from `exact_from` on there are blocks.
    """
    parts = [
        *_names(lane.name, plural(lane.iterations, "iteration"), top),
        _idle(scale, top),
    ]
    if lane.bins:
        parts.append(group("bins", _step_bins(lane, scale, top, width, exact_from)))
    texts = len(blocks) <= TEXTS_SHOWN
    parts.append(
        group("exact", [_block(number, each, lane, scale, top, texts) for number, each in blocks])
    )
    return group(
        "lane step",
        parts,
        data_stage=str(lane.stage),
        data_place=stage_place(lane.family),
        data_until=exact_time(min(lane.exact_until, 1.7e308)),
    )


def job_lane(lane: JobLane, scale: Scale, top: float, width: float) -> str:
    """A stage of another kind: jobs in service, jobs that wait on top of them."""
    note = f"{lane.kind} · {plural(lane.jobs, 'job')}"
    parts = [*_names(lane.name, note, top), _floor(scale, top + JOBS_HEIGHT)]
    extent = Extent(0, 0, top, JOBS_HEIGHT)
    names = "in service", "waiting"
    parts += level_rectangles(lane.levels, scale, extent, ("serving", "waiting"), names, width)
    return group(
        "lane jobs", parts, data_stage=str(lane.stage), data_place=stage_place(lane.family)
    )


def pool_lane(
    lane: PoolLane, scale: Scale, top: float, marks: Sequence[PreemptionMark], width: float
) -> str:
    """A pool: units used, cached ones on top, its capacity as a line."""
    peak = lane.levels.peak
    full = lane.capacity if peak > _WORTH_SCALING * lane.capacity else peak * 1.15
    limit = f" of {short(lane.capacity)}" if math.isfinite(lane.capacity) else ""
    note = f"peak {short(peak)}{limit}"
    parts = [*_names(lane.name, note, top), _floor(scale, top + POOL_HEIGHT)]
    if lane.preemptions:
        preempted = plural(lane.preemptions, "preemption")
        parts.append(label(0, top + 42, "note alarm", preempted))
    extent = Extent(0, 0, top, POOL_HEIGHT)
    names = "used", "cached"
    parts += level_rectangles(lane.levels, scale, extent, ("used", "cached"), names, width, full)
    if full == lane.capacity and math.isfinite(full):
        parts.append(
            f'<line class="capacity" x1="{pixels(scale.left)}" y1="{pixels(top)}" '
            f'x2="{pixels(scale.left + scale.width)}" y2="{pixels(top)}"/>'
        )
    parts += _taken_back(lane, scale, top, width)
    parts += [_preemption(mark, scale, top) for mark in marks]
    return group("lane pool", parts, data_pool=str(lane.pool), data_place=pool_place(lane.family))


def level_rectangles(
    levels: Levels,
    scale: Scale,
    extent: Extent,
    kinds: tuple[str, str],
    names: tuple[str, str],
    width: float,
    full: float = 0.0,
) -> list[str]:
    """Two quantities, the second on the first; `full` is the value as high as the lane."""
    full = full or levels.peak or 1.0
    stretches = [
        (level.time, following.time if following else levels.exact_until, level[1:])
        for level, following in zip(levels.changes, [*levels.changes[1:], None], strict=True)
    ]
    parts = [("exact", *each) for each in stretches]
    known = levels.changes[0].time, levels.exact_until
    parts += [
        (state, start, end, both)
        for at, both in enumerate(levels.bins)
        for state, start, end in bin_parts(at * width, (at + 1) * width, known)
    ]
    drawn = []
    for state, start, end, both in parts:
        if any(both):
            title = _level_title(start, end, both, names, state)
            look = state if levels.bins else "whole"  # far away, bins are shown for what is exact
            drawn += _stacked(
                scale, Extent(start, end, *extent[2:]), both, kinds, full, look, title
            )
    return drawn


def _stacked(
    scale: Scale,
    extent: Extent,
    both: tuple[float, float],
    kinds: tuple[str, str],
    full: float,
    look: str,
    title: str,
) -> list[str]:
    floor = extent.top + extent.height
    drawn = []
    for kind, value in zip(kinds, both, strict=True):
        height = min(value / full, 1.0) * extent.height if value > 0 else 0.0
        height = min(height, floor - extent.top)
        if height > 0:
            floor -= height
            shape = Extent(extent.start, extent.end, floor, height)
            drawn.append(rectangle(scale, shape, f"{kind} {look}", title))
    return drawn


def bin_parts(
    start: float, end: float, known: tuple[float, float]
) -> list[tuple[str, float, float]]:
    """A bin as what is always shown, and what only where the exact picture would be too fine.

    `known` is from where to where there is an exact picture.
    """
    if end <= known[0] or start >= known[1]:
        return [("bins", start, end)]
    parts = [("under", start, end)]
    if start < known[0]:
        parts.append(("bins", start, known[0]))
    if end > known[1]:
        parts.append(("bins", known[1], end))
    return parts


def _level_title(
    start: float, end: float, both: tuple[float, float], names: tuple[str, str], state: str
) -> str:
    most = "" if state == "exact" else "at most "
    figures = ", ".join(f"{short(each)} {name}" for each, name in zip(both, names, strict=True))
    return f"{_times(start, end)}: {most}{figures}"


def _block(number: int, block: Block, lane: StepLane, scale: Scale, top: float, text: bool) -> str:
    title = block_title(number, block, lane.name)
    places = [stage_place(lane.family), *map(statement_place, block.statements)]
    tokens = block.prefilled + block.decoded
    prefill = STEP_HEIGHT * (block.prefilled / tokens) if tokens > 0 else 0.0
    decode = STEP_HEIGHT - prefill if tokens > 0 else 0.0
    parts = [f"<title>{escaped_title(title)}</title>"]
    if prefill > 0:
        parts.append(rectangle(scale, Extent(block.start, block.end, top, prefill), "prefill"))
    if decode > 0:
        shape = Extent(block.start, block.end, top + prefill, decode)
        parts.append(rectangle(scale, shape, "decode"))
    if not tokens > 0:
        parts.append(rectangle(scale, Extent(block.start, block.end, top, STEP_HEIGHT), "empty"))
    if any(member.lost for member in block.members):
        shape = Extent(block.start, block.end, top + STEP_HEIGHT - 4, 4)
        parts.append(rectangle(scale, shape, "lost"))
    if text:
        parts.append(_block_text(block, scale, top))
    return group("block", parts, data_block=str(number), data_place=" ".join(places))


def _block_text(block: Block, scale: Scale, top: float) -> str:
    written = batch_text(block)
    left = scale.place(block.start)
    width = scale.place(min(block.end, 1.7e308)) - left
    hidden = "" if width > 7 * len(written) + 6 else ' display="none"'
    return (
        f'<text class="batch" data-from="{exact_time(block.start)}" '
        f'data-to="{exact_time(min(block.end, 1.7e308))}" x="{pixels(left + width / 2)}" '
        f'y="{pixels(top + STEP_HEIGHT / 2 + 4)}"{hidden}>{escaped_title(written)}</text>'
    )


def batch_text(block: Block) -> str:
    """`p4`, `d1`, `p3 d2`: the tokens of a batch by kind."""
    if block.size == 0:
        return "-"
    parts = []
    if block.prefilled > 0:
        parts.append(tokens_text(True, block.prefilled))
    if block.decoded > 0:
        parts.append(tokens_text(False, block.decoded))
    return " ".join(parts)


def block_title(number: int, block: Block, stage: str) -> str:
    """What a tooltip says of an iteration; iterations are counted from 1."""
    members = " ".join(
        f"{each.serial}:{exact(each.turn)}:{'p' if each.prefill else 'd'}{short(each.tokens)}"
        for each in block.members[:MEMBERS_NAMED]
    )
    more = block.size - min(len(block.members), MEMBERS_NAMED)
    batch = f"{members} … {more} more" if more else members or "empty batch"
    return (
        f"{stage}, iteration {number + 1}, {_times(block.start, block.end)}: {batch} · "
        f"used {short(block.used)} · cached {short(block.cached)} · cost {short(block.cost)}"
    )


def _step_bins(
    lane: StepLane, scale: Scale, top: float, width: float, exact_from: float
) -> list[str]:
    drawn = []
    for at, each in enumerate(lane.bins):
        title = _bin_title(at * width, (at + 1) * width, each)
        known = exact_from, lane.exact_until
        for state, start, end in bin_parts(at * width, (at + 1) * width, known):
            y = top
            for kind, share in zip(("prefill", "decode", "empty"), each, strict=False):
                if share > 0:
                    shape = Extent(start, end, y, share * STEP_HEIGHT)
                    drawn.append(rectangle(scale, shape, f"{kind} {state}", title))
                    y += share * STEP_HEIGHT
    return drawn


def _bin_title(start: float, end: float, each: Bin) -> str:
    return (
        f"{_times(start, end)}: {plural(each.iterations, 'iteration')}, "
        f"prefill {percent(each.prefill)} of the time and {short(each.prefilled)} tokens, "
        f"decode {percent(each.decode)} and {short(each.decoded)} tokens"
    )


def _taken_back(lane: PoolLane, scale: Scale, top: float, width: float) -> list[str]:
    """Preemptions in bins of which not all are marked one by one, and evictions."""
    drawn = []
    for at, count in enumerate(lane.preempted):
        if count:
            title = f"{_times(at * width, (at + 1) * width)}: {plural(count, 'preemption')}"
            shape = Extent(at * width, (at + 1) * width, top - 4, 4)
            drawn.append(rectangle(scale, shape, "preemption bins", title))
    for at, count in enumerate(lane.evicted):
        if count:
            title = f"{_times(at * width, (at + 1) * width)}: {plural(count, 'eviction')}"
            shape = Extent(at * width, (at + 1) * width, top + POOL_HEIGHT, 2)
            drawn.append(rectangle(scale, shape, "eviction bins", title))
    return drawn


def _preemption(mark: PreemptionMark, scale: Scale, top: float) -> str:
    title = f"{clock(mark.time)}: session {mark.serial} preempted"
    shape = Extent(mark.time, mark.time, top - 4, POOL_HEIGHT + 4)
    place = statement_place(mark.statement)
    return rectangle(scale, shape, "preemption mark", title, session=str(mark.serial), place=place)


def _names(name: str, note: str, top: float) -> list[str]:
    return [label(0, top + 14, "name", _cut(name)), label(0, top + 28, "note", note)]


def _cut(name: str) -> str:
    return name if len(name) <= 18 else f"{name[:17]}…"


def _idle(scale: Scale, top: float) -> str:
    return (
        f'<rect class="idle" x="{pixels(scale.left)}" width="{pixels(scale.width)}" '
        f'y="{pixels(top)}" height="{pixels(STEP_HEIGHT)}"><title>idle</title></rect>'
    )


def _floor(scale: Scale, y: float) -> str:
    return (
        f'<line class="floor" x1="{pixels(scale.left)}" y1="{pixels(y)}" '
        f'x2="{pixels(scale.left + scale.width)}" y2="{pixels(y)}"/>'
    )


def _times(start: float, end: float) -> str:
    return f"{clock(start)} to {clock(end)}"
