"""Requests for what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.checking.reports import cancelled
from sqlang_server.requests.answering import PATIENCE

if TYPE_CHECKING:
    from sqlang_server.session import Session


async def pull_workspace_diagnostics(
    session: Session, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """`workspace/diagnostic`"""
    return await session.polls.answer(params)


async def pull_diagnostics(
    session: Session, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """What is wrong now. A client that cannot be asked to pull again waits a moment for the run.

    Raises `JsonRpcException` with `ServerCancelled` if there is no such document by then.
    """
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    if not session.client.refreshes_diagnostics:
        await session.runs.awaited(document, PATIENCE)
    if session.documents.get(document.uri) is not document:
        raise cancelled("the document was closed meanwhile", ask_again=True)
    return session.publisher.pulled(document, params.previous_result_id)
