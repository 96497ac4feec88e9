"""The requests for previews, and the virtual documents that show the same texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from sqlang_server.extensions import Preview, PreviewParams
from sqlang_server.previews.slices import OutdatedError, at_version

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.session import Session
    from sqlang_server.view import View


_WITHOUT_RUN: Final = ("sq-ir", "sq-timeline", "sq-compare")
"""They do not wait for the run whose values are shown beside the text."""
_ATTEMPTS: Final = 10
"""Who types faster than that is shown the last preview there was."""


async def ir(session: Session, params: PreviewParams) -> Preview:
    """`sq/ir`: what the program is once names are slots and sugar is gone."""
    return await _answer(session, "sq-ir", params)


async def trace(session: Session, params: PreviewParams) -> Preview:
    """`sq/trace`: waits for the run of the present text."""
    return await _answer(session, "sq-trace", params)


async def report(session: Session, params: PreviewParams) -> Preview:
    """`sq/report`: waits for the run of the present text."""
    return await _answer(session, "sq-report", params)


async def timeline(session: Session, params: PreviewParams) -> Preview:
    """`sq/timeline`: runs the present program for it."""
    return await _answer(session, "sq-timeline", params)


async def _answer(session: Session, scheme: str, params: PreviewParams) -> Preview:
    """The preview, with what to reveal of it if the request tells where the cursor is."""
    preview = await requested(session, scheme, params.text_document.uri)
    document = session.documents.get(params.text_document.uri)
    if params.position is None or document is None or document.version != preview.version:
        return preview
    return attrs.evolve(preview, reveal=place_of(preview, params.position))


def place_of(preview: Preview, position: types.Position) -> types.Range | None:
    """The stretch of a preview that belongs to the smallest stretch around a position."""
    around = [pair for pair in preview.map if pair[0].start <= position <= pair[0].end]
    return min(around, key=_size)[1] if around else None


def _size(pair: Sequence[types.Range]) -> tuple[int, int]:
    """Stretches around one position are the smaller the later they start and the sooner end."""
    return pair[0].end.line - pair[0].start.line, -pair[0].start.character


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

    Raises `JsonRpcException` with a sentence for the user if there never was one, or if the
    present text was run and has none because that failed.
    """
    document = session.documents.get(uri)
    if document is None:
        raise _refusal(f"{uri} is not open")
    if scheme != "sq-ir":
        session.require_trust()
    preview = await _current(session, scheme, document)
    failure = _failure(session.view(document))
    if preview is None and failure is None:
        preview = document.previews.get(scheme)
    if preview is None:
        raise _refusal(failure or _reason(session, document))
    document.previews[scheme] = preview
    return preview


async def _current(session: Session, scheme: str, document: Document) -> Preview | None:
    """The preview of the present text, made again if that changes meanwhile."""
    for _ in range(_ATTEMPTS):
        if scheme not in _WITHOUT_RUN:
            await session.runs.finished(document)
        try:
            return await _made(session, scheme, document)
        except OutdatedError:
            continue
    return None


async def _made(session: Session, scheme: str, document: Document) -> Preview | None:
    """The preview of the present program; `None` while it has none."""
    if scheme == "sq-compare":
        return None  # made by the command, and shown as it was
    view, is_current = session.view(document), at_version(document)
    if scheme == "sq-ir":
        from sqlang_server.previews.ir import ir_preview

        return await ir_preview(view, is_current)
    if scheme == "sq-timeline":
        from sqlang_server.previews.timeline import timeline_preview

        return await timeline_preview(session, view, is_current)
    if scheme == "sq-trace":
        from sqlang_server.previews.trace import trace_preview

        return await trace_preview(view, is_current)
    from sqlang_server.previews.report import report_preview

    return report_preview(view)


def _failure(view: View) -> str | None:
    """How the run of the present program failed, if it did."""
    if view.traced is None or view.stale or not view.traced.faults:
        return None
    return view.traced.faults[0].failure.message


def _reason(session: Session, document: Document) -> str:
    if session.view(document).key is None:
        return "the program has errors"
    return "the run did not come to an end"


def _refusal(sentence: str) -> JsonRpcException:
    return JsonRpcException(sentence, code=types.LSPErrorCodes.RequestFailed)
