"""Code actions as the client has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang_server.features.diagnostics import translated
from sqlang_server.view import View


def action(
    view: View,
    title: str,
    kind: str,
    edits: Iterable[Edit],
    found: Sequence[Diagnostic] = (),
    *,
    preferred: bool = False,
) -> types.CodeAction | None:
    """An action that edits this document; `None` if it would edit another file, as a library."""
    edits = list(edits)
    if not all(view.here(edit.span) for edit in edits):
        return None
    return types.CodeAction(
        title,
        kind=kind,
        diagnostics=[translated(view, each) for each in found] or None,
        edit=_change(view, edits),
        is_preferred=True if preferred else None,
    )


def _change(view: View, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """The edits of this document, with its version for a client that looks at it."""
    newline = "\r\n" if "\r\n" in view.source.text else "\n"
    changes = [
        types.TextEdit(view.positions.of_span(edit.span), edit.text.replace("\n", newline))
        for edit in sorted(edits, key=lambda edit: edit.span.offsets)
    ]
    if not view.client.versioned_edits:
        return types.WorkspaceEdit(changes={view.uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(view.uri, view.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
