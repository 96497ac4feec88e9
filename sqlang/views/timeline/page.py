"""A run as a page: the source with what happened, the timeline, and what links them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Final

from sqlang.views.annotated_line import AnnotatedLine
from sqlang.views.annotated_source import annotated_source
from sqlang.views.annotations import annotate
from sqlang.views.html import document, escaped, resource
from sqlang.views.numbers import clock, plural
from sqlang.views.outcome import Outcome
from sqlang.views.places import place_annotations
from sqlang.views.recording import Recording
from sqlang.views.report_text import report_text
from sqlang.views.timeline.json_value import timeline_value
from sqlang.views.timeline.notable_table import notable_sessions
from sqlang.views.timeline.picture import timeline_figure
from sqlang.views.timeline.records import Timeline
from sqlang.views.timeline.source_lines import source_lines

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_HERE: Final = os.path.dirname(__file__)
_BUTTONS: Final = (
    ("pan-left", "←", "show earlier times"),
    ("pan-right", "→", "show later times"),
    ("zoom-out", "−", "show more time"),
    ("zoom-in", "+", "show less time"),
    ("zoom-fit", "whole run", "show the whole run"),
    ("zoom-exact", "exact part", "show the part of which every iteration is there"),
)

_KEYS: Final = (
    "timeline; arrow keys go through iterations and sessions, plus and minus zoom, Escape lets go"
)


def timeline_page(
    analysis: Analysis,
    recording: Recording,
    timeline: Timeline,
    outcome: Outcome,
    title: str,
    command: str = "",
    life_command: str = "",
) -> str:
    """A whole HTML page that needs no network and no other file.

    `analysis` is that of the program that ran; `command` the command line that made the page, which
    is shown where more of the run can be had, and `life_command` the one that follows a session.
    Raises ValueError for a program with errors.
    """
    lines = annotated_source(analysis, recording, outcome).lines
    linked = source_lines(analysis)
    failing = _failing_lines(analysis, recording, outcome)
    body = [
        f"<header><h1>{escaped(title)}</h1>{_facts(recording, timeline, outcome)}</header>",
        _banner(outcome),
        '<main class="columns">',
        _source(lines, set(linked.at_line), failing),
        _timeline(timeline),
        "</main>",
        f'<div class="below">\n{_iterations(timeline)}\n<div>',
        _report(outcome),
        notable_sessions(timeline),
        "</div>\n</div>",
        _data(timeline_value(timeline, linked) | {"command": command, "lifeCommand": life_command}),
    ]
    return document(
        title,
        "\n".join(part for part in body if part),
        styles=[resource(_HERE, "picture.css"), resource(_HERE, "page.css")],
        scripts=[resource(_HERE, "page.js")],
    )


def problem(outcome: Outcome) -> str:
    """In a sentence why a run came to no good end; empty if it did."""
    if outcome.failure is not None:
        failure = outcome.failure
        session = "" if failure.serial is None else f" in session {failure.serial}"
        return (
            f"The run failed at {clock(failure.time)}{session}: {failure.code}, {failure.message}"
        )
    if outcome.stopped is not None:
        stop = outcome.stopped
        if stop.reason == "cancelled":
            return f"The run was interrupted at {clock(stop.time)}"
        return f"The run was stopped at {clock(stop.time)} by its bound on {stop.reason}"
    return ""


def _banner(outcome: Outcome) -> str:
    text = problem(outcome)
    return f'<p class="banner" id="problem" role="status">{escaped(text)}</p>' if text else ""


def _facts(recording: Recording, timeline: Timeline, outcome: Outcome) -> str:
    totals = recording.totals
    ended = outcome.report is not None and outcome.stopped is None
    facts = [
        f"{'ends' if ended else 'reached'} {clock(timeline.end)}",
        f"{plural(totals.arrived, 'session')} arrived, {totals.ended} ended",
    ]
    if timeline.steps:
        facts.append(plural(timeline.iterations, "iteration"))
    if totals.rejected:
        facts.append(f"{totals.rejected} rejected")
    if timeline.preempted:
        facts.append(plural(timeline.preempted, "preemption"))
    return '<p class="facts">' + "".join(f"<span>{escaped(each)}</span>" for each in facts) + "</p>"


def _source(lines: tuple[AnnotatedLine, ...], linked: set[int], failing: set[int]) -> str:
    items = "\n".join(_line(each, each.number in linked, each.number in failing) for each in lines)
    return (
        '<section class="source" aria-label="source">\n<h2>Source</h2>\n'
        f'<ol class="code" id="source">\n{items}\n</ol>\n</section>'
    )


def _line(line: AnnotatedLine, linked: bool, failing: bool) -> str:
    kinds = [
        *(["linked"] if linked else []),
        *(["faded"] if line.faded else []),
        *(["failing"] if failing else []),
        *(["comment"] if line.text.lstrip().startswith("//") else []),
    ]
    focus = ' tabindex="0"' if linked else ""
    label = f'<span class="label">{escaped(line.label)}</span>' if line.label else ""
    return (
        f'<li id="L{line.number}" data-line="{line.number}" class="{" ".join(kinds)}"{focus}>'
        f'<span class="gutter">{line.number}</span><span class="text">{escaped(line.text)}</span>'
        f"{label}</li>"
    )


def _failing_lines(analysis: Analysis, recording: Recording, outcome: Outcome) -> set[int]:
    if outcome.failure is None or analysis.program is None:
        return set()
    annotations = [
        each for each in annotate(analysis.program, recording, outcome) if each.kind == "failure"
    ]
    spans = [each.span_in(analysis.source) for each in place_annotations(analysis, annotations)]
    lines = analysis.source.lines
    return {lines.position(span.start).line + 1 for span in spans if span is not None}


def _timeline(timeline: Timeline) -> str:
    buttons = "".join(
        f'<button type="button" id="{name}" aria-label="{hint}" title="{hint}">{sign}</button>'
        for name, sign, hint in _BUTTONS
        if name != "zoom-exact" or not timeline.complete
    )
    return (
        '<section class="run" aria-label="timeline">\n<h2>Timeline</h2>\n'
        f'<div class="tools" role="toolbar" aria-label="stretch of time">{buttons}'
        '<output id="shown"></output></div>\n<p id="missing" class="muted hint"></p>\n'
        f'<div id="timeline" role="group" tabindex="0" aria-label="{_KEYS}">\n'
        f"{timeline_figure(timeline)}</div>\n"
        '<p class="muted hint">Point at a line, a block or a session; click to keep it. '
        "← → iterations, ↑ ↓ sessions, + − or Ctrl and wheel to zoom, drag or Shift and wheel "
        "to move.</p>\n"
        '<div id="detail" class="detail" aria-live="polite"></div>\n</section>'
    )


def _iterations(timeline: Timeline) -> str:
    if not timeline.blocks:
        return ""
    return (
        '<section aria-label="iterations"><h2>Iterations</h2>\n<div class="tools">'
        '<button type="button" id="rows-back" aria-label="earlier iterations">←</button>'
        '<button type="button" id="rows-on" aria-label="later iterations">→</button>'
        '<output id="rows-shown"></output></div>\n'
        '<table id="iterations"><thead><tr><th class="number">time</th><th>stage</th>'
        '<th>batch</th><th class="number">used</th><th class="number">cached</th>'
        '<th class="number">cost</th></tr></thead><tbody></tbody></table></section>'
    )


def _report(outcome: Outcome) -> str:
    if outcome.report is None:
        return ""
    text = escaped(report_text(outcome.report))
    return f'<section aria-label="report"><h2>Report</h2>\n<pre id="report">{text}</pre></section>'


def _data(value: dict[str, object]) -> str:
    """Inside a script element nothing of a program may look like its end."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/json" id="data">{safe}</script>'
