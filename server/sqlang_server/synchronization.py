"""Keeps our texts equal to the client's: `didOpen`, `didChange`, `didClose` and `sq/cursor`."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from sqlang_server.session import Session

logger = logging.getLogger(__name__)


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """From now on the client owns the text."""
    before = session.documents.close(params.text_document.uri)
    if before is not None:
        session.closed(before)
    document = session.documents.open(params.text_document)
    if document is None:
        logger.warning("passed over %r, which names no program", params.text_document.uri)
        return
    session.edited(document)


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """Applies the changes once, here and nowhere else."""
    document = session.documents.change(params)
    if document is None:
        logger.warning("passed over a change of %r, which is not open", params.text_document.uri)
        return
    session.edited(document)


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """From now on the disk owns the text, and nothing of ours is shown for it."""
    document = session.documents.close(params.text_document.uri)
    if document is not None:
        session.closed(document)


def cursor(session: Session, params: types.TextDocumentPositionParams) -> None:
    """The hints of the cursor's line follow it; only a move from or to such a line shows."""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return
    before, document.cursor = document.cursor, params.position.line
    lines = document.lines_with_values()
    if before != document.cursor and lines & {before, document.cursor}:
        session.refresh_hints()
