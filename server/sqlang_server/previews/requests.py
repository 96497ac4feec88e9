"""The requests for previews, and the virtual documents that show the same texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from sqlang_server.extensions import Preview, PreviewParams

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.session import Session
    from sqlang_server.view import View


_WITHOUT_RUN: Final = ("sq-ir", "sq-compare")
"""A comparison is made by `sq.compare`, and shown as it was."""


async def ir(session: Session, params: PreviewParams) -> Preview:
    """`sq/ir`: what the program is once names are slots and sugar is gone."""
    return await requested(session, "sq-ir", params.text_document.uri)


async def trace(session: Session, params: PreviewParams) -> Preview:
    """`sq/trace`: waits for the run of the present text."""
    return await requested(session, "sq-trace", params.text_document.uri)


async def report(session: Session, params: PreviewParams) -> Preview:
    """`sq/report`: waits for the run of the present text."""
    return await requested(session, "sq-report", params.text_document.uri)


async def content(
    session: Session, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """A virtual document; it is refreshed whenever its program shows new values."""
    found = uris.previewed(params.uri)
    if found is None:
        raise _refusal(f"there is no preview at {params.uri}")
    scheme, uri = found
    document = session.documents.get(uri)
    if document is not None:
        session.previews.show(params.uri, document)
    try:
        preview = await requested(session, scheme, uri)
    except JsonRpcException as refusal:
        return types.TextDocumentContentResult(f"{refusal.message}\n")
    return types.TextDocumentContentResult(preview.text)


async def requested(session: Session, scheme: str, uri: str) -> Preview:
    """The preview of the present text, or the last one there was while that has errors.

    Raises `JsonRpcException` with a sentence for the user if there never was one.
    """
    document = session.documents.get(uri)
    if document is None:
        raise _refusal(f"{uri} is not open")
    if scheme not in _WITHOUT_RUN:
        session.require_trust()
        await session.runs.finished(document)
    preview = _made(scheme, session.view(document)) or document.previews.get(scheme)
    if preview is None:
        raise _refusal(_reason(session, document))
    document.previews[scheme] = preview
    return preview


def _made(scheme: str, view: View) -> Preview | None:
    if scheme == "sq-compare":
        return None
    if scheme == "sq-ir":
        from sqlang_server.previews.ir import ir_preview

        return ir_preview(view)
    if scheme == "sq-trace":
        from sqlang_server.previews.trace import trace_preview

        return trace_preview(view)
    from sqlang_server.previews.report import report_preview

    return report_preview(view)


def _reason(session: Session, document: Document) -> str:
    view = session.view(document)
    if view.key is None:
        return "the program has errors"
    if view.traced is not None and not view.stale and view.traced.faults:
        return view.traced.faults[0].failure.message
    return "the run did not come to an end"


def _refusal(sentence: str) -> JsonRpcException:
    return JsonRpcException(sentence, code=types.LSPErrorCodes.RequestFailed)
