"""`textDocument/inlayHint`: all hints of a range, those that the user wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from lsprotocol import types

from sqlang.syntax import tree
from sqlang.syntax.stretch_nodes import nodes_within
from sqlang_server.features.inlay_hints.constants import constant_hints
from sqlang_server.features.inlay_hints.kept import Found, KeptHints
from sqlang_server.features.inlay_hints.kernel_forms import kernel_form_hints
from sqlang_server.features.inlay_hints.parameters import parameter_hints
from sqlang_server.features.inlay_hints.traces import trace_hints
from sqlang_server.features.inlay_hints.units import unit_hints
from sqlang_server.settings import Settings
from sqlang_server.view import View


class _Kind(NamedTuple):
    """A kind of hints that needs no run; `has_values` if it shows what may soon be another."""

    name: str
    is_wanted: Callable[[Settings], bool]
    hints: Callable[[View, Iterable[tree.Node]], Iterator[types.InlayHint]]
    has_values: bool = False


_KINDS: Final = (
    _Kind("parameters", lambda settings: settings.hints_parameters, parameter_hints),
    _Kind("units", lambda settings: settings.hints_units, unit_hints),
    _Kind("constants", lambda settings: settings.hints_constants, constant_hints, has_values=True),
    _Kind("kernel forms", lambda settings: settings.hints_kernel_forms, kernel_form_hints),
)
_BEARERS: Final = (
    tree.Let,
    tree.Call,
    tree.Use,
    tree.Serving,
    tree.Run,
    tree.ExpressionOption,
)
"""What hints are about; of one with a mistake in it nobody knows whether it is meant so."""

_CONTEXTS: Final = (tree.Definition, tree.Pool, tree.Stage, tree.RunSettings)
"""What says how to read the bearers in it."""


def inlay_hints(
    view: View, asked: types.Range, kept: KeptHints | None = None
) -> list[types.InlayHint] | None:
    """The hints of a range in the order of the text; what the program did stands last in a line.

    `kept` are those of the same document that were told before.
    """
    wanted = [kind for kind in _KINDS if kind.is_wanted(view.settings)]
    nodes = _nodes(view, asked) if wanted else []
    lines = range(asked.start.line, asked.end.line + 1)
    fresh = [
        Found(kind.name, hint, kind.has_values)
        for kind in wanted
        for hint in kind.hints(view, nodes)
        if hint.position.line in lines
    ]
    names = {kind.name for kind in wanted}
    hints = (kept or KeptHints()).completed(view, asked, names, fresh)
    hints.sort(key=lambda hint: (hint.position.line, hint.position.character))
    return [*hints, *trace_hints(view, asked)] or None


def _nodes(view: View, asked: types.Range) -> list[tree.Node]:
    """What is written on the lines that are asked for, and what holds it."""
    start = view.offset(types.Position(asked.start.line, 0))
    end = view.positions.line_end_offset(view.offset(asked.end))
    surface = view.analysis.surface
    found = nodes_within(surface.program, start, end, (*_BEARERS, *_CONTEXTS))
    spans = [*surface.damaged, *(each.span for each in surface.diagnostics)]
    near = [span.offsets for span in spans if span.start <= end and start <= span.end]
    return [node for node in found if not _is_doubtful(node, near)]


def _is_doubtful(node: tree.Node, broken: list[tuple[int, int]]) -> bool:
    if not broken or not isinstance(node, _BEARERS):
        return False
    first, last = node.first.start, node.last.end
    return any(start <= last and first <= end for start, end in broken)
