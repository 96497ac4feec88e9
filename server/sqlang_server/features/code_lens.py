"""`textDocument/codeLens`: run the program, and open what it becomes and what it did."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from sqlang.syntax import tree
from sqlang_server import extensions
from sqlang_server.view import View

LENSES: Final = (
    ("▶ Run", extensions.COMMAND_RUN),
    ("IR", extensions.COMMAND_IR),
    ("Trace", extensions.COMMAND_TRACE),
    ("Timeline", extensions.COMMAND_TIMELINE),
)


def code_lenses(view: View) -> list[types.CodeLens] | None:
    """The same four lenses before and after a run and while one types, so that no line jumps."""
    if not view.settings.lens_enabled:
        return None
    place = view.positions.range(*(_anchor(view),) * 2)
    return [
        types.CodeLens(place, types.Command(title, command, arguments=[view.uri]))
        for title, command in LENSES
    ]


def _anchor(view: View) -> int:
    """Where `run { }` is; else where it was when the program last ran; else the top of the file."""
    items = view.analysis.surface.program.items
    settings = [item for item in items if isinstance(item, tree.RunSettings)]
    if settings:
        return settings[0].first.start
    marks = view.traced.marks if view.traced is not None else ()
    ran = [mark.stretch.start for mark in marks if mark.annotation.place.kind == "run"]
    return ran[0] if ran else 0
