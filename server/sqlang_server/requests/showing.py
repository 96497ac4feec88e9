"""Requests for what is shown in and between the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import PATIENCE, answer

if TYPE_CHECKING:
    from sqlang_server.session import Session


async def list_hints(
    session: Session, params: types.InlayHintParams
) -> list[types.InlayHint] | None:
    """`textDocument/inlayHint`; a client that cannot be asked to ask again waits for the run."""
    from sqlang_server.features.inlay_hints.hints import inlay_hints
    from sqlang_server.features.inlay_hints.kept import KeptHints

    document = session.documents.get(params.text_document.uri)
    if document is not None and not session.client.refreshes_hints:
        await session.runs.awaited(document, PATIENCE)
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    document.hints = document.hints or KeptHints()
    return inlay_hints(session.view(document), params.range, document.hints)


def resolve_hint(session: Session, hint: types.InlayHint) -> types.InlayHint:
    """`inlayHint/resolve`"""
    from sqlang_server.features.inlay_hints.traces import document_of, resolved

    document = session.documents.get(document_of(hint) or "")
    return hint if document is None else resolved(session.view(document), hint)


def list_values(
    session: Session, params: types.InlineValueParams
) -> list[types.InlineValue] | None:
    """`textDocument/inlineValue`"""
    from sqlang_server.features.inline_values import inline_values

    return answer(session, params, lambda view: inline_values(view, params.range))


def list_lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """`textDocument/codeLens`"""
    from sqlang_server.features.code_lens import code_lenses

    return answer(session, params, code_lenses)
