"""`sq/timeline`: what happened when, in text and as a picture, with where it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types

from sqlang.source import Source
from sqlang_server.extensions import Preview, TimelineItem, TimelinePreview
from sqlang_server.positions import Positions
from sqlang_server.previews.slices import OutdatedError, gathered
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import WorkerGoneError

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.source import Span
    from sqlang_server.session import Session
    from sqlang_server.view import View

_PLACES: Final = re.compile(r' data-place="([^"]*)"')


async def timeline_preview(
    session: Session, view: View, is_current: Callable[[], bool]
) -> Preview | None:
    """The timeline of the present program; `None` while there is none, or it does not come.

    Raises `OutdatedError` if the text changes before it is there.
    """
    document = session.documents.get(view.uri)
    pieces = None if document is None else document.pieces
    if pieces is None:
        return None
    settings, directory = view.settings, view.source.directory
    job = Job.of(pieces, directory, settings.trace_iterations, settings.run_deadline)
    job = job._replace(timeline=True)
    try:
        message = await session.workers.run(job)
    except WorkerGoneError:
        return None
    if not is_current():
        raise OutdatedError
    value: Mapping[str, Any] | None = message.get("done", {}).get("timeline")
    return None if value is None else await _placed(view, value, is_current)


async def _placed(
    view: View, value: Mapping[str, Any], is_current: Callable[[], bool]
) -> TimelinePreview:
    """With the ranges of the document that each line comes from."""
    lines: Sequence[Sequence[Any]] = value["lines"]
    ranges = _Ranges(view)
    items = await gathered(_items(lines, ranges), is_current)
    drawn = {place for found in _PLACES.findall(value["svg"]) for place in found.split()}
    places = await gathered(((each, ranges.of(each)) for each in sorted(drawn)), is_current)
    text = "".join(f"{line[0]}\n" for line in lines)
    positions = Positions(Source(text), view.client.encoding)
    pairs = [[each, positions.whole_line(item.line)] for item in items for each in item.ranges]
    return TimelinePreview(view.version, text, pairs, svg=value["svg"], items=items, places=places)


def _items(lines: Sequence[Sequence[Any]], ranges: _Ranges) -> Iterator[TimelineItem]:
    for number, (_, kind, places, start, end) in enumerate(lines):
        if kind and start is not None and end is not None:
            found = [each for place in places for each in ranges.of(place)]
            yield TimelineItem(kind, start, end, number, found)


class _Ranges:
    """The ranges of the document that belong to places of the program, each found once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[str, list[types.Range]] = {}

    def of(self, place: str) -> list[types.Range]:
        if place not in self._known:
            spans = _spans(self._view.analysis, place)
            here = [span for span in spans if self._view.here(span)]
            self._known[place] = [self._view.positions.of_span(span) for span in here]
        return self._known[place]


def _spans(analysis: Analysis, place: str) -> list[Span]:
    """Where a place of `data-place` is in the texts, uses of definitions included."""
    program, origins = analysis.program, analysis.origins
    if program is None or origins is None:
        return []
    if place.startswith("stage"):
        span = origins.span(program.stages[int(place.removeprefix("stage"))])
        return [] if span is None else [span]
    if place.startswith("pool"):
        span = origins.span(program.pools[int(place.removeprefix("pool"))])
        return [] if span is None else [span]
    block, position = map(int, place.removeprefix("s").split("."))
    written = origins.statement(block, position)
    uses = origins.uses(program.blocks[block][position])
    return [*([] if written is None else [written]), *uses]
