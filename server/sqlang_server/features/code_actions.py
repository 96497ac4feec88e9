"""`textDocument/codeAction`: updates of expectations that do not hold, and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang_server.features.diagnostics import translated
from sqlang_server.features.expectations import broken_expectations, expectation_mistakes
from sqlang_server.view import View

UPDATE_ALL: Final = "Update all expectations"


def code_actions(
    view: View, place: types.Range, only: Iterable[str] | None
) -> list[types.CodeAction] | None:
    """The fixes of the expectations in a range; `only` are the kinds that are asked for."""
    if not view.client.code_action_literals or not _wants_quick_fixes(only):
        return None
    start, end = view.offset(place.start), view.offset(place.end)
    broken = broken_expectations(view)
    touched = [each for each in broken if _touches(each, start, end)]
    actions = [
        action
        for found in (*expectation_mistakes(view), *broken)
        if _touches(found, start, end)
        for action in _of_diagnostic(view, found)
    ]
    edits = [edit for found in broken for fix in found.fixes for edit in fix.edits]
    if touched and sum(bool(each.fixes) for each in broken) > 1:
        found = [translated(view, each) for each in broken]
        actions.append(_action(view, UPDATE_ALL, found, edits))
    return actions


def _wants_quick_fixes(only: Iterable[str] | None) -> bool:
    kinds = None if only is None else list(only)
    return kinds is None or types.CodeActionKind.QuickFix.value in map(str, kinds) or "" in kinds


def _touches(found: Diagnostic, start: int, end: int) -> bool:
    return found.span.start <= end and start <= found.span.end


def _of_diagnostic(view: View, found: Diagnostic) -> Iterator[types.CodeAction]:
    for fix in found.fixes:
        yield _action(view, fix.title, [translated(view, found)], fix.edits)


def _action(
    view: View, title: str, found: list[types.Diagnostic], edits: Iterable[Edit]
) -> types.CodeAction:
    return types.CodeAction(
        title, kind=types.CodeActionKind.QuickFix, diagnostics=found, edit=_change(view, edits)
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
