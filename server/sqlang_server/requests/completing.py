"""Requests for what may be written at the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import answer

if TYPE_CHECKING:
    from sqlang_server.session import Session


def complete(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    """`textDocument/completion`"""
    from sqlang_server.features.completion.completion import completions

    context = params.context
    trigger = (context and context.trigger_character) or ""
    workspace = session.documents.workspace
    return answer(
        session, params, lambda view: completions(view, params.position, workspace, trigger)
    )


def resolve_completion(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """`completionItem/resolve`; an item of a document that is gone stays as it is."""
    from sqlang_server.features.completion.items import document_of, resolved

    document = session.documents.get(document_of(item) or "")
    return item if document is None else resolved(session.view(document), item)


def help_with_signature(
    session: Session, params: types.SignatureHelpParams
) -> types.SignatureHelp | None:
    """`textDocument/signatureHelp`"""
    from sqlang_server.features.signature_help import signature_help

    return answer(session, params, lambda view: signature_help(view, params.position))
