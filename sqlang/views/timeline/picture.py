"""A timeline as one SVG: stages above, the sessions, then the pools."""

from __future__ import annotations

import os
from typing import Final

from sqlang.views.html import colors, resource
from sqlang.views.numbers import plural
from sqlang.views.timeline.lane_pictures import (
    JOBS_HEIGHT,
    POOL_HEIGHT,
    STEP_HEIGHT,
    job_lane,
    level_rectangles,
    pool_lane,
    step_lane,
)
from sqlang.views.timeline.marks import Extent, escaped_title, exact_time, group, label, pixels
from sqlang.views.timeline.records import Block, Timeline
from sqlang.views.timeline.row_pictures import ROW_HEIGHT, session_row
from sqlang.views.timeline.scale import Scale, stretch, time_text

WIDTH: Final = 1100.0
GUTTER: Final = 150.0
"""Pixels to the left of all time, for names."""
MARGIN: Final = 12.0
_PADDING: Final = 12.0
_GAP: Final = 14.0
_POPULATION_HEIGHT: Final = 30.0
_AXIS_HEIGHT: Final = 34.0
_DENSE: Final = 4.0
"""Where blocks are narrower on average, no gaps are drawn between them."""
_FINEST: Final = 0.7
"""Where they are narrower still, bins are shown in their place, if there are any."""
_LEGEND: Final = (
    ("prefill", "prefill"),
    ("decode", "decode"),
    ("idle", "idle"),
    ("is-queued", "waits for admission"),
    ("is-requeued", "waits after preemption"),
    ("preemption", "preemption"),
    ("is-stage", "other stages"),
    ("used", "used"),
    ("cached", "cached"),
)


def timeline_svg(timeline: Timeline, title: str = "timeline", note: str = "") -> str:
    """A picture that needs nothing else, light or dark as its reader prefers.

    `note` is written on top in red, for a run that failed or was stopped.
    """
    style = colors() + resource(os.path.dirname(__file__), "picture.css")
    return _picture(timeline, title, note, f"<style>\n{style}</style>\n")


def timeline_figure(timeline: Timeline) -> str:
    """The picture for a page that has the styles, without what the page says itself."""
    return _picture(timeline, "", "", "")


def _picture(timeline: Timeline, title: str, note: str, style: str) -> str:
    start, end = stretch(timeline)
    scale = Scale(start, end, GUTTER, WIDTH - GUTTER - MARGIN)
    parts, top = _head(title, note)
    lanes = _Lanes(timeline, scale, top + _AXIS_HEIGHT)
    lanes.stages()
    lanes.sessions()
    lanes.pools()
    parts.append(axis(scale, top, lanes.top))
    height = lanes.top + 8
    parts += [group("plot", lanes.parts), legend(height + 6)]
    height += 30
    pitch = pixels_of_a_block(timeline, scale)
    look = " coarse" if timeline.width and pitch < _FINEST else ""
    look += " dense" if pitch < _DENSE else ""
    box = f"{pixels(WIDTH + _PADDING)} {pixels(height + 8)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="timeline{look}" role="img" '
        f'aria-label="timeline of the run" viewBox="-12 -8 {box}" '
        f'width="{pixels(WIDTH + _PADDING)}" height="{pixels(height + 8)}" '
        f'data-start="{exact_time(start)}" '
        f'data-end="{exact_time(end)}" data-left="{pixels(GUTTER)}" '
        f'data-width="{pixels(scale.width)}">\n{style}{_PATTERNS}'
        f'<rect class="ground" x="-12" y="-8" width="100%" height="100%"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def pixels_of_a_block(timeline: Timeline, scale: Scale) -> float:
    """How wide the blocks that are seen are on average; 0 without any."""
    blocks = timeline.blocks
    seen = [block for block in blocks if block.start < scale.end and block.end > scale.start]
    if not seen:
        return 0.0
    return (scale.place(seen[-1].end) - scale.place(seen[0].start)) / len(seen)


def axis(scale: Scale, top: float, bottom: float) -> str:
    """Round times with lines down through all lanes."""
    parts = [label(0, top + 18, "note", "time")]
    for time in scale.ticks():
        x = scale.place(time)
        parts.append(
            f'<line class="tick" x1="{pixels(x)}" x2="{pixels(x)}" '
            f'y1="{pixels(top + 24)}" y2="{pixels(bottom)}"/>'
        )
        parts.append(label(x, top + 18, "time", time_text(time)))
    return group("axis", parts, data_top=pixels(top), data_bottom=pixels(bottom))


def legend(top: float) -> str:
    """What the colors mean."""
    parts = []
    x = GUTTER
    for kind, text in _LEGEND:
        parts.append(
            f'<rect class="{kind}" x="{pixels(x)}" y="{pixels(top)}" width="12" height="10"/>'
        )
        parts.append(label(x + 17, top + 9, "note", text))
        x += 35 + 5.9 * len(text)
    return group("legend", parts)


def _head(title: str, note: str) -> tuple[list[str], float]:
    parts = []
    top = 0.0
    if title:
        parts = [f"<title>{escaped_title(title)}</title>", label(0, 18, "title", title)]
        top = 24.0
    if note:
        parts.append(label(0, top + 16, "title alarm", note))
        top += 24.0
    return parts, top


class _Lanes:
    """Puts lanes below one another."""

    def __init__(self, timeline: Timeline, scale: Scale, top: float) -> None:
        self._timeline = timeline
        self._scale = scale
        self.top = top
        self.parts: list[str] = []

    def stages(self) -> None:
        """Step stages, then the others, in the order of declaration."""
        timeline = self._timeline
        blocks: dict[int, list[tuple[int, Block]]] = {}
        for number, block in enumerate(timeline.blocks):
            blocks.setdefault(block.stage, []).append((number, block))
        for lane in timeline.steps:
            own = blocks.get(lane.stage, [])
            start = timeline.window.start
            drawn = step_lane(lane, self._scale, self.top, own, timeline.width, start)
            self._put(drawn, STEP_HEIGHT)
        for other in timeline.jobs:
            self._put(job_lane(other, self._scale, self.top, timeline.width), JOBS_HEIGHT + 4)
        if timeline.more_stages:
            self._say(f"and {plural(timeline.more_stages, 'stage')} more")

    def sessions(self) -> None:
        """How many live, and a row for each that is kept."""
        timeline = self._timeline
        if not timeline.arrived:
            return
        note = f"{timeline.arrived} arrived"
        parts = [
            label(0, self.top + 14, "name", "sessions"),
            label(0, self.top + 28, "note", note),
            *level_rectangles(
                timeline.population,
                self._scale,
                Extent(0, 0, self.top, _POPULATION_HEIGHT),
                ("live", "is-queued"),
                ("admitted or without a need to be", "waiting to be admitted"),
                timeline.width,
            ),
        ]
        self._put(group("lane population", parts), _POPULATION_HEIGHT)
        families = {lane.stage: lane.family for lane in timeline.steps}
        families |= {lane.stage: lane.family for lane in timeline.jobs}
        for row in timeline.sessions:
            drawn = session_row(row, self._scale, self.top, timeline.end, families)
            self._put(drawn, ROW_HEIGHT - _GAP)
        more = timeline.arrived - len(timeline.sessions)
        if more:
            self._say(f"rows of {len(timeline.sessions)} of {timeline.arrived} sessions")
        self.top += 8

    def pools(self) -> None:
        """Occupancy, with preemptions where they happened."""
        timeline = self._timeline
        for lane in timeline.pools:
            marks = [mark for mark in timeline.preemptions if mark.pool == lane.pool]
            drawn = pool_lane(lane, self._scale, self.top, marks, timeline.width)
            self._put(drawn, POOL_HEIGHT)
        if timeline.more_pools:
            self._say(f"and {plural(timeline.more_pools, 'pool')} more")

    def _put(self, part: str, height: float) -> None:
        self.parts.append(part)
        self.top += height + _GAP

    def _say(self, text: str) -> None:
        self.parts.append(label(0, self.top + 8, "note", text))
        self.top += 20


_PATTERNS: Final = """<defs>
<clipPath id="sq-plot"><rect x="150" y="0" width="938" height="100%"/></clipPath>
<pattern id="sq-queued" width="6" height="6" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect class="stripe-ground" width="6" height="6"/>\
<rect class="stripe" width="2" height="6"/></pattern>
<pattern id="sq-requeued" width="6" height="6" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect class="stripe-ground" width="6" height="6"/>\
<rect class="stripe-alarm" width="2" height="6"/></pattern>
</defs>
"""
