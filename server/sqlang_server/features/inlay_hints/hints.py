"""`textDocument/inlayHint`: all hints of a range, those that the user wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from lsprotocol import types

from sqlang.syntax import tree
from sqlang_server.features.inlay_hints.constants import constant_hints
from sqlang_server.features.inlay_hints.kernel_forms import kernel_form_hints
from sqlang_server.features.inlay_hints.parameters import parameter_hints
from sqlang_server.features.inlay_hints.traces import trace_hints
from sqlang_server.features.inlay_hints.units import unit_hints
from sqlang_server.features.walking import nodes_within
from sqlang_server.settings import Settings
from sqlang_server.view import View

_Kind = Callable[[View, Iterable[tree.Node]], Iterator[types.InlayHint]]

_KINDS: Final[tuple[tuple[Callable[[Settings], bool], _Kind], ...]] = (
    (lambda settings: settings.hints_parameters, parameter_hints),
    (lambda settings: settings.hints_units, unit_hints),
    (lambda settings: settings.hints_constants, constant_hints),
    (lambda settings: settings.hints_kernel_forms, kernel_form_hints),
)


def inlay_hints(view: View, asked: types.Range) -> list[types.InlayHint] | None:
    """The hints of a range in the order of the text; what the program did stands last in a line."""
    wanted = [kind for is_wanted, kind in _KINDS if is_wanted(view.settings)]
    nodes = _nodes(view, asked) if wanted else []
    lines = range(asked.start.line, asked.end.line + 1)
    hints = [hint for kind in wanted for hint in kind(view, nodes) if hint.position.line in lines]
    hints.sort(key=lambda hint: (hint.position.line, hint.position.character))
    return [*hints, *trace_hints(view, asked)] or None


def _nodes(view: View, asked: types.Range) -> list[tree.Node]:
    """What is written on the lines that are asked for, and what holds it."""
    start = view.offset(types.Position(asked.start.line, 0))
    end = view.positions.line_end_offset(view.offset(asked.end))
    found = nodes_within(view.analysis.surface.program, start, end)
    return [node for node in found if not isinstance(node, tree.Damaged)]
