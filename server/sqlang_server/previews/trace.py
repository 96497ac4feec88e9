"""`sq/trace`: the source with what happened beside each line, as `sq trace` prints it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from sqlang.ir.program import Program
from sqlang.source import Source
from sqlang.views.annotated_source import annotated_lines, annotations_and_tables
from sqlang.views.annotations import Annotation
from sqlang.views.places import PlacedAnnotation, placing
from sqlang.views.table import Table
from sqlang_server.extensions import Preview
from sqlang_server.previews.lines import paired_lines
from sqlang_server.previews.slices import OutdatedError
from sqlang_server.runs.results import Result, command_line
from sqlang_server.steps import in_steps
from sqlang_server.view import View


async def trace_preview(view: View, is_current: Callable[[], bool]) -> Preview | None:
    """The trace of the present program; `None` while it has not run or could not.

    Raises `OutdatedError` if the text changes before it is made.
    """
    program = view.analysis.program
    if view.traced is None or view.stale or program is None:
        return None
    shown = await asyncio.to_thread(_shown, view, program, view.traced.result)
    if not is_current():
        raise OutdatedError
    if shown is None:
        return None
    annotations, tables = shown
    # Trees move with edits, so that only the event loop may ask them for places.
    placed = await in_steps(placing(view.analysis, annotations), is_current)
    if placed is None:
        raise OutdatedError
    return await asyncio.to_thread(_preview, view, view.source, placed, tables)


def _shown(
    view: View, program: Program, result: Result
) -> tuple[list[Annotation], list[Table]] | None:
    """What a run showed; `None` if nothing was recorded."""
    recording = result.recording
    if recording is None:
        return None
    command = command_line(view.source.path, view.settings.trace_iterations)
    return annotations_and_tables(program, recording, result.outcome, command)


def _preview(
    view: View,
    source: Source,
    placed: Sequence[PlacedAnnotation[Annotation]],
    tables: Sequence[Table],
) -> Preview:
    annotated = annotated_lines(source, placed, tables)
    text = annotated.text()
    numbered = [(line.number - 1, index) for index, line in enumerate(annotated.lines)]
    return Preview(view.version, text, paired_lines(view, text, numbered))
