"""`sq/trace`: the source with what happened beside each line, as `sq trace` prints it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlang.source import Source
from sqlang.views.annotated_source import annotated_lines, annotations_and_tables
from sqlang.views.annotations import Annotation
from sqlang.views.places import PlacedAnnotation, place_annotations
from sqlang.views.table import Table
from sqlang_server.extensions import Preview
from sqlang_server.previews.lines import paired_lines
from sqlang_server.runs.results import command_line
from sqlang_server.view import View


async def trace_preview(view: View) -> Preview | None:
    """The trace of the present program; `None` while it has not run or could not."""
    program = view.analysis.program
    if view.traced is None or view.stale or program is None:
        return None
    result = view.traced.result
    if result.recording is None:
        return None
    command = command_line(view.source.path, view.settings.trace_iterations)
    # Only where annotations belong is asked of trees, which edits move.
    annotations, tables = annotations_and_tables(program, result.recording, result.outcome, command)
    placed = place_annotations(view.analysis, annotations)
    return await asyncio.to_thread(_preview, view, view.source, placed, tables)


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
