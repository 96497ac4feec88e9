"""`sq/report`: the report of the last run, as `sq run` prints it."""

from __future__ import annotations

from sqlang.views.report_text import report_text
from sqlang_server.extensions import Preview
from sqlang_server.view import View


def report_preview(view: View) -> Preview | None:
    """The report of the present program; `None` while it has not run to an end."""
    if view.traced is None or view.stale:
        return None
    outcome = view.traced.result.outcome
    if outcome.report is None:
        return None
    text = report_text(outcome.report) + "\n"
    if outcome.stopped is not None:
        text += f"\nstopped at time {outcome.stopped.time:g}: {outcome.stopped.reason}\n"
    return Preview(view.version, text, [])
