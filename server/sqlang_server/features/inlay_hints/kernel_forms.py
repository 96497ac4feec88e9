"""After a serving form: the kernel statements that it is short for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.refactoring.kernel_forms import KernelForms
from sqlang.syntax import tree
from sqlang_server.view import View


def kernel_form_hints(view: View, nodes: Iterable[tree.Node]) -> Iterator[types.InlayHint]:
    """`run engine prefill (prompt) growing kv;` after `prefill prompt growing kv;`."""
    forms = KernelForms(view.analysis)
    definition: tree.Definition | None = None
    for node in nodes:
        if isinstance(node, tree.Definition):
            definition = node
        elif isinstance(node, tree.Serving):
            inside = definition is not None and node.first.start < definition.last.end
            statements = forms.statements(node, in_definition=inside)
            if statements:
                yield types.InlayHint(
                    position=view.positions.position(node.last.end),
                    label=" ".join(statements),
                    padding_left=True,
                )
