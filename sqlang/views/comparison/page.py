"""A comparison as a self-contained page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.views.comparison.batch_timeline import timelines
from sqlang.views.comparison.comparison import (
    Batch,
    Compared,
    Comparison,
    FigureRow,
    Parting,
    Row,
    how_far,
)
from sqlang.views.comparison.interval_bar import interval_bar
from sqlang.views.comparison.source_difference import (
    ONLY_CODE,
    has_code_alone,
    source_lines,
)
from sqlang.views.comparison.text import (
    change_text,
    relative_text,
    schedule_text,
    value_text,
)
from sqlang.views.comparison.wording import Remark
from sqlang.views.html import document, escaped, resource
from sqlang.views.numbers import clock, percent, plural, quantity, short

_HERE: Final = os.path.dirname(__file__)
_ROWS: Final = 120
_COMMON: Final = 4
_WHOLE_SOURCE: Final = 600
_CONTEXT: Final = 5
_KEY: Final = (
    '<div class="key"><span><i style="background:var(--prefill)"></i>prefill</span>'
    '<span><i style="background:var(--decode)"></i>decode</span>'
    '<span><i style="background:var(--idle)"></i>idle</span></div>'
)


def page(comparison: Comparison) -> str:
    """The whole page in HTML."""
    parts = [
        f"<h1>{escaped(_title(comparison))}</h1>",
        _programs(comparison),
        f"<h2>Schedule</h2><p>{escaped(_capital(schedule_text(comparison)))}.</p>",
        *_parting(comparison),
        *_source(comparison),
        *_figures(comparison),
    ]
    return document(
        _title(comparison), "\n".join(parts), styles=[resource(_HERE, "comparison.css")]
    )


def _title(comparison: Comparison) -> str:
    first, second = comparison.first.title, comparison.second.title
    return f"{first} compared" if second.startswith(first) else f"{first} and {second}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _programs(comparison: Comparison) -> str:
    rows = []
    for compared, name in ((comparison.first, "first"), (comparison.second, "second")):
        notes = "".join(f"<li>{_code(note)}</li>" for note in compared.notes)
        far = how_far(compared)
        failed = f'<div class="failed">{escaped(far)}</div>' if far else ""
        rows.append(
            f'<dt class="{name}">{escaped(compared.side.name)}</dt>'
            f"<dd>{escaped(compared.title)}{f'<ul>{notes}</ul>' if notes else ''}{failed}</dd>"
        )
    return f'<dl class="programs">{"".join(rows)}</dl>'


def _code(text: str) -> str:
    """A sentence whose stretches between backquotes are code."""
    pieces = text.split("`")
    return "".join(
        f"<code>{escaped(piece)}</code>" if at % 2 else escaped(piece)
        for at, piece in enumerate(pieces)
    )


def _parting(comparison: Comparison) -> Iterator[str]:
    parting = comparison.parting
    if parting is None:
        return
    explanation = parting.explanation
    yield f'<p><span class="cause">{escaped(explanation.cause)}</span></p>'
    yield f'<p class="sentence">{_code(_capital(explanation.sentence))}.</p>'
    pictures = list(timelines(comparison))
    for stage, picture in pictures:
        title = f"<h3>{escaped(stage)}</h3>" if len(pictures) > 1 else ""
        yield f'{title}<div class="scroll" tabindex="0" aria-label="Timeline">{picture}</div>'
    if pictures:
        yield _KEY
    yield "<h2>What both did there</h2>"
    sides = (
        (comparison.first, explanation.first, "a"),
        (
            comparison.second,
            explanation.second,
            "b",
        ),
    )
    yield f'<div class="sides">{"".join(_side(*side) for side in sides)}</div>'
    if parting.rows:
        yield "<h2>Iterations</h2>"
        yield _rows(comparison, parting)


def _side(compared: Compared, remarks: Sequence[Remark], name: str) -> str:
    steps = "".join(f"<li>{_code(each.text)}{_link(each, name)}</li>" for each in remarks)
    color = "first" if name == "a" else "second"
    return (
        f'<section class="side {name}"><h3 class="{color}">{escaped(compared.side.name)}</h3>'
        f"<ol>{steps}</ol></section>"
    )


def _link(remark: Remark, name: str) -> str:
    place = remark.place
    if place is None or place.named in remark.text:
        return ""
    if place.path is not None:
        return f' <span class="muted">{escaped(place.named)}</span>'
    title = escaped(place.text)
    return f' <a href="#{name}{place.line}" title="{title}">{escaped(place.named)}</a>'


def _rows(comparison: Comparison, parting: Parting) -> str:
    names = comparison.first.side.name, comparison.second.side.name
    rows = [_row(row, "common") for row in parting.common[-_COMMON:]]
    rows += [_row(row, "" if at else "parting") for at, row in enumerate(parting.rows[:_ROWS])]
    hidden = parting.alike - min(len(parting.common), _COMMON)
    before = f'<p class="muted">{plural(hidden, "iteration")} alike before</p>' if hidden else ""
    return (
        f'{before}<div class="scroll tall" tabindex="0" aria-label="Iterations">'
        '<table class="rows">'
        f'<thead><tr><th class="number" scope="col">t</th><th scope="col">stage</th>'
        f'<th scope="col" class="first">{escaped(names[0])}</th>'
        f'<th scope="col" class="second">{escaped(names[1])}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(row: Row, name: str) -> str:
    return (
        f'<tr class="{name}"><td class="number">{clock(row.time)}</td>'
        f"<td>{escaped(row.stage)}</td>{_batch(row.first, row.second, 'a')}"
        f"{_batch(row.second, row.first, 'b')}</tr>"
    )


def _batch(batch: Batch | None, other: Batch | None, name: str) -> str:
    """A batch, those of its members marked that the other side does not serve alike."""
    if batch is None:
        return '<td class="code"></td>'
    there = set() if other is None else set(other.text.split())
    members = " ".join(
        escaped(each) if each in there or other is None else f"<mark>{escaped(each)}</mark>"
        for each in batch.text.split()
    )
    own = [place for place in batch.places if place.path is None]
    links = " ".join(f'<a href="#{name}{each.line}">{each.line}</a>' for each in own)
    cost = quantity(batch.iteration.cost, other and other.iteration.cost)
    where = f", line{'s' if len(own) > 1 else ''} {links}" if own else ""
    return f'<td class="code">{members} <span class="muted">takes {cost}{where}</span></td>'


def _source(comparison: Comparison) -> Iterator[str]:
    first, second = comparison.first.side.text, comparison.second.side.text
    if not comparison.source or first is None or second is None:
        return
    size = max(len(first.lines), len(second.lines))
    yield "<h2>Source</h2>"
    if has_code_alone(first, second):
        yield f'<p class="muted">{ONLY_CODE.capitalize()}.</p>'
    yield (
        '<div class="scroll tall" tabindex="0" aria-label="Difference of the sources">'
        '<table class="source"><tbody>'
    )
    names = {"-": "removed", "+": "added"}
    for each in source_lines(first, second, size if size < _WHOLE_SOURCE else _CONTEXT):
        ids = [
            f' id="{side}{number}"' if number is not None else ""
            for side, number in (("a", each.first), ("b", each.second))
        ]
        cells = "".join(
            f'<td class="n"{mark}>{"" if number is None else number}</td>'
            for mark, number in zip(ids, (each.first, each.second), strict=True)
        )
        text = f"{each.mark if each.mark in '+-' else ' '} {escaped(each.text)}"
        yield f'<tr class="{names.get(each.mark, "")}">{cells}<td>{text}</td></tr>'
    yield "</tbody></table></div>"


def _figures(comparison: Comparison) -> Iterator[str]:
    shown = [row for row in comparison.figures if row.figure.kind == "observe" or row.differs]
    others = [row for row in comparison.figures if row not in shown]
    yield "<h2>Figures</h2>"
    if len(comparison.seeds) > 1:
        yield (
            f"<p>Means over {len(comparison.seeds)} seeds, both programs with the same ones; the "
            f"bars are {percent(comparison.level)} intervals of the differences.</p>"
        )
    for seed, reason in comparison.failed_seeds:
        yield f'<p class="failed">No figures with seed {seed}: {escaped(reason)}</p>'
    yield _figure_table(comparison, shown)
    if others:
        yield f"<details><summary>{plural(len(others), 'other figure')} alike</summary>"
        yield f"{_figure_table(comparison, others)}</details>"


def _figure_table(comparison: Comparison, rows: Sequence[FigureRow]) -> str:
    first, second = escaped(comparison.first.side.name), escaped(comparison.second.side.name)
    several = len(comparison.seeds) > 1
    bar = "<th>interval</th>" if several else ""
    head = (
        f'<tr><th></th><th></th><th class="number first">{first}</th>'
        f'<th class="number second">{second}</th><th class="number">{second} − {first}</th>{bar}'
        "<th></th></tr>"
    )
    before = ("", "")
    body = []
    for row in rows:
        subject = row.figure.kind, row.figure.subject
        body.append(_figure(row, several, is_first=subject != before))
        before = subject
    return (
        f'<div class="scroll" tabindex="0" aria-label="Figures"><table class="figures">'
        f"<thead>{head}</thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _figure(row: FigureRow, several: bool, *, is_first: bool) -> str:
    figure, difference = row.figure, row.difference
    first, second, note = row.first, row.second, relative_text(row.first, row.change)
    bar = ""
    if several:
        note = "" if difference is None else difference.note
        bar = "<td></td>"
        if difference is not None:
            first, second = difference.first, difference.second
            bar = f"<td>{interval_bar(difference)}</td>"
            if difference.half_width is not None and not difference.is_constant:
                note = f"± {short(difference.half_width)} {note}"
    subject = escaped(figure.subject or figure.kind) if is_first else ""
    changed = " changed" if row.change else ""
    return (
        f'<tr><td class="subject">{subject}</td><td>{escaped(figure.name)}</td>'
        f'<td class="number">{value_text(first)}</td><td class="number">{value_text(second)}</td>'
        f'<td class="number{changed}">{change_text(row.change)}</td>{bar}'
        f'<td class="muted">{escaped(note)}</td></tr>'
    )
