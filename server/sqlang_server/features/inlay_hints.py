"""`textDocument/inlayHint`: beside each line, what happened there in the last run."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from sqlang_server.runs.traced import Mark
from sqlang_server.view import View

STALE: Final = " …"
"""Follows a value of the last version that ran, while the text says something else."""
_SHOWN_OTHERWISE: Final = ("failure", "unreached")
"""Diagnostics tell these."""
_STALE_REMARK: Final = "*from the last version that ran*\n\n"


def inlay_hints(view: View, asked: types.Range) -> list[types.InlayHint] | None:
    """The labels of a range of lines, each at the end of the line where its place begins.

    Only the order of the text decides where hints stand, so none moves while one types elsewhere.
    """
    if view.traced is None or not view.settings.trace_enabled:
        return None
    first, last = asked.start.line, asked.end.line
    return [
        _hint(view, index, mark)
        for index, mark in _in_order(view.traced.marks)
        if first <= view.positions.line(mark.stretch.start) <= last and _shown(view, mark)
    ]


def resolved(view: View, hint: types.InlayHint) -> types.InlayHint:
    """The hint with its table as tooltip; unchanged if the values it showed are gone."""
    index = _index(hint)
    if view.traced is not None and index is not None and index < len(view.traced.marks):
        mark = view.traced.marks[index]
        if _label(view, mark) == hint.label:
            hint.tooltip = _tooltip(view, mark)
    return hint


def _in_order(marks: tuple[Mark, ...]) -> list[tuple[int, Mark]]:
    return sorted(enumerate(marks), key=lambda numbered: numbered[1].stretch)


def _shown(view: View, mark: Mark) -> bool:
    """Values of `set` belong to the line of the cursor, if the editor tells where that is."""
    if not mark.label or mark.annotation.kind in _SHOWN_OTHERWISE:
        return False
    if mark.annotation.kind != "set":
        return True
    return view.cursor == view.positions.line(mark.stretch.start)


def _hint(view: View, index: int, mark: Mark) -> types.InlayHint:
    hint = types.InlayHint(
        position=view.positions.line_end(mark.stretch.start),
        label=_label(view, mark),
        padding_left=True,
        data={"uri": view.uri, "mark": index, "stale": view.stale},
    )
    if not view.client.resolves_hint_tooltip:
        hint.tooltip = _tooltip(view, mark)
    return hint


def _label(view: View, mark: Mark) -> str:
    return mark.label + (STALE if view.stale else "")


def _tooltip(view: View, mark: Mark) -> types.MarkupContent:
    remark = _STALE_REMARK if view.stale else ""
    return types.MarkupContent(types.MarkupKind.Markdown, remark + mark.annotation.table.markdown())


def document_of(hint: types.InlayHint) -> str | None:
    """The URI of the document a hint was made for."""
    data = hint.data
    uri = data.get("uri") if isinstance(data, dict) else None
    return uri if isinstance(uri, str) else None


def _index(hint: types.InlayHint) -> int | None:
    data = hint.data
    index = data.get("mark") if isinstance(data, dict) else None
    return index if isinstance(index, int) and index >= 0 else None
