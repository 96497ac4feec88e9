"""The previews a client has open, and what it is told when they change."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang_server import uris

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.session import Session


class ShownPreviews:
    """Remembers which virtual documents a client asked for, so that only those are refreshed."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._shown: dict[Document, set[str]] = {}
        self._waiting: dict[Document, asyncio.TimerHandle] = {}

    def show(self, preview: str, document: Document) -> None:
        self._shown.setdefault(document, set()).add(preview)

    def forget(self, document: Document) -> None:
        self._shown.pop(document, None)
        self._cancel(document)

    def edited(self, document: Document) -> None:
        """Previews change a moment after the text; one of a run is answered once that has ended."""
        self._cancel(document)
        if document in self._shown:
            delay = self._session.settings.trace_delay / 1000
            loop = asyncio.get_running_loop()
            self._waiting[document] = loop.call_later(delay, self._changed, document)

    def _cancel(self, document: Document) -> None:
        timer = self._waiting.pop(document, None)
        if timer is not None:
            timer.cancel()

    def _changed(self, document: Document) -> None:
        """Asks the client to read the previews of a document again."""
        for preview in sorted(self._shown.get(document, ())):
            self._session.server.workspace_text_document_content_refresh(
                types.TextDocumentContentRefreshParams(preview)
            )


def registration() -> types.Registration:
    """Announces the schemes whose documents we can give, once the client is initialized."""
    options = types.TextDocumentContentRegistrationOptions(list(uris.PREVIEW_SCHEMES))
    return types.Registration("sqlang-previews", types.WORKSPACE_TEXT_DOCUMENT_CONTENT, options)
