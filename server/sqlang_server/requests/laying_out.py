"""Requests for the layout of a text. Nothing of a client's options counts: there is one layout."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import OfDocument, answer

if TYPE_CHECKING:
    from sqlang_server.session import Session

Edits = list[types.TextEdit] | None


async def format_document(session: Session, params: types.DocumentFormattingParams) -> Edits:
    """`textDocument/formatting`"""
    return await _formatted(session, params, None)


async def format_range(session: Session, params: types.DocumentRangeFormattingParams) -> Edits:
    """`textDocument/rangeFormatting`"""
    return await _formatted(session, params, [params.range])


async def format_ranges(session: Session, params: types.DocumentRangesFormattingParams) -> Edits:
    """`textDocument/rangesFormatting`"""
    return await _formatted(session, params, params.ranges)


def format_on_type(session: Session, params: types.DocumentOnTypeFormattingParams) -> Edits:
    """`textDocument/onTypeFormatting`"""
    from sqlang_server.features.on_type_formatting import formatted_on_type

    return answer(session, params, lambda view: formatted_on_type(view, params.position, params.ch))


async def _formatted(
    session: Session, params: OfDocument, ranges: Sequence[types.Range] | None
) -> Edits:
    """The edits; of a long text they are found in a thread, and are none if it changes meanwhile.

    A text with syntax errors stays as it is, which only the log tells: the errors are shown anyway.
    """
    from sqlang_server.features import formatting

    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    source, positions, version = document.source, document.positions, document.version
    lines = None if ranges is None else formatting.lines_of(source, positions, ranges)
    workspace = session.documents.workspace
    if len(source.text) <= formatting.SHORT:
        layout = formatting.layout_of(source, lines, workspace)
    else:
        layout = await asyncio.to_thread(formatting.layout_of, source, lines, workspace)
    if layout.refused:
        message = types.LogMessageParams(types.MessageType.Info, formatting.why_not(layout.refused))
        session.server.window_log_message(message)
    if document.version != version:
        return None
    return formatting.text_edits(positions, layout.edits)
