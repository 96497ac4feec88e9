"""The previews a client has open, and what it is told when they change."""

from __future__ import annotations

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
        self._shown: dict[str, set[str]] = {}

    def show(self, preview: str, document: Document) -> None:
        self._shown.setdefault(document.uri, set()).add(preview)

    def forget(self, document: Document) -> None:
        self._shown.pop(document.uri, None)

    def changed(self, document: Document) -> None:
        """Asks the client to read the previews of a document again."""
        for preview in sorted(self._shown.get(document.uri, ())):
            self._session.server.workspace_text_document_content_refresh(
                types.TextDocumentContentRefreshParams(preview)
            )


def registration() -> types.Registration:
    """Announces the schemes whose documents we can give, once the client is initialized."""
    options = types.TextDocumentContentRegistrationOptions(list(uris.PREVIEW_SCHEMES))
    return types.Registration("sqlang-previews", types.WORKSPACE_TEXT_DOCUMENT_CONTENT, options)
