"""`textDocument/inlineValue`: what happened at each place, for who shows values in lines."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from sqlang.syntax import tree
from sqlang.syntax.stretch_nodes import nodes_within
from sqlang.views.numbers import quantity
from sqlang_server.features.inlay_hints.traces import label_of, shown_marks
from sqlang_server.view import View


def inline_values(view: View, asked: types.Range) -> list[types.InlineValue]:
    """The values of the last run in a range, those of every `set` too, and what `let`s are worth.

    Each belongs to the first line of its place, as these editors show values at the ends of lines.
    """
    found = [*_of_the_run(view, asked), *_constants(view, asked)]
    return sorted(found, key=lambda value: (value.range.start.line, value.range.start.character))


def _of_the_run(view: View, asked: types.Range) -> Iterator[types.InlineValueText]:
    stale = view.stale
    for _, mark in shown_marks(view, asked, every_set=True):
        start, end = mark.stretch
        first_line = view.positions.line_end_offset(start)
        yield types.InlineValueText(
            view.positions.range(start, min(end, first_line)), label_of(mark, stale=stale)
        )


def _constants(view: View, asked: types.Range) -> Iterator[types.InlineValueText]:
    start, end = view.offset(asked.start), view.offset(asked.end)
    for node in nodes_within(view.analysis.surface.program, start, end, (tree.Let,)):
        if isinstance(node, tree.Let) and node.name.name in view.analysis.constants:
            value = quantity(view.analysis.constants[node.name.name])
            yield types.InlineValueText(
                view.positions.of_span(node.name.span), f"{node.name.name} = {value}"
            )
