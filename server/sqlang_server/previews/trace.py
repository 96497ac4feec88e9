"""`sq/trace`: the source with what happened beside each line, as `sq trace` prints it."""

from __future__ import annotations

from sqlang.views.annotated_source import annotated_source
from sqlang_server.extensions import Preview
from sqlang_server.previews.lines import paired_lines
from sqlang_server.runs.results import command_line
from sqlang_server.view import View


def trace_preview(view: View) -> Preview | None:
    """The trace of the present program; `None` while it has not run or could not."""
    if view.traced is None or view.stale:
        return None
    result = view.traced.result
    if result.recording is None:
        return None
    command = command_line(view.source.path, view.settings.trace_iterations)
    annotated = annotated_source(view.analysis, result.recording, result.outcome, command)
    text = annotated.text()
    numbered = [(line.number - 1, index) for index, line in enumerate(annotated.lines)]
    return Preview(view.version, text, paired_lines(view, text, numbered))
