"""At the ends of lines: what happened there in the last run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from sqlang_server.runs.marks import Mark
from sqlang_server.view import View

STALE: Final = " …"
"""Follows a value of the last version that ran, while the text says something else."""
_SHOWN_OTHERWISE: Final = ("failure", "unreached")
"""Diagnostics tell these."""
_STALE_REMARK: Final = "from the last version that ran"


def trace_hints(view: View, asked: types.Range) -> list[types.InlayHint]:
    """The labels of a range of lines, each at the end of the line where its place begins.

    Only the order of the text decides where hints stand, so none moves while one types elsewhere.
    Values of `set` belong to the line of the cursor, if the editor tells where that is.
    """
    marks = shown_marks(view, asked)
    stale = view.stale
    return [_hint(view, index, mark, stale=stale) for index, mark in marks]


def shown_marks(
    view: View, asked: types.Range, *, every_set: bool = False
) -> Iterator[tuple[int, Mark]]:
    """The marks with labels on a range of lines, with their numbers, in the order of the text.

    Those of `set` only on the line of the cursor, or `every_set`.
    """
    if view.traced is None or not view.settings.trace_enabled:
        return
    first = view.offset(types.Position(asked.start.line, 0))
    last = view.positions.line_end_offset(view.offset(asked.end))
    for index, mark in view.traced.marks.beginning_in(first, last):
        if not mark.label or mark.annotation.kind in _SHOWN_OTHERWISE:
            continue
        line = view.positions.line(mark.stretch.start)
        if mark.annotation.kind != "set" or every_set or line == view.cursor:
            yield index, mark


def resolved(view: View, hint: types.InlayHint) -> types.InlayHint:
    """The hint with its table as tooltip; unchanged if the values it showed are gone."""
    index = _index(hint)
    if view.traced is not None and index is not None and index < len(view.traced.marks):
        mark = view.traced.marks[index]
        if label_of(mark, stale=view.stale) == hint.label:
            hint.tooltip = _tooltip(view, mark)
    return hint


def _hint(view: View, index: int, mark: Mark, *, stale: bool) -> types.InlayHint:
    hint = types.InlayHint(
        position=view.positions.line_end(mark.stretch.start),
        label=label_of(mark, stale=stale),
        padding_left=True,
        data={"uri": view.uri, "mark": index, "stale": stale},
    )
    if not view.client.resolves_hint_tooltip:
        hint.tooltip = _tooltip(view, mark)
    return hint


def label_of(mark: Mark, *, stale: bool) -> str:
    """The label, and whether it is of another program than the one written."""
    return mark.label + (STALE if stale else "")


def _tooltip(view: View, mark: Mark) -> types.MarkupContent | str:
    """The table as Markdown for a client that shows hovers so; there is no ability of its own."""
    table, stale = mark.annotation.table, view.stale
    if not view.client.markdown_hover:
        return f"{_STALE_REMARK}\n\n{table.text()}" if stale else table.text()
    text = f"*{_STALE_REMARK}*\n\n{table.markdown()}" if stale else table.markdown()
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def document_of(hint: types.InlayHint) -> str | None:
    """The URI of the document a hint was made for."""
    data = hint.data
    uri = data.get("uri") if isinstance(data, dict) else None
    return uri if isinstance(uri, str) else None


def _index(hint: types.InlayHint) -> int | None:
    data = hint.data
    index = data.get("mark") if isinstance(data, dict) else None
    return index if isinstance(index, int) and index >= 0 else None
