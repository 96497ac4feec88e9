"""The sessions that stand out, as a table of a page, where not every session has a row."""

from __future__ import annotations

from typing import Final

from sqlang.views.numbers import clock, short
from sqlang.views.timeline.marks import exact_time
from sqlang.views.timeline.records import NotableSession, Timeline

_COLUMNS: Final = ("session", "arrived", "lived", "waited", "preempted")
_SORTED: Final = "waited"


def notable_sessions(timeline: Timeline) -> str:
    """A section, or nothing if every session has a row anyway."""
    if not timeline.notable or len(timeline.sessions) == timeline.arrived:
        return ""
    head = "".join(_heading(each) for each in _COLUMNS)
    rows = "\n".join(_row(each) for each in timeline.notable)
    return (
        '<section aria-label="sessions that stand out"><h2>Sessions that stand out</h2>\n'
        f'<p class="muted hint">Those of all {timeline.arrived} that waited longest, lived longest '
        "or were preempted most often. Click one to see when it lived and how to get its row."
        "</p>\n"
        f'<table id="notable"><thead><tr>{head}<th></th></tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></section>"
    )


def _heading(name: str) -> str:
    order = ' aria-sort="descending"' if name == _SORTED else ""
    return (
        f'<th class="number"{order}><button type="button" data-by="{name}" '
        f'title="sort by {name}">{name}</button></th>'
    )


def _row(session: NotableSession) -> str:
    measures = {
        "session": (float(session.serial), str(session.serial)),
        "arrived": (session.arrived, clock(session.arrived)),
        "lived": (session.lived, short(session.lived)),
        "waited": (session.waited, short(session.waited)),
        "preempted": (float(session.preemptions), str(session.preemptions)),
    }
    keys = "".join(f' data-{name}="{exact_time(value)}"' for name, (value, _) in measures.items())
    cells = "".join(f'<td class="number">{text}</td>' for _, text in measures.values())
    note = "rejected" if session.rejected else "still live" if session.live else ""
    return f'<tr tabindex="0"{keys}>{cells}<td class="muted">{note}</td></tr>'
